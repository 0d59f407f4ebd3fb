import { addMinutes } from 'date-fns'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#schema/earnings'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import type { About } from './about'
import { hasOpenDispute } from './dispute-queries'
import { heldSteps, type Sale } from './ledger/sale-ledger'
import { refreshOnboarding } from './payment-accounts'
import { commandStep, commandsOf } from './payment-commands'
import { whyPayoutWaits } from './payout-limits'
import { findSale } from './sales'

/** A transfer that the provider refused is asked for again after this long. */
export const REFUSED_PAUSE_MINUTES = 60

/** Asks for the transfer of what is an owner's, or says on its lines why it waits. */
export async function sendSaleOn(deps: Deps, sale: Sale, amount: number): Promise<void> {
  const { about } = sale
  const last = await commandsOf(deps.db, about, 'transfer')
  const now = deps.now()
  if (last.isUnderWay || (last.lastFailedAt && now < addMinutes(last.lastFailedAt, REFUSED_PAUSE_MINUTES))) return
  if (await arePayoutsHeld(deps, sale.ownerId)) return sayWhy(deps, about, 'operator')
  const isReady = await canBePaid(deps, sale.ownerId, last.lastFailedAt !== null)
  if (!isReady) return sayWhy(deps, about, 'payout_account')
  const wait = await whyPayoutWaits(deps, sale.ownerId, amount)
  if (wait) return sayWhy(deps, about, wait)
  await deps.db.write(async () => {
    if (await hasOpenDispute(deps.db, about)) return { value: null, steps: await heldSteps(deps.db, about, 'dispute') }
    // Between reading the sale and this turn somebody may have asked, or returned some of it.
    const { count, isUnderWay } = await commandsOf(deps.db, about, 'transfer')
    const isOld = (await findSale(deps.db, about))?.refundedAmount !== sale.refundedAmount
    if (isUnderWay || isOld || count !== last.count) return { value: null, steps: [] }
    return { value: null, steps: [commandStep({ ...about, kind: 'transfer', attempt: count + 1, amount, now })] }
  })
}

/** Says on its lines why money waits; says nothing again that they say already. */
async function sayWhy(deps: Deps, about: About, why: Transaction['heldBecause']): Promise<void> {
  await deps.db.write(async () => ({ value: null, steps: await heldSteps(deps.db, about, why) }))
}

/** An operator has suspended the owner and not released what is theirs. */
async function arePayoutsHeld({ db }: Deps, ownerId: number): Promise<boolean> {
  const [owner] = await db.read.select({ heldAt: users.payoutsHeldAt }).from(users).where(eq(users.id, ownerId))
  return owner?.heldAt != null
}

/** `isDoubtful`: a transfer was refused, so what we remember of the account may be old. */
async function canBePaid(deps: Deps, ownerId: number, isDoubtful: boolean): Promise<boolean> {
  const [owner] = await deps.db.read.select().from(users).where(eq(users.id, ownerId))
  if (!owner?.stripeAccountId) return false
  return isDoubtful ? refreshOnboarding(deps, owner) : owner.hasCompletedStripeOnboarding
}
