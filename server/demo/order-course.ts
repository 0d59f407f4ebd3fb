import { type Purchase, payByOf } from '#schema/purchase'
import { wakingHour } from './booking-times'
import { DAY, type DemoBasis } from './demo-basis'
import type { OrderSituation, WantedOrder } from './order-plan'

type Entry = Purchase['history'][number]

const MINUTE_MS = 60_000
/** An order whose payment is open was placed this long ago, so that its half hour is not over yet. */
const OPEN_FOR_MINUTES = 4
/** Orders were placed at another hour than now. */
const HOURS_OFF = [30, 300] as const

/** The moves of an order after it was placed: actor, status, and the share of its life so far. */
const STEPS: Record<
  OrderSituation,
  [actor: Entry['actor'], status: Entry['status'], reason: string | null, share: number][]
> = {
  open_payment: [],
  paid: [],
  asked_to_cancel: [['buyer', 'paid', 'cancel_asked', 0.6]],
  processing: [['seller', 'processing', null, 0.3]],
  shipped: [
    ['seller', 'processing', null, 0.3],
    ['seller', 'shipped', null, 0.8],
  ],
  delivered: [
    ['seller', 'processing', null, 0.2],
    ['seller', 'shipped', null, 0.5],
    ['seller', 'delivered', null, 0.7],
  ],
  cancelled: [
    ['buyer', 'paid', 'cancel_asked', 0.2],
    ['seller', 'cancelled', null, 0.3],
  ],
  not_paid: [],
}

const PAYMENT_SECONDS = 3

/** The history of an order, oldest first, none of it after now. */
export function orderHistory(basis: DemoBasis, { situation, placed }: WantedOrder): [Entry, ...Entry[]] {
  const { dice, now } = basis
  const ago =
    situation === 'open_payment' ? OPEN_FOR_MINUTES : placed * DAY + dice.between(...HOURS_OFF) - HOURS_OFF[1] / 2
  const rolledAt = new Date(now.getTime() - Math.max(ago, OPEN_FOR_MINUTES) * MINUTE_MS)
  const placedAt = (situation === 'open_payment' ? rolledAt : wakingHour(rolledAt, basis.zone, -1)).getTime()
  const entry = (at: number, [actor, status, reason]: [Entry['actor'], Entry['status'], string | null]): Entry => ({
    at: new Date(Math.round(at)).toISOString(),
    actor,
    status,
    reason,
  })
  const first = entry(placedAt, ['buyer', 'pending', null])
  if (situation === 'open_payment') return [first]
  if (situation === 'not_paid')
    return [first, entry(payByOf(new Date(placedAt)).getTime(), ['clock', 'cancelled', 'not_paid'])]
  const paid = entry(placedAt + PAYMENT_SECONDS * 1000, ['provider', 'paid', null])
  let last = placedAt
  const later = STEPS[situation].map(([actor, status, reason, share]) => {
    last = awakeAfter(basis, last, placedAt + share * (now.getTime() - placedAt))
    return entry(last, [actor, status, reason])
  })
  return [first, paid, ...later]
}

/** A moment at which people are awake, after `last` and before now. */
export function awakeAfter({ now, zone }: DemoBasis, last: number, wanted: number): number {
  const morning = wakingHour(new Date(wanted), zone, 1).getTime()
  const at = morning < now.getTime() ? morning : wanted
  return Math.min(Math.max(at, last + MINUTE_MS), now.getTime() - 1)
}

/** The columns of an order that say how it came to stand where it does. */
export function orderCourse(situation: OrderSituation, history: readonly [Entry, ...Entry[]], totalAmount: number) {
  const moved = history.findLast(({ reason }) => reason !== 'cancel_asked') ?? history[0]
  const isRefunded = situation === 'cancelled'
  const isUnpaid = situation === 'open_payment' || situation === 'not_paid'
  const createdAt = history[0].at
  return {
    status: moved.status,
    statusChangedAt: moved.at,
    paymentState: isRefunded ? ('refunded' as const) : isUnpaid ? ('unpaid' as const) : ('captured' as const),
    refundedAmount: isRefunded ? totalAmount : 0,
    payBy: situation === 'open_payment' ? payByOf(new Date(createdAt)).toISOString() : null,
    cancelAskedAt: history.find(({ reason }) => reason === 'cancel_asked')?.at ?? null,
    createdAt,
  }
}
