import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { deleteInPages } from '../db/old-rows'
import { step } from '../db/steps'
import { stripeEvents } from '../db/tables'
import { findPurchaseRow } from '../made-to-order/purchases/purchase-queries'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { runOperatorCommand } from '../operator/operator-commands'
import { findBookingRow } from '../rentals/bookings/booking-queries'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { reconcile } from '../settlement/reconcile'
import { eventStep, oldEvents, workEvents } from '../settlement/webhooks'
import { acceptDamage, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { placeOrder, postItem } from '../test-support/order-kit'
import { approvedOffer, holdOffer, openPayoutAccount, openRental, saveCard } from '../test-support/rental-kit'
import { signIn, signUp, signUpHost } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { ProviderError } from './gateway'
import { auditLedger } from './ledger/audit'
import { askInTurn, listSetAside } from './set-aside'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
let t: TestApp

beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
})
afterEach(async () => {
  expect(await auditLedger(t.deps.db)).toEqual([])
  await t.close()
})

const write = (query: ReturnType<typeof sql>) => t.deps.db.write(() => [step(query)])

async function twoUnpaidOrders() {
  const maker = await signUpHost(t, 'mira')
  const buyer = await signUp(t, 'bea')
  await saveCard(t, buyer, 'pm_card_authenticationRequired')
  const itemId = await postItem(t, maker)
  return [await placeOrder(t, buyer, itemId), await placeOrder(t, buyer, itemId)] as const
}
const purchase = (id: number) => findPurchaseRow(t.deps.db, id)

describe('one that cannot be read', () => {
  test('an order delays itself alone, is named to operators, tried ever more rarely, and forgotten once it can be read', async () => {
    const [unreadable, other] = await twoUnpaidOrders()
    const intent = (await purchase(unreadable))?.stripePaymentIntentId
    await write(
      sql`UPDATE made_to_order_purchases SET stripe_payment_intent_id = 'pi_unknown', pay_by = '2027-01-01' WHERE id = ${unreadable}`,
    )
    t.clock.advance(31 * MINUTE_MS)
    await sweepPurchases(t.deps)
    expect(await purchase(other)).toMatchObject({ status: 'cancelled' })
    expect(await purchase(unreadable)).toMatchObject({ status: 'pending' })
    const { getIntent } = t.deps.payments.gateway
    let asked = 0
    t.deps.payments.gateway.getIntent = (id) => {
      // The provider's own news may have others asked for.
      if (id === 'pi_unknown') asked++
      return getIntent(id)
    }
    const tries: number[] = []
    for (let minute = 1; minute <= 20; minute++) {
      t.clock.advance(MINUTE_MS)
      await sweepPurchases(t.deps)
      if (asked > tries.length) tries.push(minute)
    }
    expect(tries).toEqual([1, 3, 7, 15])
    expect(await runOperatorCommand(t.deps, ['money'])).toContain(
      `payment of purchase ${unreadable}  set aside after 5 tries`,
    )
    await write(sql`UPDATE made_to_order_purchases SET stripe_payment_intent_id = ${intent} WHERE id = ${unreadable}`)
    t.clock.advance(DAY_MS)
    await sweepPurchases(t.deps)
    expect(await listSetAside(t.deps)).toEqual([])
  })

  test('a claim holds up no other claim’s payout, and no booking’s', async () => {
    const ended = await openEndedRental(t, 'pm_card_visa')
    await openPayoutAccount(t, ended.owner)
    const claim = await reportDamage(t, ended)
    await acceptDamage(t, ended, claim)
    await write(sql`UPDATE damage_reports SET payment_state = 'action_needed', stripe_payment_intent_id = 'pi_unknown'`)
    await write(sql`UPDATE bookings SET status = status`)
    t.clock.advance(3 * DAY_MS)
    await sweepBookings(t.deps)
    expect(await t.deps.db.read.query.bookings.findFirst()).toMatchObject({ transferredAmount: 3750 })
    expect((await listSetAside(t.deps)).map(({ name }) => name)).toEqual([`payment of claim ${claim}`])
    await write(sql`UPDATE damage_reports SET payment_state = 'charged'`)
  })

  test('a payout account holds up no other step of the walk', async () => {
    const rental = await openRental(t)
    await openPayoutAccount(t, rental.owner)
    await approvedOffer(t, rental, 'renter')
    await write(
      sql`UPDATE users SET stripe_account_id = 'acct_unknown', payout_trouble = '{"isRestricted":true,"failedPayout":null}' WHERE id = ${rental.owner.id}`,
    )
    await reconcile(t.deps)
    expect((await listSetAside(t.deps)).map(({ name }) => name)).toEqual(['payout account of rosa'])
    expect((await t.deps.db.read.query.providerCursors.findMany()).map(({ name }) => name).sort()).toEqual([
      'events',
      'movements',
    ])
  })
})

describe('a provider that is away', () => {
  test('is asked a few times in a turn, whatever waits for an answer', async () => {
    const read: number[] = []
    const rows = [0, 1, 2, 3, 4, 5, 6, 7]
    let isAway = true
    const turn = () =>
      askInTurn(
        t.deps,
        rows,
        (row) => `row ${row}`,
        async (row) => {
          read.push(row)
          if (isAway) throw new ProviderError('unavailable', 'timeout', 'No answer')
        },
      )
    await turn()
    expect(read).toHaveLength(3)
    for (let more = 0; more < 60; more++) await turn()
    expect(new Set(read)).toEqual(new Set(rows))
    expect(await listSetAside(t.deps)).toEqual([])
    isAway = false
    read.length = 0
    await turn()
    expect(read.toSorted()).toEqual(rows)
  })
})

describe('a job that finds nothing to change', () => {
  test('writes nothing: the change number stands still while money waits for an account, a claim for its renter', async () => {
    const ended = await openEndedRental(t, 'pm_card_visa')
    const { chargeSaved } = t.deps.payments.gateway
    t.deps.payments.gateway.chargeSaved = (charge, key) => chargeSaved({ ...charge, cardId: 'pm_gone' }, key)
    const claim = await reportDamage(t, ended)
    await acceptDamage(t, ended, claim)
    await t.call('POST', `/api/damage-reports/${claim}/payment`, { as: ended.renter.as })
    t.clock.advance(3 * DAY_MS)
    for (let turn = 0; turn < 3; turn++) await sweepBookings(t.deps)
    const seq = async () =>
      (await t.deps.db.readBatch([{ sql: 'SELECT seq FROM sync_clock', args: [] }]))[0]?.rows[0]?.seq
    const before = await seq()
    let changes = 0
    const stop = t.deps.db.onChange(() => changes++)
    for (let minute = 0; minute < 5; minute++) {
      t.clock.advance(MINUTE_MS)
      await sweepBookings(t.deps)
      await sweepPurchases(t.deps)
    }
    stop()
    expect([await seq(), changes]).toEqual([before, 0])
    expect(await t.deps.db.read.query.damageReports.findFirst()).toMatchObject({ paymentState: 'action_needed' })
  })
})

describe('events', () => {
  const event = (id: string) => ({ id, type: 'payment_intent.succeeded', objectId: `pi_${id}` })

  test('old ones that wait starve no new one', async () => {
    const rental = await openRental(t)
    const steps = Array.from({ length: 150 }, (_, nth) => eventStep(event(`evt_${nth}`), t.clock.now))
    await t.deps.db.write(() => steps)
    await write(sql`UPDATE stripe_events SET state = 'waiting' WHERE type = 'payment_intent.succeeded'`)
    const id = await holdOffer(t, rental, 'renter')
    const row = await findBookingRow(t.deps.db, id)
    const good = { id: 'evt_good', type: 'payment_intent.succeeded', objectId: row?.stripePaymentIntentId ?? '' }
    await t.deps.db.write(() => [eventStep(good, t.clock.now)])
    await workEvents(t.deps)
    const found = await t.deps.db.read.query.stripeEvents.findFirst({
      where: (rows, { eq }) => eq(rows.id, 'evt_good'),
    })
    expect(found).toMatchObject({ state: 'done' })
  })

  test('are forgotten after 90 days', async () => {
    const now = t.clock.now
    await t.deps.db.write(() => [eventStep(event('evt_old'), now)])
    t.clock.advance(90 * DAY_MS + 1)
    await t.deps.db.write(() => [eventStep(event('evt_new'), t.clock.now)])
    await deleteInPages(t.deps.db, oldEvents(t.clock.now))
    expect((await t.deps.db.read.select().from(stripeEvents)).map(({ id }) => id)).toEqual(['evt_new'])
  })
})

describe('a suspended owner', () => {
  test('is paid nothing until an operator says so, also after they were let in again', async () => {
    const rental = await openRental(t)
    await openPayoutAccount(t, rental.owner)
    await approvedOffer(t, rental, 'renter')
    await runOperatorCommand(t.deps, ['suspend', 'rosa', 'A', 'second', 'account'])
    t.clock.now = new Date('2026-12-15T06:00:00.000Z')
    for (let turn = 0; turn < 2; turn++) await sweepBookings(t.deps)
    const sent = async () => (await t.deps.db.read.query.bookings.findFirst())?.transferredAmount
    expect(await sent()).toBe(0)
    await runOperatorCommand(t.deps, ['unsuspend', 'rosa', 'It', 'was', 'theirs'])
    await sweepBookings(t.deps)
    expect(await sent()).toBe(0)
    rental.owner.as = await signIn(t, 'rosa')
    const lines = (await t.call('GET', '/api/user/transactions', { as: rental.owner.as })).body
    expect(lines).toMatchObject([{ heldBecause: 'operator' }])
    await runOperatorCommand(t.deps, ['release-payouts', 'rosa', 'Looked', 'at', 'it'])
    await sweepBookings(t.deps)
    expect(await sent()).toBe(3750)
  })
})
