import type { Context, Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { bodyLimits } from '../http/limits'
import { mount, mountRaw } from '../http/mount'
import { readText } from '../http/request-body'
import { ownReturnAddress } from '../http/same-site'
import { listTransactions } from '../money/ledger/earnings-queries'
import { findEarnings } from '../money/ledger/ledger-queries'
import { accountOf, customerOf, refreshOnboarding } from '../money/payment-accounts'
import { providerCall } from '../money/provider-call'
import { listSavedCards, preferCard, removeCard } from '../money/saved-cards'
import { convergeOpenPayments } from '../rentals/bookings/booking-payments'
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

  mount(app, deps, endpoints.removePaymentMethod, async ({ user, params }) => {
    // A payment that was just confirmed with the card counts already.
    await convergeOpenPayments(deps, user.id)
    return { body: await removeCard(deps, user, params.cardId) }
  })

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
    body: {
      hasCompletedOnboarding: await refreshOnboarding(deps, user),
      hasStarted: user.stripeAccountId !== null,
    },
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
      const text = await readText(request, bodyLimits.webhook)
      await receiveEvent(deps, text, request.headers.get('stripe-signature') ?? '')
      return Response.json({ received: true })
    },
    { crossSite: true, maxBytes: bodyLimits.webhook },
  )

  mountLocalProvider(app, deps)
}

/** The built-in provider's pages and the two calls of a browser; its API for whoever holds its key. */
function mountLocalProvider(app: Elysia, deps: Deps): void {
  const local = deps.payments.local
  if (!local) return
  const serve = async ({ request }: Pick<Context, 'request'>) => {
    await deps.limits.countAddress('everythingElse', request)
    if (request.method === 'GET' || request.method === 'HEAD') return local.serve(request)
    const { url, method, headers } = request
    return local.serve(new Request(url, { method, headers, body: await readText(request, bodyLimits.webhook) }))
  }
  app.all('/_pay/*', serve, { parse: 'none' })
  // A route for every method comes after those for one: the app's own files, which take every GET, would hide it.
  app.get('/_pay/*', serve, { parse: 'none' })
}
