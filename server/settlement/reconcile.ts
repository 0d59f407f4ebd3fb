import { subDays, subHours } from 'date-fns'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { build, type Step, step } from '../db/steps'
import { bookings, damageReports, paymentOps, providerCursors, providerMovements, purchases, users } from '../db/tables'
import type { Deps } from '../deps'
import type { About } from '../money/about'
import type { Movement, ProviderEvent } from '../money/gateway'
import { cancelFeeSteps, findOwnersCancel } from '../money/ledger/cancel-fee'
import { postSteps } from '../money/ledger/ledger'
import { refreshOnboarding } from '../money/payment-accounts'
import { askInTurn, forgetSettled } from '../money/set-aside'
import { convergeOpenDisputes } from './disputes'
import { eventStep, workEvents } from './webhooks'

/** Walks overlap with the one before by so much. */
const OVERLAP_HOURS = 1
const THE_BEGINNING = new Date(0)
/** The provider lists its events for thirty days; one less, for the overlap and for clocks that differ. */
const EVENTS_LISTED_DAYS = 29
/** So many events or movements are written at once. */
const WALK_PART = 500

/**
 * Asks the provider what it may have told us in vain: events that never arrived, payout accounts that money waits for, open
 * disputes. With it webhooks make the product faster, not more correct.
 */
export async function reconcile(deps: Deps): Promise<void> {
  await walkEvents(deps)
  await workEvents(deps)
  await convergeOpenDisputes(deps)
  await refreshAwaitedAccounts(deps)
  await reconcileMovements(deps)
  await forgetSettled(deps)
}

async function walkEvents(deps: Deps): Promise<void> {
  const now = deps.now()
  const since = await startOf(deps, 'events')
  const events = [...(await listForgotten(deps, since)), ...(await deps.payments.gateway.listEvents(since))]
  await writeParts(deps, 'events', events, async (event) => (event.objectId === null ? [] : [eventStep(event, now)]))
}

/**
 * The events that the provider lists no longer, because nobody has asked for a month: whatever moved money meanwhile is read
 * afresh. Movements are listed for ever.
 */
async function listForgotten({ db, payments, now }: Deps, since: Date): Promise<ProviderEvent[]> {
  if (since.getTime() === THE_BEGINNING.getTime() || since > subDays(now(), EVENTS_LISTED_DAYS)) return []
  const movements = await payments.gateway.listMovements(since)
  const moved = (prefixes: RegExp) =>
    movements.flatMap(({ id, source, at }) =>
      source && prefixes.test(source) ? [{ id: `movement:${id}`, type: 'movement', objectId: source, at }] : [],
    )
  const sources = moved(/^(re|pyr|dp|du)_/)
  const reversals = moved(/^trr_/)
  if (reversals.length === 0) return sources
  const made = await db.read
    .select({ kind: paymentOps.kind, providerId: paymentOps.providerId })
    .from(paymentOps)
    .where(and(inArray(paymentOps.kind, ['reversal', 'transfer', 'damage_transfer']), isNotNull(paymentOps.providerId)))
  const own = new Set(made.map(({ providerId }) => providerId))
  const taken = reversals.find(({ objectId }) => !own.has(objectId))
  if (!taken) return sources
  // A reversal by hand does not say of which transfer it is.
  const transfers = made.filter(({ kind }) => kind !== 'reversal')
  const reread = transfers.map(({ providerId: objectId }) => ({ ...taken, id: `${taken.id}:${objectId}`, objectId }))
  return [...sources, ...reread]
}

/**
 * Plans and writes a walk's findings a part at a time, so that others write in between; with the last part the cursor moves on to the
 * newest of them. It follows the provider's clock: ours may be ahead, and the next walk would begin after what happens meanwhile.
 */
async function writeParts<Item extends { at: Date }>(
  { db, now }: Deps,
  cursor: string,
  items: readonly Item[],
  plan: (item: Item) => Promise<Step[]>,
): Promise<void> {
  const newest = items.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0)
  const seen = new Date(Math.min(newest, now().getTime()))
  for (let from = 0; from < items.length; from += WALK_PART) {
    const isLast = from + WALK_PART >= items.length
    await db.write(async () => {
      const steps: Step[] = isLast ? [cursorStep(cursor, seen)] : []
      for (const item of items.slice(from, from + WALK_PART)) steps.push(...(await plan(item)))
      return steps
    })
  }
}

/** Notes every movement of our balance at the provider, and books what nobody else does: its fees, and payouts to our bank. */
export async function reconcileMovements(deps: Deps): Promise<void> {
  const movements = await deps.payments.gateway.listMovements(await startOf(deps, 'movements'))
  await writeParts(deps, 'movements', movements, async (movement) => {
    const { id, type, source, amount, fee, at } = movement
    const row = { id, type, source, amount, fee, createdAt: at.toISOString() }
    const about = fee === 0 ? null : await paidBy(deps, source)
    return [
      step(build.insert(providerMovements).values(row).onConflictDoNothing()),
      ...movementLedger(movement, about),
      ...(about ? await cancelFeeOf(deps, about, movement) : []),
    ]
  })
}

function movementLedger({ id, type, amount, fee, at }: Movement, about: About | null): Step[] {
  if (type === 'payout' || type.startsWith('payout_'))
    return postSteps({
      kind: 'payout',
      about: null,
      dedupe: `payout:${id}`,
      at,
      entries: [
        ['stripe_balance', amount - fee],
        ['bank', -amount],
        ['stripe_fees', fee],
      ],
    })
  // The provider's own charges: with a payment, or by themselves.
  const cost = type === 'stripe_fee' ? fee - amount : type === 'charge' || type === 'payment' ? fee : 0
  return postSteps({
    kind: 'fee',
    about,
    dedupe: `fee:${id}`,
    at,
    entries: [
      ['stripe_fees', cost],
      ['stripe_balance', -cost],
    ],
  })
}

/** The fee of a payment that its owner returned before the provider had named the fee. */
async function cancelFeeOf({ db, now }: Deps, about: About, { id, fee }: Movement): Promise<Step[]> {
  const [known] = await db.readBatch([{ sql: 'SELECT 1 FROM ledger_txs WHERE dedupe = ?', args: [`fee:${id}`] }])
  const sale = await findOwnersCancel(db, about)
  return sale ? cancelFeeSteps(db, sale, now(), (known?.rows.length ?? 0) > 0 ? 0 : fee) : []
}

/** The subject that a charge paid for. */
async function paidBy({ db }: Deps, chargeId: string | null): Promise<About | null> {
  if (!chargeId) return null
  const [booking] = await db.read
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.stripeChargeId, chargeId))
  if (booking) return { bookingId: booking.id }
  const ofOrder = eq(purchases.stripeChargeId, chargeId)
  const [purchase] = await db.read.select({ id: purchases.id }).from(purchases).where(ofOrder)
  if (purchase) return { purchaseId: purchase.id }
  const ofClaim = eq(damageReports.stripeChargeId, chargeId)
  const [claim] = await db.read.select({ bookingId: damageReports.bookingId }).from(damageReports).where(ofClaim)
  return claim ?? null
}

/** Money that was sent on is watched for so long: until then a payout to the owner's bank may fail. */
const PAYOUT_WATCH_DAYS = 7

/** Reads the payout accounts that money waits for or has just gone to, and those with which something was wrong. */
async function refreshAwaitedAccounts(deps: Deps): Promise<void> {
  const since = subDays(deps.now(), PAYOUT_WATCH_DAYS).toISOString()
  const owners = await deps.db.read
    .select()
    .from(users)
    .where(and(isNotNull(users.stripeAccountId), sql`${users.id} IN (${awaitedSince(since)})`))
  await askInTurn(
    deps,
    owners,
    ({ username }) => `payout account of ${username}`,
    (owner) => refreshOnboarding(deps, owner),
  )
}

/** People whose money waits for their account, with whose account something was wrong, or to whom something was sent. */
function awaitedSince(since: string) {
  return sql`SELECT owner_id FROM bookings WHERE held_because = 'payout_account'
    UNION SELECT seller_id FROM made_to_order_purchases WHERE held_because = 'payout_account'
    UNION SELECT b.owner_id FROM damage_reports d JOIN bookings b ON b.id = d.booking_id
      WHERE d.payment_state = 'charged' AND d.transferred_at IS NULL AND d.held_because = 'payout_account'
    UNION SELECT id FROM users WHERE payout_trouble IS NOT NULL
    UNION SELECT coalesce(b.owner_id, p.seller_id) FROM payment_ops o LEFT JOIN bookings b ON b.id = o.booking_id
      LEFT JOIN made_to_order_purchases p ON p.id = o.purchase_id
      WHERE o.kind IN ('transfer', 'damage_transfer') AND +o.state = 'done' AND o.done_at > ${since}`
}

async function startOf({ db, now }: Deps, name: string): Promise<Date> {
  const [cursor] = await db.read.select().from(providerCursors).where(eq(providerCursors.name, name))
  // A clock that was ahead had an earlier build pass over what came meanwhile.
  if (!cursor || new Date(cursor.at) > now()) return THE_BEGINNING
  return subHours(new Date(cursor.at), OVERLAP_HOURS)
}

function cursorStep(name: string, seen: Date): Step {
  const at = seen.toISOString()
  return step(
    build
      .insert(providerCursors)
      .values({ name, at })
      .onConflictDoUpdate({ target: providerCursors.name, set: { at } }),
  )
}
