import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { auditLedger } from '../../money/ledger/audit'
import { DAMAGE_REPORT, damagePayments } from '../../test-support/damage-kit'
import { fundsOf } from '../../test-support/provider-kit'
import {
  answerOffer,
  approvedOffer,
  confirmHold,
  holdOffer,
  makeOffer,
  openPayoutAccount,
  openRental,
  payoutAccountOf,
  type Rental,
  saveCard,
} from '../../test-support/rental-kit'
import { signIn } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto } from '../../test-support/test-photos'
import { sweepBookings } from './booking-sweep'

/** The rental is from December 10 to 12 in New York. */
const BEGINS = '2026-12-10T05:00:00.000Z'
const ENDS = '2026-12-13T04:59:59.999Z'
let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

async function at(instant: string, ms = 0): Promise<void> {
  t.clock.now = new Date(Date.parse(instant) + ms)
  for (const person of [rental.owner, rental.renter]) person.as = await signIn(t, person.username)
}
const paidBooking = () => approvedOffer(t, rental, 'renter')
const preview = (id: number, who: 'renter' | 'owner') =>
  t.call('GET', `/api/bookings/${id}/cancel-preview`, { as: rental[who].as })
const giveUp = (id: number, who: 'renter' | 'owner', body: object = {}) =>
  t.call('POST', `/api/bookings/${id}/cancel`, { as: rental[who].as, body })
const report = async (id: number) => {
  await keepTestPhoto(t, rental.owner, 'chip')
  return t.call('POST', `/api/bookings/${id}/damage-report`, { as: rental.owner.as, body: DAMAGE_REPORT })
}

describe('the refund that was shown binds', () => {
  test('a renter who crosses the line between looking and pressing is asked again', async () => {
    const id = await paidBooking()
    await at(BEGINS, -48 * 3_600_000 - 60_000)
    const shown = (await preview(id, 'renter')).body
    expect(shown).toMatchObject({ refundAmount: 1875, endsEarly: false })
    await at(BEGINS, -48 * 3_600_000 + 60_000)
    const refused = await giveUp(id, 'renter', { expectedRefund: shown.refundAmount })
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
    expect(refused.body.now).toEqual({
      refundAmount: 0,
      totalAmount: 3750,
      percent: 0,
      captured: true,
      endsEarly: false,
    })
    expect((await preview(id, 'renter')).status).toBe(200)
    expect((await giveUp(id, 'renter', { expectedRefund: 0 })).body).toMatchObject({
      status: 'cancelled',
      refundedAmount: 0,
    })
  })

  test('also where the rental begins in between: nothing back is not the same as an early end', async () => {
    const id = await paidBooking()
    await at(BEGINS, -60_000)
    expect((await preview(id, 'renter')).body).toMatchObject({ refundAmount: 0, endsEarly: false })
    await at(BEGINS, 60_000)
    const refused = await giveUp(id, 'renter', { expectedRefund: 0, endsEarly: false })
    expect([refused.status, refused.body.now.endsEarly]).toEqual([409, true])
    expect((await giveUp(id, 'renter', { expectedRefund: 0, endsEarly: true })).body).toMatchObject({
      status: 'completed',
    })
  })

  test('so does that nothing has been taken: money that is taken in between is told before anything is cancelled', async () => {
    const id = await holdOffer(t, rental, 'renter')
    const shown = (await preview(id, 'renter')).body
    expect(shown).toMatchObject({ refundAmount: 3750, captured: false })
    await answerOffer(t, rental, id, 'approved')
    const wish = { expectedRefund: 3750, captured: false }
    for (const who of ['renter', 'owner'] as const) {
      const refused = await giveUp(id, who, wish)
      expect([refused.status, refused.body.code, refused.body.now?.captured]).toEqual([409, 'price_changed', true])
    }
    expect((await giveUp(id, 'renter', { ...wish, captured: true })).body.status).toBe('cancelled')
  })

  test('a repeat of what was done already is answered with where it stands', async () => {
    const id = await paidBooking()
    const [first, second] = await Promise.all([
      giveUp(id, 'renter', { expectedRefund: 3750 }),
      giveUp(id, 'renter', { expectedRefund: 3750 }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
  })
})

describe('once the first day has begun', () => {
  test.each([
    ['the first instant', BEGINS, 0],
    ['the last minute of the last day', ENDS, -120_000],
  ])(
    'a renter ends the rental early (%s): it is completed, its days stay taken, nothing comes back',
    async (_, instant, ms) => {
      const id = await paidBooking()
      await at(instant, ms)
      expect((await preview(id, 'renter')).body).toMatchObject({ refundAmount: 0, endsEarly: true })
      const { status, body } = await giveUp(id, 'renter', { expectedRefund: 0, endsEarly: true })
      expect([status, body.status, body.statusReason, body.refundedAmount]).toEqual([
        200,
        'completed',
        'ended_early',
        0,
      ])
      const other = await makeOffer(t, rental, 'rival', { startDate: '2026-12-12', endDate: '2026-12-12', quantity: 2 })
      // By then nobody can make an offer for that day anyway.
      expect(other.body.code).toBe(ms < 0 ? 'validation' : 'dates_taken')
      expect((await giveUp(id, 'renter')).body.code).toBe('not_cancellable')
      expect((await giveUp(id, 'owner')).body.code).toBe('not_cancellable')
    },
  )

  test('an owner cancels no thing that is out: on the first day after the pickup, later in any case, until it is back', async () => {
    const id = await paidBooking()
    const write = (moment: string, who: 'renter' | 'owner') =>
      t.call('POST', `/api/bookings/${id}/handovers/${moment}`, {
        as: rental[who].as,
        body: { checks: ['counted'], photos: [], note: '' },
      })
    const refusal = async () => {
      const [asked, pressed] = [await preview(id, 'owner'), await giveUp(id, 'owner', { expectedRefund: 3750 })]
      expect(pressed.body).toEqual(asked.body)
      return [asked.status, asked.body.code, asked.body.message]
    }
    const out = [409, 'not_cancellable', 'It is with its renter now. Ask for it back in the messages.']
    await at(BEGINS, 3_600_000)
    expect((await preview(id, 'owner')).body).toMatchObject({ refundAmount: 3750 })
    expect((await write('pickup', 'renter')).status).toBe(200)
    expect(await refusal()).toEqual(out)
    await at(BEGINS, 25 * 3_600_000)
    expect(await refusal()).toEqual(out)
    expect((await write('return', 'owner')).status).toBe(200)
    expect((await giveUp(id, 'owner', { expectedRefund: 3750 })).body).toMatchObject({
      ...{ status: 'cancelled', refundedAmount: 3750 },
    })
  })

  test('an owner whose thing is handed over while the cancel waits for its turn cancels nothing', async () => {
    const id = await paidBooking()
    await at(BEGINS, 3_600_000)
    let open = () => {}
    const turn = t.deps.db.exclusive(() => new Promise<void>((resolve) => (open = resolve)))
    const page = { checks: ['counted'], photos: [], note: '' }
    const written = t.call('POST', `/api/bookings/${id}/handovers/pickup`, { as: rental.renter.as, body: page })
    await Bun.sleep(50)
    const pressed = giveUp(id, 'owner', { expectedRefund: 3750 })
    await Bun.sleep(50)
    open()
    await turn
    expect((await written).status).toBe(200)
    expect((await pressed).body.code).toBe('not_cancellable')
  })

  test('its owner may report damage at once and until a day after the last day, both sides write the return, the card stays', async () => {
    const id = await paidBooking()
    await at(BEGINS, 3_600_000)
    expect((await report(id)).body.code).toBe('damage_window_closed')
    await giveUp(id, 'renter')
    const page = { checks: ['counted'], photos: [], note: 'All back' }
    for (const who of ['owner', 'renter'] as const)
      expect(
        (await t.call('POST', `/api/bookings/${id}/handovers/return`, { as: rental[who].as, body: page })).status,
      ).toBe(200)
    await at(ENDS, 23 * 3_600_000)
    const removed = await t.call('DELETE', `/api/stripe/payment-methods/${rental.cards.renter}`, {
      as: rental.renter.as,
    })
    expect(removed.body.code).toBe('payment_method_in_use')
    expect((await report(id)).status).toBe(201)
    const claim = (await t.deps.db.read.query.damageReports.findFirst())?.id
    await t.call('POST', `/api/damage-reports/${claim}/respond`, {
      as: rental.renter.as,
      body: { acceptResponsibility: true, images: [] },
    })
    expect(await damagePayments(t, id)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
    await at(ENDS, 72 * 3_600_000)
    await sweepBookings(t.deps)
    expect(await fundsOf(t, await payoutAccountOf(t, rental.owner))).toBe(3750 + 2000)
  })

  test('an owner who cancels gives everything back, and may still report damage; the card stays', async () => {
    const id = await paidBooking()
    await at(BEGINS, 3_600_000)
    expect((await giveUp(id, 'owner', { expectedRefund: 3750 })).body).toMatchObject({ status: 'cancelled' })
    const removed = await t.call('DELETE', `/api/stripe/payment-methods/${rental.cards.renter}`, {
      as: rental.renter.as,
    })
    expect(removed.body.code).toBe('payment_method_in_use')
    expect((await report(id)).status).toBe(201)
  })

  test('before it nothing of this holds', async () => {
    const id = await paidBooking()
    await at(BEGINS, -1_000)
    expect((await giveUp(id, 'renter', { expectedRefund: 0 })).body).toMatchObject({ status: 'cancelled' })
    expect((await report(id)).body.code).toBe('damage_window_closed')
  })
})

describe('before the first day has begun, with the thing handed over already', () => {
  const write = (id: number, who: 'renter' | 'owner', moment: 'pickup' | 'return' = 'pickup') =>
    t.call('POST', `/api/bookings/${id}/handovers/${moment}`, {
      as: rental[who].as,
      body: { checks: ['counted'], photos: [], note: '' },
    })

  test.each([
    ['who has written down the pickup, as the owner has,', ['renter', 'owner'], -6 * 24],
    ['whose owner has written it down, once nothing comes back anyway,', ['owner'], -6],
  ] as const)(
    'a renter %s ends the rental early: damage may be reported, the card stays',
    async (_who, sides, hours) => {
      const id = await paidBooking()
      await at(BEGINS, hours * 3_600_000)
      for (const who of sides) await write(id, who)
      expect((await preview(id, 'renter')).body).toMatchObject({ refundAmount: 0, endsEarly: true })
      const refused = await giveUp(id, 'renter', { expectedRefund: 0, endsEarly: false })
      expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
      const { body } = await giveUp(id, 'renter', { expectedRefund: 0, endsEarly: true })
      expect(body).toMatchObject({ status: 'completed', statusReason: 'ended_early', refundedAmount: 0 })
      const removed = await t.call('DELETE', `/api/stripe/payment-methods/${rental.cards.renter}`, {
        as: rental.renter.as,
      })
      expect(removed.body.code).toBe('payment_method_in_use')
      expect((await report(id)).status).toBe(201)
    },
  )

  test.each(['owner', 'renter'] as const)('what the %s alone has written ahead takes no refund away', async (who) => {
    const id = await paidBooking()
    await at(BEGINS, -6 * 24 * 3_600_000)
    await write(id, who)
    expect((await preview(id, 'renter')).body).toMatchObject({ refundAmount: 3750, endsEarly: false })
    expect((await giveUp(id, 'renter', { expectedRefund: 3750 })).body).toMatchObject({ status: 'cancelled' })
  })

  test('a renter who has given it back, as the owner says, cancels; the renter’s own word of the return is not enough', async () => {
    const id = await paidBooking()
    await at(BEGINS, -6 * 24 * 3_600_000)
    for (const who of ['renter', 'owner'] as const) await write(id, who)
    await write(id, 'renter', 'return')
    expect((await preview(id, 'renter')).body).toMatchObject({ refundAmount: 0, endsEarly: true })
    await write(id, 'owner', 'return')
    expect((await giveUp(id, 'renter', { expectedRefund: 3750 })).body).toMatchObject({ status: 'cancelled' })
  })

  test('an owner cancels nothing that both sides have written down as picked up', async () => {
    const id = await paidBooking()
    await at(BEGINS, -12 * 3_600_000)
    await write(id, 'owner')
    expect((await preview(id, 'owner')).body).toMatchObject({ refundAmount: 3750 })
    await write(id, 'renter')
    expect((await giveUp(id, 'owner', { expectedRefund: 3750 })).body.code).toBe('not_cancellable')
    await write(id, 'owner', 'return')
    expect((await giveUp(id, 'owner', { expectedRefund: 3750 })).body).toMatchObject({ status: 'cancelled' })
  })
})

describe('the card that paid', () => {
  async function paidWithAnother() {
    const first = rental.cards.renter
    const second = await saveCard(t, rental.renter, 'pm_card_mastercard')
    const { body } = await makeOffer(t, rental, 'renter')
    const declined = await saveCard(t, rental.renter, 'pm_card_chargeCustomerFail')
    expect((await confirmHold(t, body.clientSecret, declined)).error?.code).toBeDefined()
    await confirmHold(t, body.clientSecret, second)
    await t.call('POST', '/api/bookings/update-statuses', { as: rental.renter.as })
    const id = body.booking.id
    await answerOffer(t, rental, id, 'approved')
    return { id, first, second }
  }

  test('is the one that damage is charged to, and the one that cannot be removed', async () => {
    const { id, first, second } = await paidWithAnother()
    const remove = (card: string) => t.call('DELETE', `/api/stripe/payment-methods/${card}`, { as: rental.renter.as })
    expect((await remove(second)).body.code).toBe('payment_method_in_use')
    expect((await remove(first)).status).toBe(200)
    await at(ENDS, 60_000)
    expect((await report(id)).status).toBe(201)
    expect((await remove(second)).body.code).toBe('payment_method_in_use')
    const claim = (await t.deps.db.read.query.damageReports.findFirst())?.id
    const body = { acceptResponsibility: true, images: [] }
    await t.call('POST', `/api/damage-reports/${claim}/respond`, { as: rental.renter.as, body })
    expect(await damagePayments(t, id)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
    expect(await t.deps.db.read.query.damageReports.findFirst()).toMatchObject({ paymentState: 'charged' })
  })
})
