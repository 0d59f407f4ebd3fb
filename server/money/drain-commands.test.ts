import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { openDatabase } from '../db/open-database'
import { build, step } from '../db/steps'
import { paymentOps, users } from '../db/tables'
import type { Deps } from '../deps'
import { findBookingRow } from '../rentals/bookings/booking-queries'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { compareBalance } from '../settlement/compare-balance'
import { askProvider } from '../test-support/provider-kit'
import { approvedOffer, openPayoutAccount, openRental, type Rental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { until } from '../test-support/until'
import { drainCommands } from './drain-commands'
import { ProviderError } from './gateway'
import { auditLedger } from './ledger/audit'
import { commandStep, takeCommand } from './payment-commands'

const SHARE = 3750
let t: TestApp
let rental: Rental
let bookingId: number

/** A rental whose owner's part has become theirs: its transfer is asked for and not sent yet. */
beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  rental = await openRental(t)
  await openPayoutAccount(t, rental.owner)
  bookingId = await approvedOffer(t, rental, 'renter')
  const { transfer } = t.deps.payments.gateway
  t.deps.payments.gateway.transfer = () => Promise.reject(new Error('The machine is gone'))
  t.clock.now = new Date('2026-12-15T06:00:00.000Z')
  await sweepBookings(t.deps)
  t.errors.length = 0
  t.deps.payments.gateway.transfer = transfer
  expect(await transferState()).toMatchObject({ state: 'new' })
})
afterEach(async () => {
  expect(await booking()).toMatchObject({ transferredAmount: SHARE })
  expect((await askProvider(t, 'GET', '/v1/transfers?limit=100')).data).toHaveLength(1)
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})

const booking = () => findBookingRow(t.deps.db, bookingId)
const transferState = async () =>
  t.deps.db.read.query.paymentOps.findFirst({ where: (rows, { eq }) => eq(rows.kind, 'transfer') })

/** From now on transfers wait at the provider. @returns how to let them through, and how many have been asked for */
function slowTransfers(deps: Deps) {
  const { transfer } = deps.payments.gateway
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const first = Promise.withResolvers<void>()
  deps.payments.gateway.transfer = async (what, key) => {
    asked.push(key)
    first.resolve()
    await gate.promise
    return transfer(what, key)
  }
  return { let: gate.resolve, isAsked: first.promise, asked }
}

test('two drains at once, one with a list that is old by now: the transfer is sent once and counts once', async () => {
  const slow = slowTransfers(t.deps)
  const drains = [drainCommands(t.deps), drainCommands(t.deps)]
  await slow.isAsked
  slow.let()
  await Promise.all(drains)
  expect(slow.asked).toHaveLength(1)
})

test('a sender that was stopped for so long that another one may send in its place does not send', async () => {
  const slow = slowTransfers(t.deps)
  const { booking } = t.deps.senders
  t.deps.senders.booking = (command) => {
    t.clock.advance(60_000)
    return booking(command)
  }
  await drainCommands(t.deps)
  expect(slow.asked).toEqual([])
  t.deps.senders.booking = booking
  t.clock.advance(60_000)
  slow.let()
  await drainCommands(t.deps)
  expect(slow.asked).toHaveLength(1)
})

test('a drain reads a command again when its turn has come', async () => {
  // Ahead of the transfer in both drains stands a release with nothing to do.
  await t.deps.db.write(() => [
    commandStep({ bookingId, kind: 'release', attempt: 9, now: t.clock.now }),
    step(sql`UPDATE payment_ops SET id = 0 WHERE business_key = ${`booking:${bookingId}:release:9`}`),
  ])
  const { release } = t.deps.payments.gateway
  const gate = Promise.withResolvers<void>()
  t.deps.payments.gateway.release = async (...args) => {
    await gate.promise
    return release(...args)
  }
  const late = drainCommands(t.deps)
  const { asked, let: letThrough } = slowTransfers(t.deps)
  letThrough()
  await drainTransfersOnly(t.deps)
  gate.resolve()
  await late
  expect(asked).toHaveLength(1)
})

/** As another server whose list does not hold the release. */
async function drainTransfersOnly(deps: Deps): Promise<void> {
  const db = await openDatabase(deps.db.source)
  try {
    await db.batch([{ sql: `UPDATE payment_ops SET next_at = '2099-01-01' WHERE kind = 'release'`, args: [] }])
    await drainCommands({ ...deps, db })
  } finally {
    await db.close()
  }
}

test('two servers on one database: the transfer is sent once and counts once', async () => {
  const db = await openDatabase(t.deps.db.source)
  try {
    const slow = slowTransfers(t.deps)
    const drains = [drainCommands(t.deps), drainCommands({ ...t.deps, db })]
    await slow.isAsked
    slow.let()
    await Promise.all(drains)
    expect(slow.asked).toHaveLength(1)
  } finally {
    await db.close()
  }
})

test('the clock jumps while the provider is slow: a second sender asks under the same key, and one outcome counts', async () => {
  const slow = slowTransfers(t.deps)
  const first = drainCommands(t.deps)
  await slow.isAsked
  t.clock.advance(60_000)
  const second = drainCommands(t.deps)
  await until(() => slow.asked.length === 2)
  slow.let()
  await Promise.all([first, second])
  expect(new Set(slow.asked).size).toBe(1)
  t.clock.advance(60_000)
  await drainCommands(t.deps)
  expect(await transferState()).toMatchObject({ state: 'done' })
})

test('a sender that is gone is followed by another one after its deadline', async () => {
  const sendUntil = new Date(t.clock.now.getTime() + 1_000).toISOString()
  await t.deps.db.write(() => [
    step(
      build
        .update(paymentOps)
        .set({ state: 'sending', sender: 'another server', sendUntil })
        .where(eq(paymentOps.kind, 'transfer')),
    ),
  ])
  const command = await transferState()
  expect(command && (await takeCommand(t.deps.db, command, t.deps.now()))).toBeNull()
  expect(await booking()).toMatchObject({ transferredAmount: 0 })
  t.clock.advance(2_000)
  await drainCommands(t.deps)
})

const setHeld = (payoutsHeldAt: string | null) =>
  t.deps.db.write(() => [step(build.update(users).set({ payoutsHeldAt }).where(eq(users.id, rental.owner.id)))])

test('a held payout is not given up by a sender whose list is older than the first look', async () => {
  const listed = await transferState()
  await setHeld(t.clock.now.toISOString())
  await drainCommands(t.deps)
  const mine = listed && (await takeCommand(t.deps.db, listed, t.deps.now()))
  if (mine) await t.deps.senders.booking(mine)
  expect(await transferState()).toMatchObject({ state: 'new', errorCode: 'operator' })
  await setHeld(null)
  t.clock.advance(60 * 60_000)
  await sweepBookings(t.deps)
})

test('a payout that is held while its call is still at the provider is not given up, and leaves once', async () => {
  const { transfer } = t.deps.payments.gateway
  t.deps.payments.gateway.transfer = () => Promise.reject(new ProviderError('unavailable', 'away', 'Away.'))
  await drainCommands(t.deps)
  t.deps.payments.gateway.transfer = transfer
  t.clock.advance(11 * 60_000)
  const slow = slowTransfers(t.deps)
  const asked = drainCommands(t.deps)
  await slow.isAsked
  await setHeld(t.clock.now.toISOString())
  t.clock.advance(11_000)
  await drainCommands(t.deps)
  slow.let()
  await asked
  await setHeld(null)
  for (const _ of Array(4)) {
    t.clock.advance(60 * 60_000)
    await sweepBookings(t.deps)
  }
})
