import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { everyMinute, everyTenMinutes } from '../../jobs/timers'
import { prepareDatabase } from '../../prepare-database'
import { catchUpLedger } from '../../settlement/catch-up-ledger'
import { type PlayedMarket, playOneSale, seedHistory } from '../seed-history'
import { openTestApp } from '../test-app'

/**
 * Measures the cost of the timers on a market with a long history: `bun server/test-support/bench-jobs.ts`. Says of each job how long it
 * took and for how long it held the event loop at most, and how long a start on that database takes.
 */
const SIZE = { bookings: 50_000, refunds: 5_000, owners: 10_000, orders: 20_000 }
const ROUNDS = 3
const TICK_MS = 2

const JOBS = { ...everyMinute, ...everyTenMinutes }

const say = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(11)

const t = await openTestApp({}, { isUnlimited: true })
const played: PlayedMarket = await playOneSale(t)
say(
  `Preparing ${Object.entries(SIZE)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ')}`,
)
await seedHistory(t, played, SIZE)

const url = `file:${join(t.deps.env.dataDir, 'trestle.db')}`
const started = await timed(() => prepareDatabase(url))
const again = await timed(async () => {
  await prepareDatabase(url)
  await catchUpLedger(t.deps)
})
for (const job of Object.values(JOBS)) await job(t.deps)

say(`\n${'job'.padEnd(24)} ${'took'.padStart(11)} ${'held loop'.padStart(11)}`)
let minute = 0
let longest = 0
for (const [name, job] of Object.entries(JOBS)) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timed(() => job(t.deps)))
  const [best] = rounds.toSorted((a, b) => a.took - b.took)
  if (!best) continue
  say(`${name.padEnd(24)} ${ms(best.took)} ${ms(best.held)}`)
  if (name in everyMinute) minute += best.took
  longest = Math.max(longest, best.held)
}
say(`\nA minute’s jobs: ${ms(minute).trim()}. Longest hold of the loop: ${ms(longest).trim()}.`)
say(`Start on this database: ${ms(started.took).trim()} the first time, ${ms(again.took).trim()} after that.`)
await t.close()

/** How long it took, and for how long nothing else could run meanwhile. */
async function timed(work: () => Promise<unknown>): Promise<{ took: number; held: number }> {
  let held = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    held = Math.max(held, now - last - TICK_MS)
    last = now
  }, TICK_MS)
  const begin = performance.now()
  await work()
  const end = performance.now()
  clearInterval(timer)
  return { took: end - begin, held: Math.max(held, end - last - TICK_MS) }
}
