import { eq, sql } from 'drizzle-orm'
import { addDays, todayIn } from '#schema/date-range'
import { bookingTotal, listingPrices } from '#schema/money'
import { PURCHASE_STATUSES } from '#schema/purchase'
import { endOfDayIn } from '#schema/zone'
import { step } from '../../db/steps'
import { bookings, damageReports, purchases } from '../../db/tables'
import { FAULT_KINDS } from '../../local-provider/faults'
import { sweepPurchases } from '../../made-to-order/purchases/purchase-sweep'
import { drainCommands } from '../../money/drain-commands'
import { CLI, decideClaim } from '../../operator/operator-service'
import { refundBooking } from '../../rentals/bookings/booking-refunds'
import { sweepBookings } from '../../rentals/bookings/booking-sweep'
import { sweepClaims } from '../../rentals/damage-reports/damage-sweep'
import { reconcile } from '../../settlement/reconcile'
import { workEvents } from '../../settlement/webhooks'
import { confirmInPage } from '../damage-kit'
import { buyItem, setOrderStatus } from '../order-kit'
import { askProvider, decideDispute, disputePayment, drainAccount } from '../provider-kit'
import { answerOffer, confirmHold, makeOffer, payoutAccountOf } from '../rental-kit'
import { testPhoto } from '../test-photos'
import { answerAtTheEnd, askBack } from './day-presses'
import {
  cancelAfterPayout,
  cancelInALoop,
  disputeAndGiveUp,
  drainTwice,
  editOnTwoDevices,
  giveUpAtAnyHour,
  giveUpTooLate,
  holdPayouts,
  payAtDeadline,
  refundAnOrder,
  replaceCard,
  sayArrival,
} from './hostile-presses'
import { jump } from './jump'
import { captureByHand, failReading, refundByHand, takeBackByHand } from './provider-presses'
import type { World } from './world'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const JUMPS = [
  MINUTE_MS,
  MINUTE_MS,
  16 * MINUTE_MS,
  31 * MINUTE_MS,
  2 * HOUR_MS,
  8 * HOUR_MS,
  25 * HOUR_MS,
  3 * DAY_MS,
  7 * DAY_MS,
]
const HOME = { street: '1 Main Street', city: 'New York', state: 'NY', zipCode: '10001' }

/** More than may be charged for damage in a rental of this market. */
const ABOVE_THE_CAP = 250_000

type Press = (world: World) => Promise<unknown>

/** Some presses are made twice at the same moment. */
async function maybeTwice(world: World, press: () => Promise<unknown>): Promise<void> {
  await Promise.all(world.dice.chance(0.3) ? [press(), press()] : [press()])
}

async function offer(world: World): Promise<void> {
  const { t, rental, payer, dice, cards } = world
  const startDate = addDays(todayIn(t.deps.env.timezone, t.clock.now), dice.between(0, 4))
  const card = dice.pick(cards)
  const dates = { startDate, endDate: addDays(startDate, dice.between(0, 2)) }
  const listing = await t.call('GET', `/api/listings/${rental.listingId}`)
  const isDelivered = Number(startDate.slice(-2)) % 2 === 1
  const expectedTotal = bookingTotal(dates, 1, listingPrices(listing.body, isDelivered))
  const delivery = isDelivered ? { deliverTo: HOME } : {}
  const input = { ...dates, ...delivery, clientId: crypto.randomUUID(), expectedTotal }
  world.shown.set(input.clientId, expectedTotal)
  if (dice.chance(0.2)) await movePrice(world)
  rental.cards.renter = card
  await maybeTwice(world, async () => {
    const { body } = await makeOffer(t, rental, 'renter', input)
    if (body.code === 'price_changed') await leavesNothing(world, input.clientId)
    if (!body.clientSecret) return
    world.secrets.push(body.clientSecret)
    if (dice.chance(0.9)) await pay(world, body.clientSecret, card)
    if (dice.chance(0.7)) await t.call('POST', '/api/bookings/update-statuses', { as: payer.as })
  })
}

/** As in the page, where the bank's own step is passed, failed or left. */
async function pay({ t, dice }: World, secret: string, card: string): Promise<void> {
  await (dice.chance(0.8) ? confirmInPage : confirmHold)(t, secret, card)
}

async function buy(world: World): Promise<void> {
  const { t, payer, itemId, dice, cards } = world
  const { price: expectedTotal } = (await t.call('GET', `/api/made-to-order/${itemId}`)).body
  const clientId = crypto.randomUUID()
  const input = { paymentMethodId: dice.pick(cards), clientId, expectedTotal }
  world.shown.set(clientId, expectedTotal)
  if (dice.chance(0.2)) await movePrice(world)
  await maybeTwice(world, async () => {
    const answer = await buyItem(t, payer, itemId, input)
    if (answer.body.code === 'price_changed') await leavesNothing(world, clientId)
    if (answer.body.clientSecret) world.secrets.push(answer.body.clientSecret)
  })
}

/** A person who was shown another price has offered and ordered nothing. */
async function leavesNothing({ t, wrong }: World, clientId: string): Promise<void> {
  const made = [
    ...(await t.deps.db.read.select({ id: bookings.id }).from(bookings).where(eq(bookings.clientId, clientId))),
    ...(await t.deps.db.read.select({ id: purchases.id }).from(purchases).where(eq(purchases.clientId, clientId))),
  ]
  if (made.length > 0) wrong.push('an offer or order that was refused for its price was made all the same')
}

async function payLate(world: World): Promise<void> {
  if (world.secrets.length === 0) return
  const secret = world.dice.pick(world.secrets)
  await maybeTwice(world, () => pay(world, secret, world.dice.pick(world.cards)))
}

/** The owner changes what is asked between their customer's look and press. */
async function movePrice({ t, rental, itemId, dice }: World): Promise<void> {
  await t.deps.db.write(() => [
    step(sql`UPDATE listings SET price_cents = ${dice.between(1000, 1500)} WHERE id = ${rental.listingId}`),
    step(sql`UPDATE made_to_order_items SET price = ${dice.between(3000, 5000)} WHERE id = ${itemId}`),
  ])
}

const allBookings = ({ t }: World) => t.deps.db.read.select().from(bookings)
const allPurchases = ({ t }: World) => t.deps.db.read.select().from(purchases)

async function answer(world: World): Promise<void> {
  const { t, owner, dice } = world
  const open = (await allBookings(world)).filter(
    ({ status, paymentState }) => status === 'pending' && (paymentState === 'held' || dice.chance(0.1)),
  )
  if (open.length === 0) return
  const { id } = dice.pick(open)
  const press = (status: string) => answerOffer(t, { owner }, id, status)
  const status = dice.chance(0.85) ? 'approved' : 'declined'
  await Promise.all(dice.chance(0.2) ? [press('approved'), press('declined')] : [press(status)])
}

async function cancel(world: World): Promise<void> {
  const { t, owner, payer, dice } = world
  const open = (await allBookings(world)).filter(({ status }) => ['pending', 'approved', 'paid'].includes(status))
  if (open.length === 0) return
  const { id } = dice.pick(open)
  const as = dice.chance(0.5) ? owner.as : payer.as
  await maybeTwice(world, () => t.call('POST', `/api/bookings/${id}/cancel`, { as }))
}

async function setOrder(world: World): Promise<void> {
  const { t, owner, dice } = world
  const all = await allPurchases(world)
  if (all.length === 0) return
  const { id } = dice.pick(all)
  const status = dice.pick(PURCHASE_STATUSES)
  await maybeTwice(world, () => setOrderStatus(t, owner, id, status))
}

async function askToCancel(world: World): Promise<void> {
  const { t, payer, dice } = world
  const all = await allPurchases(world)
  if (all.length > 0) await t.call('POST', `/api/purchases/${dice.pick(all).id}/ask-cancel`, { as: payer.as })
}

async function refund(world: World): Promise<void> {
  const all = await allBookings(world)
  if (all.length === 0) return
  const { id, totalAmount } = world.dice.pick(all)
  await maybeTwice(world, () => refundBooking(world.t.deps, id, world.dice.between(1, totalAmount)).catch(refused))
}

async function claim(world: World): Promise<void> {
  const { t, owner, payer, dice } = world
  const [report] = dice.shuffle((await t.deps.db.read.select().from(damageReports)).filter(isUndecided))
  if (!report) {
    const ended = (await allBookings(world)).filter(({ status }) => status === 'completed')
    if (ended.length === 0) return
    const repairEstimate = dice.pick([2001, 2001, 2001, ABOVE_THE_CAP])
    const body = { description: 'Two plates are chipped.', images: [testPhoto('a')], repairEstimate }
    await t.call('POST', `/api/bookings/${dice.pick(ended).id}/damage-report`, { as: owner.as, body })
    return
  }
  if (report.status === 'pending_review') {
    const body = { acceptResponsibility: dice.chance(0.6), response: 'They were old.', images: [] }
    await maybeTwice(world, () => t.call('POST', `/api/damage-reports/${report.id}/respond`, { as: payer.as, body }))
    return
  }
  const decision = { approve: dice.chance(0.7), finalAmount: dice.between(1, 2001), note: 'Seen.' }
  await decideClaim(t.deps, CLI, report.id, decision).catch(refused)
}

const isUndecided = ({ status }: { status: string }) => !status.startsWith('resolved')

async function payDamage(world: World): Promise<void> {
  const { t, payer, dice, cards } = world
  const open = (await t.deps.db.read.select().from(damageReports)).filter(
    ({ paymentState }) => paymentState === 'action_needed',
  )
  if (open.length === 0) return
  const { body } = await t.call('POST', `/api/damage-reports/${dice.pick(open).id}/payment`, { as: payer.as })
  if (body.clientSecret) await pay(world, body.clientSecret, dice.pick(cards))
}

async function dispute(world: World): Promise<void> {
  const { data } = await askProvider(world.t, 'GET', '/v1/charges?limit=30')
  const taken = data.filter((charge: { captured: boolean; disputed: boolean }) => charge.captured && !charge.disputed)
  if (taken.length > 0) await disputePayment(world.t, world.dice.pick(taken as { id: string }[]).id)
}

/** The bank decides what it still has to decide. */
export async function decideDisputes({ t, dice }: World, share: number): Promise<void> {
  const { data } = await askProvider(t, 'GET', '/v1/disputes?limit=100')
  for (const { id, status } of data)
    if (status !== 'won' && status !== 'lost' && dice.chance(share))
      await decideDispute(t, id, dice.chance(0.5) ? 'won' : 'lost')
}

export async function setAccount(world: World, state: 'active' | 'restricted'): Promise<void> {
  await askProvider(world.t, 'POST', `/_local/accounts/${await payoutAccountOf(world.t, world.owner)}`, { state })
}

async function arm({ t, dice }: World): Promise<void> {
  const kind = dice.pick(FAULT_KINDS.filter((fault) => fault !== 'delay'))
  await askProvider(t, 'POST', '/_local/faults', { kind, times: String(dice.between(1, 4)) })
}

/** The machine is gone between the provider's next answer and our note of it. */
async function dieOnce({ t, dice }: World): Promise<void> {
  const { gateway } = t.deps.payments
  const name = dice.pick([
    'capture',
    'release',
    'refund',
    'transfer',
    'reverse',
    'createHold',
    'chargePresent',
  ] as const)
  const call = gateway[name] as (...args: unknown[]) => Promise<unknown>
  Object.assign(gateway, {
    [name]: async (...args: unknown[]) => {
      Object.assign(gateway, { [name]: call })
      await call(...args)
      throw new Error('The machine is gone')
    },
  })
}

/** The last day of a paid booking is over, and its things are looked through. */
async function lookThrough(world: World): Promise<void> {
  const { t, dice } = world
  const [paid] = dice.shuffle((await allBookings(world)).filter(({ status }) => status === 'paid'))
  if (!paid) return
  const ends = endOfDayIn(paid.timezone, paid.endDate).getTime() + HOUR_MS
  if (ends > t.clock.now.getTime()) await jump(world, ends - t.clock.now.getTime())
  await sweepBookings(t.deps)
  await claim(world)
}

const TIMERS: Press[] = [
  async ({ t }) => t.deps.payments.local?.tick(),
  ({ t }) => workEvents(t.deps),
  ({ t }) => sweepBookings(t.deps),
  ({ t }) => sweepClaims(t.deps),
  ({ t }) => sweepPurchases(t.deps),
  ({ t }) => reconcile(t.deps),
  ({ t }) => drainCommands(t.deps),
]

/** One turn of every timer; one that fails holds up no other. */
export async function runTimers(world: World): Promise<void> {
  for (const timer of TIMERS) await timer(world).catch(refused)
}

/** A press that is refused, or whose server is gone, has had its answer. */
function refused(): void {}

const PRESSES: [weight: number, press: Press][] = [
  [7, offer],
  [3, payLate],
  [9, answer],
  [2, cancel],
  [3, buy],
  [4, setOrder],
  [1, askToCancel],
  [2, refund],
  [4, claim],
  [3, lookThrough],
  [1, payDamage],
  [1, dispute],
  [1, (world) => decideDisputes(world, 0.7)],
  [1, async (world) => drainAccount(world.t, await payoutAccountOf(world.t, world.owner))],
  [1, (world) => setAccount(world, world.dice.chance(0.5) ? 'active' : 'restricted')],
  [2, payAtDeadline],
  [1, captureByHand],
  [2, drainTwice],
  [3, giveUpAtAnyHour],
  [3, cancelAfterPayout],
  [1, refundAnOrder],
  [3, failReading],
  [1, holdPayouts],
  [1, replaceCard],
  [1, sayArrival],
  [2, giveUpTooLate],
  [1, cancelInALoop],
  [1, disputeAndGiveUp],
  [1, editOnTwoDevices],
  [2, answerAtTheEnd],
  [3, askBack],
  [1, refundByHand],
  [1, takeBackByHand],
  [3, arm],
  [1, dieOnce],
  [5, (world) => jump(world, world.dice.pick(JUMPS))],
  [5, runTimers],
  [3, (world) => world.dice.pick(TIMERS)(world)],
]
const ALL = PRESSES.flatMap(([weight, press]) => Array<Press>(weight).fill(press))

/** Presses whatever the dice say. */
export async function pressAnything(world: World): Promise<void> {
  await world.dice.pick(ALL)(world).catch(refused)
}
