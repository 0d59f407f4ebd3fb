import { type Endpoint, endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { isForItsMachine } from '../env'
import type { SessionUser } from './session-user'
import { isUnverified } from './unverified-queries'

/** How soon a device that waits for the confirmation asks again. */
const RETRY_S = 60

/** The calls that need a confirmed address: to list, to offer, to buy, to post, to write, to report. */
const NEEDS_ADDRESS = new Set<Endpoint>([
  endpoints.createListing,
  endpoints.createBooking,
  endpoints.createItem,
  endpoints.purchaseItem,
  endpoints.createPost,
  endpoints.sendMessage,
  endpoints.sendPurchaseMessage,
  endpoints.ask,
  endpoints.sendQuestionMessage,
  endpoints.putReport,
])

/** Can people read their mails? A server that sends none keeps them for those who sit at its machine. */
export function canConfirm({ mail, env }: Deps): boolean {
  return mail.mode === 'smtp' || (mail.mode === 'kept' && isForItsMachine(env))
}

/** Must this account's address be confirmed first? Where nobody can confirm theirs, it need not. */
export async function mustConfirm(deps: Deps, user: { id: number }): Promise<boolean> {
  return canConfirm(deps) && isUnverified(deps.db, user)
}

/** The refusal of what has to wait for the confirmation; `words` say more than its own. */
export function unverified(words?: string, retryAfterS = RETRY_S): Refusal {
  return new Refusal('unverified', words, undefined, { retryAfterS })
}

/** Refuses the calls that need a confirmed address. @throws Refusal `unverified` */
export async function assertVerified(deps: Deps, endpoint: Endpoint, user: SessionUser | null): Promise<void> {
  if (user && NEEDS_ADDRESS.has(endpoint) && (await mustConfirm(deps, user))) throw unverified()
}
