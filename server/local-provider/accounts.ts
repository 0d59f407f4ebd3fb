import { mintLink } from './hosted-links'
import { datedPaging, listPage } from './lists'
import { changeMetadata, metadata } from './metadata'
import type { Account } from './objects/account-object'
import { newAccount, requirements } from './objects/account-object'
import type { Parsed } from './parameters'
import { address, clearable, flag, group, oneOf, text } from './parameters'
import { malformed, missing, ProviderError, refused } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { wire } from './wire'
import type { Work } from './work'

/** The details that the "Submit with missing details" button leaves out. */
const STILL_MISSING = ['external_account', 'individual.ssn_last_4']

const capability = group({ requested: flag })

const CREATE = {
  capabilities: group({ card_payments: capability, transfers: capability }),
  controller: group({
    fees: group({ payer: oneOf(['account', 'application']) }),
    losses: group({ payments: oneOf(['application', 'stripe']) }),
    requirement_collection: oneOf(['application', 'stripe']),
    stripe_dashboard: group({ type: oneOf(['express', 'full', 'none']) }),
  }),
  country: text(2),
  email: clearable(800),
  metadata,
}

function createAccount(work: Work, params: Parsed<typeof CREATE>): Account {
  const { controller, capabilities = {} } = params
  const dashboard = controller?.stripe_dashboard?.type ?? 'full'
  const feePayer = controller?.fees?.payer ?? 'account'
  const lossPayer = controller?.losses?.payments ?? 'stripe'
  if (dashboard === 'express' && (feePayer !== 'application' || lossPayer !== 'application')) {
    throw malformed(
      'When `stripe_dashboard[type]=express`, the platform pays fees and is liable for losses: set `controller[fees][payer]` and `controller[losses][payments]` to `application`.',
      { param: 'controller' },
    )
  }
  const requested = Object.entries(capabilities).filter(([, wanted]) => wanted?.requested)
  const account = newAccount(
    {
      capabilities: requested.map(([name]) => name),
      country: params.country ?? 'US',
      dashboard,
      email: params.email,
      feePayer,
      lossPayer,
      metadata: changeMetadata({}, params.metadata),
      requirementCollection: controller?.requirement_collection ?? 'stripe',
    },
    work.now,
  )
  return work.add(account, '')
}

/** Stripe does not say whether an account exists to those who may not see it. */
export async function requireAccount(work: Work, id: string): Promise<Account> {
  const account = await work.find('account', id, '')
  if (account) return account
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`
  throw new ProviderError(403, 'invalid_request_error', message, { code: 'account_invalid' })
}

/**
 * How far the owner came: `active` receives money, `incomplete` handed the form in with gaps, `restricted` had been
 * active and was stopped again.
 */
export type AccountState = 'active' | 'incomplete' | 'restricted'

export function moveAccount(work: Work, account: Account, state: AccountState): void {
  const active = state === 'active'
  account.details_submitted = true
  account.payouts_enabled = active
  for (const name of Object.keys(account.capabilities)) account.capabilities[name] = active ? 'active' : 'inactive'
  account.charges_enabled = account.capabilities.card_payments === 'active'
  account.requirements = active ? requirements([], null) : requirements(STILL_MISSING, 'requirements.past_due')
  const accepted = active || state === 'restricted'
  if (accepted) account.tos_acceptance = { date: work.now, ip: '127.0.0.1', user_agent: null }
  work.emit('account.updated', account, account.id)
}

const LINK = {
  account: text(),
  collect: oneOf(['currently_due', 'eventually_due']),
  collection_options: group({
    fields: oneOf(['currently_due', 'eventually_due']),
    future_requirements: oneOf(['include', 'omit']),
  }),
  refresh_url: address,
  return_url: address,
  type: oneOf(['account_onboarding', 'account_update']),
}

export const accountRoutes: Route[] = [
  route('POST', '/v1/accounts', CREATE, async ({ work, params }) => wire(createAccount(work, params))),
  route('GET', '/v1/accounts', datedPaging, ({ work, params }) => listPage(work, 'account', '/v1/accounts', params)),
  route('GET', '/v1/accounts/:id', {}, async ({ work, id }) => wire(await requireAccount(work, id))),
  route('DELETE', '/v1/accounts/:id', {}, async ({ work, id }) => {
    await requireAccount(work, id)
    await work.remove(id)
    return { id, object: 'account', deleted: true }
  }),
  route(
    'POST',
    '/v1/account_links',
    LINK,
    async ({ work, site, params }) => {
      const account = await work.find('account', params.account, '')
      if (!account) throw missing('account', params.account, 'account')
      if (params.type !== 'account_onboarding') {
        throw refused('You cannot create `account_update` type Account Links for this account.', { param: 'type' })
      }
      const { refresh_url, return_url } = params
      const { token, expiresAt } = mintLink(work, {
        purpose: 'onboarding',
        connected: account.id,
        refresh_url,
        return_url,
      })
      const url = `${site.pages}/onboarding/${token}`
      return { object: 'account_link', created: work.now, expires_at: expiresAt, url }
    },
    { required: ['account', 'type', 'refresh_url', 'return_url'], secret: true },
  ),
  route(
    'POST',
    '/v1/accounts/:id/login_links',
    {},
    async ({ work, site, id }) => {
      const account = await requireAccount(work, id)
      if (!account.details_submitted) {
        throw refused('Cannot create a login link for an account that has not completed onboarding.')
      }
      const { token } = mintLink(work, { purpose: 'dashboard', connected: account.id })
      return { object: 'login_link', created: work.now, url: `${site.pages}/account/${token}` }
    },
    { secret: true },
  ),
]
