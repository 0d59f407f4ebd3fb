import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  canAskToCancel,
  DeliveryAddress,
  isAskedToCancel,
  isLate,
  isPaidBack,
  lastDayToSend,
  needByProblems,
  PURCHASE_PAYMENT_STATES,
  PURCHASE_STATUSES,
  payByOf,
  sellerReleaseAt,
  statusChangeProblem,
  wasPaid,
} from '#schema/purchase'

const TODAY = '2026-11-22'
const status = fc.constantFrom(...PURCHASE_STATUSES)
const paymentState = fc.constantFrom(...PURCHASE_PAYMENT_STATES)

test('an order was paid, whatever became of the money, unless nothing was ever taken', () => {
  const paid = PURCHASE_PAYMENT_STATES.filter((state) => wasPaid({ paymentState: state }))
  expect(paid).toEqual(['captured', 'refunding', 'refunded', 'refund_failed'])
})

test('an order is paid back when nothing is left of what was paid', () => {
  const isBack = (paymentState: 'unpaid' | 'captured' | 'refunded', refundedAmount: number) =>
    isPaidBack({ paymentState, totalAmount: 4000, refundedAmount })
  expect([isBack('unpaid', 0), isBack('captured', 0), isBack('refunded', 1000)]).toEqual([false, false, false])
  expect([isBack('captured', 4000), isBack('refunded', 4000)]).toEqual([true, true])
})

describe('the statuses that a seller may set', () => {
  const NOW = new Date('2026-11-22T12:00:00Z')
  const whole = { totalAmount: 4000, refundedAmount: 0, deliveredAt: null }
  type Judged = Pick<Parameters<typeof statusChangeProblem>[0], 'status' | 'paymentState'> & {
    refundedAmount?: number
    deliveredAt?: string
  }
  test.each<[Judged, Record<string, string | null>]>([
    [
      { status: 'pending', paymentState: 'unpaid' },
      { paid: 'not_paid', processing: 'not_paid', shipped: 'not_paid', delivered: 'not_paid', cancelled: null },
    ],
    [
      { status: 'paid', paymentState: 'captured' },
      { pending: 'paid_by_hand', processing: null, shipped: null, delivered: null, cancelled: null },
    ],
    [
      { status: 'delivered', paymentState: 'captured' },
      { pending: 'paid_by_hand', paid: null, processing: null, shipped: null, cancelled: null },
    ],
    [
      { status: 'delivered', paymentState: 'captured', deliveredAt: '2026-11-15T12:00:00.000Z' },
      { shipped: null, cancelled: null },
    ],
    [
      { status: 'delivered', paymentState: 'captured', deliveredAt: '2026-11-15T11:59:59.999Z' },
      { shipped: null, cancelled: 'cancel_too_late' },
    ],
    [
      // Setting it back first opens no way round.
      { status: 'processing', paymentState: 'captured', deliveredAt: '2026-11-01T12:00:00.000Z' },
      { shipped: null, cancelled: 'cancel_too_late' },
    ],
    [
      { status: 'processing', paymentState: 'refunded', refundedAmount: 1000 },
      { pending: 'paid_by_hand', shipped: null, cancelled: null },
    ],
    [
      { status: 'processing', paymentState: 'refunded', refundedAmount: 4000 },
      { shipped: 'purchase_over', cancelled: 'purchase_over' },
    ],
    [
      { status: 'cancelled', paymentState: 'refunded', refundedAmount: 4000 },
      { pending: 'purchase_over', paid: 'purchase_over', shipped: 'purchase_over', delivered: 'purchase_over' },
    ],
  ])('%j', (purchase, wanted) => {
    for (const [next, problem] of Object.entries(wanted))
      expect([
        next,
        statusChangeProblem({ ...whole, ...purchase }, next as (typeof PURCHASE_STATUSES)[number], NOW),
      ]).toEqual([next, problem])
  })

  test('never the one that it has, never anything once it is over, never work on what was not paid', () =>
    fc.assert(
      fc.property(status, paymentState, status, (now, money, wanted) => {
        const problem = statusChangeProblem({ ...whole, status: now, paymentState: money }, wanted, NOW)
        if (wanted === now) expect(problem).toBe('same_status')
        else if (now === 'cancelled') expect(problem).toBe('purchase_over')
        else if ((money === 'unpaid' || money === 'failed') && wanted !== 'cancelled') expect(problem).toBe('not_paid')
        else if (wanted === 'cancelled') expect(problem).toBeNull()
      }),
    ))
})

describe('a day by which it must be there', () => {
  const EXPECTED = '2026-11-29'
  test.each([
    ['none', { needBy: null, askedMaker: false }, {}],
    ['the expected day itself', { needBy: EXPECTED, askedMaker: false }, {}],
    ['one before it, the maker asked', { needBy: '2026-11-28', askedMaker: true }, {}],
    [
      'one before it, the maker not asked',
      { needBy: '2026-11-28', askedMaker: false },
      { askedMaker: 'Please ask the maker first whether it can be there by then' },
    ],
    [
      'one that is over, whoever was asked',
      { needBy: '2026-11-21', askedMaker: true },
      { needBy: 'Please choose a day that is still to come' },
    ],
    ['today, the maker asked', { needBy: TODAY, askedMaker: true }, {}],
  ])('%s', (_, wishes, problems) => expect(needByProblems(wishes, EXPECTED, TODAY)).toEqual(problems))
})

test('a buyer asks once to cancel, until work has begun', () => {
  for (const at of PURCHASE_STATUSES) {
    const isEarly = at === 'pending' || at === 'paid'
    expect([at, canAskToCancel({ status: at, cancelAskedAt: null })]).toEqual([at, isEarly])
    expect(canAskToCancel({ status: at, cancelAskedAt: '2026-11-22T10:00:00.000Z' })).toBe(false)
  }
})

test('sending an order answers the wish to cancel it', () => {
  const asked = PURCHASE_STATUSES.filter((at) => isAskedToCancel({ status: at, cancelAskedAt: '2026-11-22T10:00:00Z' }))
  expect(asked).toEqual(['paid', 'processing'])
  expect(isAskedToCancel({ status: 'paid', cancelAskedAt: null })).toBe(false)
})

test('an order that is not paid ends after half an hour', () =>
  expect(payByOf(new Date('2026-11-22T23:45:00.000Z')).toISOString()).toBe('2026-11-23T00:15:00.000Z'))

test.each([
  ['delivered', '2026-11-24T10:00:00.000Z'],
  ['shipped', '2026-12-06T10:00:00.000Z'],
  ['processing', undefined],
  ['cancelled', undefined],
] as const)('the money of an order that is %s is its seller’s from %p', (at, due) =>
  expect(sellerReleaseAt({ status: at, statusChangedAt: '2026-11-22T10:00:00.000Z' })?.toISOString()).toBe(
    due as string,
  ),
)

test.each([
  [{ status: 'paid', needBy: '2026-11-21', estimatedDeliveryDate: '2026-11-29' }, false],
  [{ status: 'paid', needBy: '2026-11-21', estimatedDeliveryDate: '2026-11-20' }, true],
  [{ status: 'paid', needBy: TODAY, estimatedDeliveryDate: '2026-11-20' }, false],
  [{ status: 'shipped', needBy: null, estimatedDeliveryDate: '2026-11-21' }, true],
  [{ status: 'delivered', needBy: '2026-11-01', estimatedDeliveryDate: null }, false],
  [{ status: 'cancelled', needBy: '2026-11-01', estimatedDeliveryDate: null }, false],
  [{ status: 'paid', needBy: null, estimatedDeliveryDate: null }, false],
] as const)('%j is late: %p', (order, late) => expect(isLate(order, TODAY)).toBe(late))

test('a seller may cancel for 7 times 24 hours after the delivery, whatever the clocks of their device do', () => {
  const zone = process.env.TZ ?? 'UTC'
  const captured = { status: 'delivered', paymentState: 'captured', totalAmount: 4000, refundedAmount: 0 } as const
  const problemAt = (deliveredAt: string, now: string) =>
    statusChangeProblem({ ...captured, deliveredAt }, 'cancelled', new Date(now))
  for (const TZ of ['America/New_York', 'UTC']) {
    process.env.TZ = TZ
    expect(problemAt('2026-10-30T12:00:00.000Z', '2026-11-06T12:00:00.001Z')).toBe('cancel_too_late')
    expect(problemAt('2027-03-12T12:00:00.000Z', '2027-03-19T12:00:00.000Z')).toBeNull()
  }
  process.env.TZ = zone
})

test('a late order may be sent until 14 days after its promised day, and for a week after its warning', () => {
  const late = (...at: string[]) =>
    at.map((at) => ({ at, actor: 'clock' as const, status: 'paid' as const, reason: 'late' }))
  const order = { status: 'paid' as const, needBy: null, estimatedDeliveryDate: '2026-12-08', history: late() }
  expect(lastDayToSend(order, '2026-12-08')).toBeNull()
  expect(lastDayToSend(order, '2026-12-09')).toBe('2026-12-22')
  // On the minute after midnight in New York.
  expect(lastDayToSend({ ...order, history: late('2026-12-16T05:01:00.000Z') }, '2026-12-16')).toBe('2026-12-22')
  const again = late('2026-12-16T05:01:00.000Z', '2026-12-29T02:00:00.000Z')
  expect(lastDayToSend({ ...order, history: again }, '2026-12-29')).toBe('2027-01-03')
  expect(lastDayToSend({ ...order, history: again, status: 'shipped' }, '2026-12-29')).toBeNull()
  // Its buyer wants it on another day than the expected one.
  expect(lastDayToSend({ ...order, needBy: '2026-12-20' }, '2026-12-20')).toBeNull()
  expect(lastDayToSend({ ...order, needBy: '2026-12-20' }, '2026-12-21')).toBe('2027-01-03')
  expect(lastDayToSend({ ...order, needBy: '2026-12-05' }, '2026-12-09')).toBe('2026-12-22')
})

test.each([
  ['name', 'Recipient name is required'],
  ['street', 'Street address is required'],
  ['city', 'City is required'],
  ['state', 'State is required'],
  ['zipCode', 'Valid ZIP code is required'],
])('a parcel needs a %s', (field, message) => {
  const address = { name: 'Ana Ruiz', street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }
  expect(DeliveryAddress.safeParse(address).success).toBe(true)
  for (const value of ['  ', undefined])
    expect(DeliveryAddress.safeParse({ ...address, [field]: value }).error?.issues[0]?.message).toBe(message)
})
