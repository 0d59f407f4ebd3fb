import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { step } from '../../db/steps'
import { listings } from '../../db/tables'
import { openLimits } from '../../http/limits'
import { sharedLimitStore } from '../../http/shared-limit-store'
import { drainMails } from '../../mail/drain-mails'
import { drainCommands } from '../../money/drain-commands'
import { prepareDatabase } from '../../prepare-database'
import { drainPushes } from '../../push/drain-pushes'
import { refundBooking } from '../../rentals/bookings/booking-refunds'
import { workEvents } from '../../settlement/webhooks'
import { openMailServer } from '../mail-server'
import { askProvider, settleProvider } from '../provider-kit'
import { openPushService } from '../push-service'
import { approvedOffer, createListingRow, holdOffer, openRental } from '../rental-kit'
import { signUp } from '../sign-up'
import { openTestApp, type TestApp } from '../test-app'
import { until } from '../until'
import { MISCOUNTED } from './database-faults'

const SERVERS = 3
/** So long does the provider take for its answer. */
const SLOW_MS = 30
/** It takes no longer until somebody else has asked as well. */
const FORGOTTEN_MS = 5_000
/** Offers are made for no later days. */
const DAYS_AHEAD = 80
/** For what goes on behind answers. */
const REST_MS = 200

/**
 * In each round, at most a hundred of them, one refund is due, and all servers drain at once, while the provider is slow.
 * @param isForgotten as a control: the claim of the first sender is taken from it while the provider is slow
 * @returns what was asked, sent or recorded other than once
 */
export async function playDrains(rounds: number, isForgotten = false): Promise<string[]> {
  const t = await openTestApp({}, { servers: SERVERS, maxNetworkRetries: 0 })
  try {
    const rental = await openRental(t)
    const id = await approvedOffer(t, rental, 'renter')
    const wrong: string[] = []
    for (let round = 1; round <= rounds; round++) {
      const asked = await drainAtOnce(t, id, isForgotten)
      const row = await t.deps.db.read.query.bookings.findFirst({ where: (rows, { eq }) => eq(rows.id, id) })
      if (asked !== 1) wrong.push(`round ${round}: the provider was asked ${asked} times`)
      if (row?.refundedAmount !== round) wrong.push(`round ${round}: ${row?.refundedAmount} cents are recorded`)
    }
    const { data } = await askProvider(t, 'GET', '/v1/refunds?limit=100')
    if (data.length !== rounds) wrong.push(`the provider has made ${data.length} refunds`)
    return wrong
  } finally {
    await comeToRest(t)
    await t.close()
  }
}

/** The provider’s last news have come in, and been worked. */
export async function comeToRest(t: TestApp): Promise<void> {
  await settleProvider(t)
  for (const deps of t.servers) await workEvents(deps)
  await Bun.sleep(REST_MS)
}

/** @returns how often the provider was asked for the one cent that is due */
async function drainAtOnce(t: TestApp, id: number, isForgotten: boolean): Promise<number> {
  const { gateway } = t.deps.payments
  const { refund } = gateway
  gateway.refund = () => Promise.reject(new Error('The machine is gone'))
  await refundBooking(t.deps, id, 1)
  let asked = 0
  const again = Promise.withResolvers<void>()
  gateway.refund = async (...args) => {
    asked++
    if (asked > 1) again.resolve()
    await (isForgotten ? Promise.race([again.promise, Bun.sleep(FORGOTTEN_MS)]) : Bun.sleep(SLOW_MS))
    return refund(...args)
  }
  const forget = async () => {
    await until(() => asked > 0)
    const back = sql`UPDATE payment_ops SET state = 'new', sender = NULL WHERE state = 'sending'`
    await t.deps.db.write(() => [step(back)])
    await drainCommands(t.deps)
  }
  await Promise.all([...t.servers.map((deps) => drainCommands(deps)), isForgotten && forget()])
  gateway.refund = refund
  return asked
}

/** In each round one offer is made, and all servers send at once. @returns pushes and mails that were sent other than once */
export async function playNotices(rounds: number): Promise<string[]> {
  const [service, mails] = [await openPushService(), await openMailServer()]
  const smtp = { SMTP_URL: mails.url, MAIL_FROM: 'Trestle <mail@trestle.example>' }
  const t = await openTestApp(
    { PUSH_LOOPBACK: '1', VAPID_SUBJECT: 'mailto:help@trestle.example', ...smtp },
    { servers: SERVERS },
  )
  try {
    const rental = await openRental(t)
    const browser = service.browser('/rosa')
    await t.call('POST', '/api/user/push', { as: rental.owner.as, body: browser.subscription })
    const wrong: string[] = []
    for (let round = 1; round <= rounds; round++) {
      const day = new Date(Date.UTC(2026, 11, 2 + (round % DAYS_AHEAD))).toISOString().slice(0, 10)
      await holdOffer(t, rental, round % 2 ? 'renter' : 'rival', { startDate: day, endDate: day })
      await Promise.all(t.servers.flatMap((deps) => [drainPushes(deps), drainMails(deps)]))
      const [pushes, sent] = [service.received.splice(0).length, mails.received.splice(0).length]
      // Both ways are on until somebody says otherwise.
      if (pushes !== 1 || sent !== 1) wrong.push(`round ${round}: ${pushes} pushes and ${sent} mails`)
    }
    return [...wrong, ...t.errors.map((entry) => JSON.stringify(entry))]
  } finally {
    await t.close()
    await service.close()
    await mails.close()
  }
}

/**
 * One server writes, the next one is asked at once, with its lists and what it keeps of them.
 * @returns answers from before the write
 */
export async function playReads(rounds: number): Promise<string[]> {
  const t = await openTestApp({}, { servers: SERVERS, isUnlimited: true })
  try {
    const { owner, listingId } = await openRental(t)
    const stale: string[] = []
    for (let round = 0; round < rounds; round++) {
      const title = `Plates, counted ${round} times`
      const rename = sql`UPDATE ${listings} SET title = ${title} WHERE id = ${listingId}`
      await t.deps.db.write(() => [step(rename)])
      const answers = [
        await t.call('GET', `/api/listings/${listingId}`, { as: owner.as }),
        await t.call('GET', '/api/listings?limit=20', { as: owner.as }),
        await t.call('POST', '/api/sync/pull', { body: { epoch: null, scopes: { 'pub:l': [0] } } }),
      ]
      for (const [nth, { body }] of answers.entries())
        if (!JSON.stringify(body).includes(title)) stale.push(`round ${round}: answer ${nth + 1}`)
    }
    return stale
  } finally {
    await t.close()
  }
}

/** A server starts while people write, and puts all triggers in place anew. @returns scopes that are counted wrong right after */
export async function playStarts(rounds: number): Promise<string[]> {
  const t = await openTestApp({}, { servers: SERVERS })
  let isOver = false
  let written = 0
  try {
    const { owner } = await openRental(t)
    const press = async () => {
      for (; !isOver; written++) await createListingRow(t, owner)
    }
    const presses = [press(), press(), press()]
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) {
      await t.deps.db.batch([{ sql: "UPDATE sync_clock SET triggers = ''", args: [] }])
      const { source } = t.deps.db
      if (typeof source !== 'string') await prepareDatabase({ ...source, owner: `starting-${round}` })
      for (const scope of await miscounted(t)) wrong.push(`start ${round}: ${scope}`)
    }
    isOver = true
    await Promise.all(presses)
    if (written < rounds) wrong.push(`only ${written} rows were written meanwhile`)
    return [...wrong, ...(await miscounted(t))]
  } finally {
    isOver = true
    await t.close()
  }
}

/** @returns how many wrong passwords are looked at of sixty that come at once over all servers */
export async function playGuesses(isUnchecked = false): Promise<number> {
  const t = await openTestApp({}, { servers: SERVERS })
  try {
    await signUp(t, 'guessed')
    if (isUnchecked)
      for (const deps of t.servers) deps.limits = openLimits(deps.now, sharedLimitStore(withoutChecks(deps.db)))
    const body = { username: 'guessed', password: 'wrong horse' }
    const address = (nth: number) => ({ from: `198.51.100.${nth}` })
    const tries = Array.from({ length: 60 }, (_, nth) => t.call('POST', '/api/login', { body, ...address(nth) }))
    return (await Promise.all(tries)).filter(({ status }) => status === 401).length
  } finally {
    await t.close()
  }
}

/** The same database, whose plans are applied without another look at what they have read. */
function withoutChecks(db: Db): Db {
  const outside = AsyncLocalStorage.snapshot()
  return { ...db, write: (plan) => db.write(async (ids) => outside(async () => plan(ids))) }
}

/** @returns the scopes whose count in the feed is wrong */
export async function miscounted(t: TestApp): Promise<string[]> {
  const [found] = await t.deps.db.readBatch([{ sql: MISCOUNTED, args: [] }])
  return (found?.rows ?? []).map(({ scope }) => String(scope))
}
