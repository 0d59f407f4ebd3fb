import type { Context, Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { mount, mountRaw } from '../http/mount'
import { ownReturnAddress } from '../http/same-site'
import { listTransactions } from './earnings-queries'
import { findEarnings } from './ledger-queries'
import { accountOf, customerOf, refreshOnboarding } from './payment-accounts'
import { providerCall } from './provider-call'
import { listSavedCards, preferCard, removeCard } from './saved-cards'
import { receiveEvent } from './webhooks'

/** Cards, payout accounts, the provider's events, and the built-in provider's own surface in local mode. */
export function paymentRoutes(app: Elysia, deps: Deps): void {
  const { gateway } = deps.payments

  mount(app, deps, endpoints.paymentConfig, async () => ({ body: deps.payments.config }))

  mount(app, deps, endpoints.setupCustomer, async ({ user, body, origin }) => {
    const addresses = {
      successUrl: ownReturnAddress(body.successUrl, origin, deps.env, 'successUrl'),
      cancelUrl: ownReturnAddress(body.cancelUrl, origin, deps.env, 'cancelUrl'),
    }
    const customerId = await customerOf(deps, user)
    return { body: { url: await providerCall(() => gateway.createCardSetup(customerId, user.id, addresses)) } }
  })

  mount(app, deps, endpoints.paymentMethods, async ({ user }) => ({ body: await listSavedCards(deps, user) }))

  mount(app, deps, endpoints.removePaymentMethod, async ({ user, params }) => ({
    body: await removeCard(deps, user, params.cardId),
  }))

  mount(app, deps, endpoints.preferPaymentMethod, async ({ user, params }) => ({
    body: await preferCard(deps, user, params.cardId),
  }))

  mount(app, deps, endpoints.earnings, async ({ user }) => ({ body: await findEarnings(deps.db, user.id) }))

  mount(app, deps, endpoints.transactions, async ({ user }) => ({ body: await listTransactions(deps.db, user.id) }))

  mount(app, deps, endpoints.setupSeller, async ({ user, body, origin }) => {
    const returnUrl = ownReturnAddress(body.successUrl, origin, deps.env, 'successUrl')
    const refreshUrl = ownReturnAddress(body.cancelUrl, origin, deps.env, 'cancelUrl')
    const accountId = await accountOf(deps, user)
    return { body: { url: await providerCall(() => gateway.onboardingPage(accountId, { refreshUrl, returnUrl })) } }
  })

  mount(app, deps, endpoints.connectStatus, async ({ user }) => ({
    body: { hasCompletedOnboarding: await refreshOnboarding(deps, user) },
  }))

  mount(app, deps, endpoints.connectAccount, async ({ user, origin }) => {
    const accountId = await accountOf(deps, user)
    const ready = await refreshOnboarding(deps, { ...user, stripeAccountId: accountId })
    const back = `${origin}/create`
    return {
      body: {
        url: await providerCall(() =>
          ready
            ? gateway.accountPage(accountId)
            : gateway.onboardingPage(accountId, { refreshUrl: back, returnUrl: back }),
        ),
      },
    }
  })

  mountRaw(
    app,
    deps,
    endpoints.stripeWebhook,
    async ({ request }) => {
      await receiveEvent(deps, await request.text(), request.headers.get('stripe-signature') ?? '')
      return Response.json({ received: true })
    },
    { crossSite: true },
  )

  mountLocalProvider(app, deps)
}

/** The built-in provider's pages are for any browser; its API is for programs on this very machine. */
function mountLocalProvider(app: Elysia, deps: Deps): void {
  const local = deps.payments.local
  if (!local) return
  const serve = ({ request, server }: Pick<Context, 'request' | 'server'>) => {
    const isApi = new URL(request.url).pathname.startsWith('/_pay/v1/')
    const isBrowsers = /\/payment_intents\/[^/]+\/(confirm|authenticate)$/.test(new URL(request.url).pathname)
    const peer = server?.requestIP(request)?.address ?? '127.0.0.1'
    if (isApi && !isBrowsers && !/^(::1|(::ffff:)?127\.)/.test(peer)) throw new Refusal('forbidden')
    return local.fetch(request)
  }
  app.all('/_pay/*', serve, { parse: 'none' })
  // A route for every method comes after those for one: the app's own files, which take every GET, would hide it.
  app.get('/_pay/*', serve, { parse: 'none' })
}
