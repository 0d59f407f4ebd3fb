import { addMinutes } from 'date-fns'
import { eq } from 'drizzle-orm'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import { hasOpenDispute } from './dispute-queries'
import { refreshOnboarding } from './payment-accounts'
import { commandStep } from './payment-commands'
import { commandsOf } from './payment-targets'
import { heldBecauseStep, type Sale } from './sale-ledger'
import { findSale } from './sales'

/** A transfer that the provider refused is asked for again after this long. */
export const REFUSED_PAUSE_MINUTES = 60

/** Asks for the transfer of what is an owner's, or says on its lines why it waits. */
export async function sendSaleOn(deps: Deps, sale: Sale, amount: number): Promise<void> {
  const { about } = sale
  const last = await commandsOf(deps.db, about, 'transfer')
  const now = deps.now()
  if (last.isUnderWay || (last.lastFailedAt && now < addMinutes(last.lastFailedAt, REFUSED_PAUSE_MINUTES))) return
  const isReady = await canBePaid(deps, sale.ownerId, last.lastFailedAt !== null)
  await deps.db.write(async () => {
    if (await hasOpenDispute(deps.db, about)) return { value: null, steps: [heldBecauseStep(about, 'dispute')] }
    // Between reading the sale and this turn somebody may have asked, or returned some of it.
    const { count, isUnderWay } = await commandsOf(deps.db, about, 'transfer')
    const isOld = (await findSale(deps.db, about))?.refundedAmount !== sale.refundedAmount
    if (isUnderWay || isOld || count !== last.count) return { value: null, steps: [] }
    return {
      value: null,
      steps: isReady
        ? [commandStep({ ...about, kind: 'transfer', attempt: count + 1, amount, now })]
        : [heldBecauseStep(about, 'payout_account')],
    }
  })
}

/** `isDoubtful`: a transfer was refused, so what we remember of the account may be old. */
async function canBePaid(deps: Deps, ownerId: number, isDoubtful: boolean): Promise<boolean> {
  const [owner] = await deps.db.read.select().from(users).where(eq(users.id, ownerId))
  if (!owner?.stripeAccountId) return false
  return isDoubtful ? refreshOnboarding(deps, owner) : owner.hasCompletedStripeOnboarding
}
