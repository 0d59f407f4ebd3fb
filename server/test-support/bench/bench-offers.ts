import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createListingRow, createPerson, makeReadyToHost } from '../factories'
import { saveCard } from '../rental-kit'
import { openTestApp } from '../test-app'
import { type BenchRow, benchTable, inTurn, missedAims } from './bench-rounds'

/**
 * Offers on one listing by many at once, the built-in provider included: `bun server/test-support/bench-offers.ts`. The yardstick
 * is bare SQLite, which writes the same rows in as many transactions, each of them synced to the disk, and does nothing else.
 */
const CLIENTS = 32
const OFFERS_EACH = 4
const ROUNDS = 3
const OFFERS = CLIENTS * OFFERS_EACH
/** At least 0.35 of what bare SQLite writes in the same time. */
const AIM = 1 / 0.35

const t = await openTestApp({}, { isUnlimited: true })
const { db } = t.deps
const owner = await createPerson(t)
await makeReadyToHost(t, owner)
const listing = await createListingRow(t, owner, { quantity: 2 })
const renters: { as: string; card: string }[] = []
for (let nth = 0; nth < CLIENTS; nth++) {
  const person = await createPerson(t)
  renters.push({ as: person.as, card: await saveCard(t, person) })
}

process.stdout.write(`${CLIENTS} people with a card each\n`)
let transactions = 0
const counted = <Of extends 'write' | 'batch'>(name: Of) => {
  const real = db[name] as (...args: unknown[]) => unknown
  db[name] = ((...args: unknown[]) => {
    transactions++
    return real(...args)
  }) as (typeof db)[Of]
}
counted('write')
counted('batch')

/** Rows of each table that the offers of a round have added. */
const before = await rowCounts()
await offers()
const perOffer = Math.max(1, Math.round(transactions / OFFERS))
const bare = await openBare(before)

const computedBefore = computedMs()
const oursOnce = await offers()
const computed = (computedMs() - computedBefore) / OFFERS
const times = await inTurn(ROUNDS, offers, async () => bare.write(perOffer))
const row: BenchRow = {
  what: `an offer on one listing, ${CLIENTS} clients at once`,
  ...times,
  yardstick: `bun:sqlite, the same ${bare.rows} rows in ${perOffer} transactions with full sync`,
  aim: AIM,
}
process.stdout.write(`${benchTable([row])}\n`)
process.stdout.write(
  `${(1_000 / times.oursMs).toFixed(1)} offers a second, ${(times.yardstickMs / times.oursMs).toFixed(2)} of the yardstick; aim 0.35.\n`,
)
process.stdout.write(
  `An offer computes for ${computed.toFixed(1)} ms, of ${oursOnce.toFixed(1)} ms that it takes: the rest is the disk, and other programs.\n`,
)
for (const missed of missedAims([row])) process.stdout.write(`Aim missed: ${missed}\n`)
bare.close()
await t.close()
process.exit(0)

/** Time of one offer in milliseconds, over all that the clients make. */
async function offers(): Promise<number> {
  const begin = performance.now()
  await Promise.all(
    renters.map(async ({ as, card }) => {
      for (let nth = 0; nth < OFFERS_EACH; nth++) {
        const body = {
          ...{ listingId: listing.id, startDate: '2026-12-10', endDate: '2026-12-12' },
          ...{ paymentMethodId: card, note: 'For forty guests' },
        }
        const { status, body: answer } = await t.call('POST', '/api/bookings', { as, body })
        if (status !== 201) throw new Error(`The offer was refused: ${JSON.stringify(answer)}`)
      }
    }),
  )
  return (performance.now() - begin) / OFFERS
}

function computedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function rowCounts(): Promise<Map<string, number>> {
  const [tables] = await db.readBatch([
    { sql: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`, args: [] },
  ])
  const names = tables?.rows.map(({ name }) => String(name)) ?? []
  const counts = await db.readBatch(names.map((name) => ({ sql: `SELECT count(*) AS n FROM "${name}"`, args: [] })))
  return new Map(names.map((name, nth) => [name, Number(counts[nth]?.rows[0]?.n)]))
}

/** Bare tables, and the rows that one offer has written: the newest of each table that has grown. */
async function openBare(earlier: Map<string, number>) {
  const file = new Database(join(t.deps.env.dataDir, 'bare.db'))
  file.run('PRAGMA journal_mode = WAL')
  file.run('PRAGMA synchronous = FULL')
  const inserts: (() => void)[] = []
  for (const [name, count] of await rowCounts()) {
    const added = Math.round((count - (earlier.get(name) ?? 0)) / OFFERS)
    if (added === 0) continue
    const [found] = await db.readBatch([{ sql: `SELECT * FROM "${name}" ORDER BY rowid DESC LIMIT ?`, args: [added] }])
    const columns = found?.columns ?? []
    file.run(`CREATE TABLE "${name}" (own_id INTEGER PRIMARY KEY, ${columns.map((column) => `"${column}"`).join()})`)
    const insert = file.prepare(
      `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join()}) VALUES (${columns.map(() => '?').join()})`,
    )
    for (const one of found?.rows ?? []) {
      const values = columns.map((column) => one[column] as string | number | null)
      inserts.push(() => insert.run(...values))
    }
  }
  return {
    rows: inserts.length,
    /** Time of what one offer writes, in so many transactions. */
    write(parts: number): number {
      const begin = performance.now()
      for (let offer = 0; offer < OFFERS; offer++)
        for (let part = 0; part < parts; part++)
          file.transaction(() => {
            for (const [nth, insert] of inserts.entries()) if (nth % parts === part) insert()
          })()
      return (performance.now() - begin) / OFFERS
    },
    close: () => file.close(),
  }
}
