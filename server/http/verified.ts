import { type Endpoint, endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { isForItsMachine } from '../env'
import type { SessionUser } from './session-user'
import { isUnverified } from './unverified-queries'

/** How soon a device that waits for the confirmation asks again. */
const RETRY_S = 60

/** The calls that need a confirmed address: to list, to offer, to buy, to post, to write. */
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
])

/** Can people read their mails? A server that sends none keeps them for those who sit at its machine. */
export function canConfirm({ mail, env }: Deps): boolean {
  return mail.mode === 'smtp' || (mail.mode === 'kept' && isForItsMachine(env))
}

/** The one rule of unconfirmed addresses. Where nobody can confirm theirs, it refuses nobody. @throws Refusal `unverified` */
export async function assertVerified(deps: Deps, endpoint: Endpoint, user: SessionUser | null): Promise<void> {
  if (!user || !NEEDS_ADDRESS.has(endpoint) || !canConfirm(deps)) return
  if (await isUnverified(deps.db, user)) throw new Refusal('unverified', undefined, undefined, { retryAfterS: RETRY_S })
}
