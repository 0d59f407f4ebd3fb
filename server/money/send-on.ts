import { addMinutes } from 'date-fns'
import { eq } from 'drizzle-orm'
import type { HeldBecause } from '#schema/earnings'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import { whyBankHolds } from './dispute-queries'
import { findFreeDebt } from './ledger/ledger-queries'
import { nettedLedger, type Sale } from './ledger/sale-ledger'
import { refreshOnboarding } from './payment-accounts'
import { commandStep, commandsOf } from './payment-commands'
import { arePayoutsHeld } from './payment-targets'
import { whyPayoutWaits } from './payout-limits'
import { findSale, heldSteps, saleStep } from './sales'

/** A transfer that the provider refused is asked for again after this long. */
export const REFUSED_PAUSE_MINUTES = 60

/** Asks for the transfer of what is an owner's, without what they owe by now, or says on the sale why it waits. */
export async function sendSaleOn(deps: Deps, sale: Sale, amount: number): Promise<void> {
  const { about } = sale
  const last = await commandsOf(deps.db, about, 'transfer')
  const now = deps.now()
  if (last.isUnderWay || (last.lastFailedAt && now < addMinutes(last.lastFailedAt, REFUSED_PAUSE_MINUTES))) return
  const left = Math.max(0, amount - (await findFreeDebt(deps.db, sale.ownerId)))
  const wait = await whySendingWaits(deps, sale.ownerId, left, last.lastFailedAt !== null)
  await deps.db.write(async () => {
    const why = await whyBankHolds(deps.db, about)
    if (why || wait === 'operator') return await heldSteps(deps.db, about, why ?? wait)
    // Between reading the sale and this turn somebody may have asked, or returned some of it.
    const { count, isUnderWay } = await commandsOf(deps.db, about, 'transfer')
    const fresh = await findSale(deps.db, about)
    const isOld = fresh?.refundedAmount !== sale.refundedAmount || fresh.transferredAmount !== sale.transferredAmount
    if (isUnderWay || isOld || count !== last.count) return []
    const netted = Math.min(amount, await findFreeDebt(deps.db, sale.ownerId))
    const rest = amount - netted
    const heldBecause = rest > 0 ? wait : null
    const transferredAmount = sale.transferredAmount + netted
    const paid =
      netted > 0 ? [saleStep(about, { transferredAmount, heldBecause }), ...nettedLedger(sale, netted, now)] : []
    if (rest === 0) return paid
    if (wait) return [...paid, ...(await heldSteps(deps.db, about, wait))]
    return [...paid, commandStep({ ...about, kind: 'transfer', attempt: count + 1, amount: rest, now })]
  })
}

/** Why an amount that is a person's does not leave for their payout account now, or null. `wasRefused`: an earlier try was. */
export async function whySendingWaits(
  deps: Deps,
  ownerId: number,
  amount: number,
  wasRefused: boolean,
): Promise<HeldBecause | null> {
  if (await arePayoutsHeld(deps.db, ownerId)) return 'operator'
  if (!(await canBePaid(deps, ownerId, wasRefused))) return 'payout_account'
  return whyPayoutWaits(deps, ownerId, amount)
}

/** `isDoubtful`: a transfer was refused, so what we remember of the account may be old. */
async function canBePaid(deps: Deps, ownerId: number, isDoubtful: boolean): Promise<boolean> {
  const [owner] = await deps.db.read.select().from(users).where(eq(users.id, ownerId))
  if (!owner?.stripeAccountId) return false
  return isDoubtful ? refreshOnboarding(deps, owner) : owner.hasCompletedStripeOnboarding
}
