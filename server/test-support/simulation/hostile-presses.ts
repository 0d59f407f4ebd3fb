import { sql } from 'drizzle-orm'
import { CANCELLATION_HOURS } from '#schema/booking'
import { addDays, todayIn } from '#schema/date-range'
import { endOfDayIn, startOfDayIn } from '#schema/zone'
import { step } from '../../db/steps'
import { bookings, purchases } from '../../db/tables'
import { cancelLimits, YOUNG_ACCOUNT_DAYS } from '../../http/limits'
import { sweepPurchases } from '../../made-to-order/purchases/purchase-sweep'
import { drainCommands } from '../../money/drain-commands'
import { CLI, refundPurchase } from '../../operator/operator-service'
import { sweepBookings } from '../../rentals/bookings/booking-sweep'
import { workEvents } from '../../settlement/webhooks'
import { confirmInPage } from '../damage-kit'
import { buyItem, setOrderStatus } from '../order-kit'
import { askProvider, disputePayment, drainAccount } from '../provider-kit'
import { answerOffer, holdOffer, payoutAccountOf, saveCard } from '../rental-kit'
import { isOutNow } from './day-presses'
import { jump } from './jump'
import type { World } from './world'

const SECOND_MS = 1_000
/** Payments come so close to their deadline, before and after it. */
const NEAR_S = 30

interface Deadline {
  at: number
  secret: string
}

/** Somebody pays in the last or the first seconds around the deadline of an offer, an approval or an order. */
export async function payAtDeadline(world: World): Promise<void> {
  const { t, dice } = world
  const deadline = dice.chance(0.5) ? await unpaidApproval(world) : await openDeadline(world)
  if (!deadline) return
  const left = deadline.at + dice.between(-NEAR_S, NEAR_S) * SECOND_MS - t.clock.now.getTime()
  await jump(world, Math.max(0, left))
  if (dice.chance(0.3)) await sweepBookings(t.deps)
  await confirmInPage(t, deadline.secret, dice.pick(world.cards))
  if (dice.chance(0.7)) await jump(world, dice.between(1, 2 * NEAR_S) * SECOND_MS)
  await sweepBookings(t.deps)
  await sweepPurchases(t.deps)
}

/** An approval whose hold had lapsed: its renter is asked to pay anew. */
async function unpaidApproval({ t, owner, payer, dice }: World): Promise<Deadline | null> {
  const held = (await t.deps.db.read.select().from(bookings)).filter(({ paymentState }) => paymentState === 'held')
  if (held.length === 0) return null
  const { id, stripePaymentIntentId } = dice.pick(held)
  await askProvider(t, 'POST', `/v1/payment_intents/${stripePaymentIntentId}/cancel`)
  await answerOffer(t, { owner }, id, 'approved')
  const { body } = await t.call('POST', `/api/bookings/${id}/payment`, { as: payer.as })
  return body.clientSecret && body.booking.payBy
    ? { at: Date.parse(body.booking.payBy), secret: body.clientSecret }
    : null
}

/** An offer or order that its payer has left unfinished. */
async function openDeadline({ t, secrets, dice }: World): Promise<Deadline | null> {
  const open = [
    ...(await t.deps.db.read.select().from(bookings)).map((row) => ({ ...row, at: row.expiresAt })),
    ...(await t.deps.db.read.select().from(purchases)).map((row) => ({ ...row, at: row.payBy })),
  ].flatMap(({ status, stripePaymentIntentId: intent, at }) => {
    const secret = secrets.find((known) => known.startsWith(`${intent}_secret_`))
    return status === 'pending' && at && secret ? [{ at: Date.parse(at), secret }] : []
  })
  return open.length > 0 ? dice.pick(open) : null
}

/** Two drains at the same moment, and one that the clock overtakes while the provider is slow. */
export async function drainTwice({ t, dice }: World): Promise<void> {
  if (dice.chance(0.5)) return void (await Promise.all([drainCommands(t.deps), drainCommands(t.deps)]))
  const { gateway } = t.deps.payments
  const name = dice.pick(['capture', 'release', 'refund', 'transfer', 'reverse'] as const)
  const call = gateway[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(gateway, {
    [name]: async (...args: unknown[]) => {
      Object.assign(gateway, { [name]: call })
      const answer = await call(...args)
      t.clock.advance(60 * SECOND_MS)
      await drainCommands(t.deps)
      return answer
    },
  })
  await drainCommands(t.deps)
  Object.assign(gateway, { [name]: call })
}

const HOUR_MS = 3_600_000

/** A side gives a paid rental up at any hour, from days before it begins to its end. */
export async function giveUpAtAnyHour(world: World): Promise<void> {
  const { t, owner, payer, dice } = world
  const paid = (await t.deps.db.read.select().from(bookings)).filter(({ status }) => status === 'paid')
  if (paid.length === 0) return
  const row = dice.pick(paid)
  const from = Math.max(t.clock.now.getTime(), startOfDayIn(row.timezone, row.startDate).getTime() - 60 * HOUR_MS)
  const hours = Math.floor((endOfDayIn(row.timezone, row.endDate).getTime() - from) / HOUR_MS)
  if (hours < 0) return
  await jump(world, from + dice.between(0, hours) * HOUR_MS - t.clock.now.getTime())
  await giveUp(world, row, dice.chance(0.75) ? payer.as : owner.as)
}

/** A renter looks at what comes back half an hour before that becomes less, and presses half an hour after. */
export async function giveUpTooLate(world: World): Promise<void> {
  const { t, payer, dice } = world
  const ahead = (await t.deps.db.read.select().from(bookings)).flatMap((row) => {
    const less = CANCELLATION_HOURS[row.cancellationPreset].half ?? 0
    const at = startOfDayIn(row.timezone, row.startDate).getTime() - (less + 0.5) * HOUR_MS
    return row.status === 'paid' && at > t.clock.now.getTime() ? [{ row, at }] : []
  })
  if (ahead.length === 0) return
  const { row, at } = dice.pick(ahead)
  await jump(world, at - t.clock.now.getTime())
  await giveUp(world, row, payer.as, HOUR_MS)
}

/** A payer lets the bank take the money of a rental back, and gives the rental up too. */
export async function disputeAndGiveUp(world: World): Promise<void> {
  const { t, payer, dice } = world
  const today = todayIn(t.deps.env.timezone, t.clock.now)
  const ahead = (await t.deps.db.read.select().from(bookings)).flatMap((row) =>
    row.status === 'paid' && row.startDate > today && row.stripeChargeId ? [{ row, charge: row.stripeChargeId }] : [],
  )
  if (ahead.length === 0) return
  const { row, charge } = dice.pick(ahead)
  await disputePayment(t, charge)
  await t.deps.payments.local?.tick()
  await workEvents(t.deps)
  await giveUp(world, row, payer.as)
}

/** The shown refund comes back, or the press is refused. */
async function giveUp(world: World, row: typeof bookings.$inferSelect, as: string, pause = 0): Promise<void> {
  const { t } = world
  const { body } = await t.call('GET', `/api/bookings/${row.id}/cancel-preview`, { as })
  t.clock.advance(pause)
  const shown = { expectedRefund: body.refundAmount, endsEarly: body.endsEarly }
  const wasOut = as === world.owner.as && isOutNow(world, row)
  const before = await returnedByUs(t, row.id)
  const { status } = await t.call('POST', `/api/bookings/${row.id}/cancel`, { as, body: shown })
  const returned = (await returnedByUs(t, row.id)) - before
  if (status === 200 && wasOut)
    world.wrong.push(`the owner cancelled booking ${row.id}, whose things were with their renter`)
  if (status === 200 && body.captured && returned !== body.refundAmount)
    world.wrong.push(`booking ${row.id} returned ${returned} and its side was shown ${body.refundAmount}`)
}

/** In cents, without refunds that an operator has made at the provider: over a database server, news of them may come at any moment. */
async function returnedByUs({ deps }: World['t'], bookingId: number): Promise<number> {
  const [found] = await deps.db.readBatch([
    {
      sql: `SELECT refunded_amount - coalesce((SELECT sum(amount) FROM payment_ops o
          WHERE o.booking_id = b.id AND o.kind = 'refund' AND o.state = 'done' AND o.sent_at IS NULL), 0) AS cents
        FROM bookings b WHERE b.id = ?`,
      args: [bookingId],
    },
  ])
  return Number(found?.rows[0]?.cents)
}

/** While the accounts are young, offers are approved and given up in a loop, once more than such an account may in a day. */
export async function cancelInALoop(world: World): Promise<void> {
  const { t, rental, owner, payer, dice, openedAt } = world
  if (t.clock.now.getTime() - openedAt.getTime() >= YOUNG_ACCOUNT_DAYS * 24 * HOUR_MS) return
  const { as } = dice.pick([owner, payer])
  const startDate = addDays(todayIn(t.deps.env.timezone, t.clock.now), 5)
  let cancelled = 0
  for (let nth = 0; nth <= cancelLimits.aDay.young; nth++) {
    rental.cards.renter = await saveCard(t, payer, 'pm_card_visa')
    const id = await holdOffer(t, rental, 'renter', { startDate, endDate: startDate })
    const { body } = await answerOffer(t, { owner }, id, 'approved')
    const answer = await t.call('POST', `/api/bookings/${id}/cancel`, { as })
    if (body.status === 'paid' && answer.status === 200) cancelled++
  }
  if (cancelled > cancelLimits.aDay.young) world.wrong.push(`${cancelled} paid rentals were cancelled in one day`)
}

/** The same form is open on two of the owner's devices: one changes the words, the other the price, and both stand. */
export async function editOnTwoDevices({ t, rental, owner, itemId, dice, wrong }: World): Promise<void> {
  const isListing = dice.chance(0.5)
  const path = isListing ? `/api/listings/${rental.listingId}` : `/api/made-to-order/${itemId}`
  const look = async () => (await t.call('GET', path, { as: owner.as })).body
  const { title, description, price, category, terms, mainImage, images, quantity, options } = await look()
  const own = isListing ? { terms, quantity } : { options }
  const seen = { title, description, price, category, mainImage, images, ...own }
  const words = { ...seen, title: `Forty plates, counted ${dice.between(2, 99)} times` }
  const priced = { ...seen, price: isListing ? dice.between(1000, 1500) / 100 : dice.between(3000, 5000) }
  for (const edit of dice.shuffle([words, priced])) {
    const { status, body } = await t.call('POST', path, { as: owner.as, body: { ...edit, seen } })
    if (status !== 200) wrong.push(`an edit of ${path} was refused: ${body.error}`)
  }
  const now = await look()
  if (now.title !== words.title || now.price !== priced.price)
    wrong.push(`one device took back what the other changed of ${path}`)
}

/** The payer takes a card off their account and saves another one. */
export async function replaceCard(world: World): Promise<void> {
  const { t, payer, dice, cards } = world
  const card = dice.pick(cards)
  const { status } = await t.call('DELETE', `/api/stripe/payment-methods/${card}`, { as: payer.as })
  if (status >= 400) return
  cards.splice(cards.indexOf(card), 1, await saveCard(t, payer))
  for (const row of await t.deps.db.read.select().from(bookings))
    if (row.paymentMethodId === card && (row.status === 'approved' || row.status === 'paid'))
      world.wrong.push(`the card of booking ${row.id} was removed before its rental was over`)
}

/** An order is said to be delivered, and its buyer says that it has not arrived, or that it has. */
export async function sayArrival({ t, owner, payer, dice }: World): Promise<void> {
  const open = (await t.deps.db.read.select().from(purchases)).filter(
    ({ paymentState, releasedAt }) => paymentState === 'captured' && releasedAt === null,
  )
  if (open.length === 0) return
  const { id } = dice.pick(open)
  await setOrderStatus(t, owner, id, 'delivered')
  await t.call('POST', `/api/purchases/${id}/arrival`, { as: payer.as, body: { arrived: dice.chance(0.2) } })
}

const unreleased = async ({ t }: World) =>
  (await t.deps.db.read.select().from(purchases)).filter(
    ({ status, paymentState, releasedAt }) =>
      paymentState === 'captured' && status !== 'cancelled' && releasedAt === null,
  )

/** The payer orders and pays, where nothing is in the way. */
async function order({ t, payer, itemId, cards }: World): Promise<void> {
  const [card = ''] = cards
  const { clientSecret } = (await buyItem(t, payer, itemId, { paymentMethodId: card })).body
  if (clientSecret) await confirmInPage(t, clientSecret, card)
  await workEvents(t.deps)
}

/** An order is delivered, and its share falls due. Answers the order's id, or null where nobody can order. */
async function deliverAndWait(world: World): Promise<number | null> {
  const { t, dice } = world
  if ((await unreleased(world)).length === 0) await order(world)
  const paid = await unreleased(world)
  if (paid.length === 0) return null
  const { id } = dice.pick(paid)
  await setOrderStatus(t, world.owner, id, 'delivered')
  await jump(world, dice.between(49, 170) * HOUR_MS)
  await sweepPurchases(t.deps)
  return id
}

/** A seller is paid for an order, perhaps empties the payout account, and cancels. */
export async function cancelAfterPayout(world: World): Promise<void> {
  const { t, dice } = world
  const id = await deliverAndWait(world)
  if (id === null) return
  if (dice.chance(0.6)) await drainAccount(t, await payoutAccountOf(t, world.owner)).catch(() => undefined)
  await setOrderStatus(t, world.owner, id, 'cancelled')
}

/** An operator returns some or all of an order. */
export async function refundAnOrder({ t, dice }: World): Promise<void> {
  const all = await t.deps.db.read.select().from(purchases)
  if (all.length === 0) return
  const { id, totalAmount } = dice.pick(all)
  const amount = dice.chance(0.5) ? totalAmount : dice.between(1, totalAmount)
  await refundPurchase(t.deps, CLI, id, { amount, note: 'Not as it was shown.' })
}

/** An operator holds the owner's payouts, while a share falls due, or lets them go on. */
export async function holdPayouts(world: World): Promise<void> {
  const { t, owner, dice } = world
  const heldAt = dice.chance(0.4) ? t.clock.now.toISOString() : null
  world.payoutsHeldAt = heldAt
  await t.deps.db.write(() => [step(sql`UPDATE users SET payouts_held_at = ${heldAt} WHERE id = ${owner.id}`)])
  if (heldAt) await deliverAndWait(world)
}
