import { addHours } from 'date-fns'
import type { Deps } from '../deps'
import { askInTurn } from './set-aside'

/** A payment that cannot be read for so long after its deadline ends unread: money that arrives all the same goes back. */
const UNREAD_HOURS = 1

interface Payable {
  id: number
  stripePaymentIntentId: string | null
}

/** The intents that were read in one turn, which began at `since`. */
export interface PaymentsRead {
  since: Date
  intentIds: ReadonlySet<string | null>
}

/** Reads payments at the provider, each alone, so that nothing depends on a webhook having come. One that cannot be read holds up no other. */
export async function readPayments(
  deps: Deps,
  kind: 'booking' | 'claim' | 'purchase',
  rows: readonly Payable[],
  converge: (deps: Deps, intentId: string) => Promise<unknown>,
): Promise<PaymentsRead> {
  const since = deps.now()
  const read = await askInTurn(
    deps,
    rows,
    ({ id }) => `payment of ${kind} ${id}`,
    async ({ stripePaymentIntentId: intentId }) => intentId && converge(deps, intentId),
  )
  return { since, intentIds: new Set(read.map(({ stripePaymentIntentId }) => stripePaymentIntentId)) }
}

/** May an unpaid sale whose `deadline` is over end now? Its payer may have paid in time: its payment is read after the deadline first. */
export function mayEndUnpaid(
  { stripePaymentIntentId: intentId }: Payable,
  deadline: string | null,
  { since, intentIds }: PaymentsRead,
  now: Date,
): boolean {
  if (intentId === null || deadline === null) return true
  const wasRead = intentIds.has(intentId) && new Date(deadline) <= since
  return wasRead || addHours(deadline, UNREAD_HOURS) <= now
}
