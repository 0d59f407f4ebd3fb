import { statSync } from 'node:fs'
import { join } from 'node:path'
import { SNAPSHOT_KEPT_MS } from '../../../sync/snapshots'
import { openTestApp } from '../../test-app'
import { median } from '../bench-rounds'
import { type AloneSeen, type DeviceOrders, IN_WIDE_REGION, type MixedOrder, type MixedSeen } from './device-orders'
import { growingMarket } from './market-rows'

/**
 * A market of a million: `npm run bench million`. One database grows through the change feed; at each size a process of devices beside
 * the server asks alone, then as a crowd. `BENCH_LISTINGS` is the largest size, `BENCH_DEVICES` the crowd, `BENCH_CELLS` the region.
 */
const LARGEST = Number(process.env.BENCH_LISTINGS ?? 1_000_000)
const SIZES = [...new Set([10_000, 100_000, 1_000_000, LARGEST])]
  .filter((size) => size <= LARGEST)
  .sort((a, b) => a - b)
const DEVICES = Number(process.env.BENCH_DEVICES ?? 5_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
/** A part of the crowd with a tenth of the load, then all of it. */
const LOADS: MixedOrder[] = [
  { devices: Math.ceil(DEVICES / 10), seconds: SECONDS, searchesPerS: 10, writesPerS: 2 },
  { devices: DEVICES, seconds: SECONDS, searchesPerS: 100, writesPerS: 20 },
]
/** The cost of one device may differ so much between the smallest and the largest market: the rest is the machine's. */
const FLAT_AIM = 2

interface Size {
  listings: number
  alone: AloneSeen
  /** One for each load. */
  crowds: CrowdMinute[]
  fileBytes: number
}

interface CrowdMinute extends MixedSeen {
  serverCpuMs: number
  longestHoldMs: number
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const quantile = (all: number[], share: number) =>
  all.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * all.length) - 1)] ?? Number.NaN
const ms = (value: number) => (Number.isNaN(value) ? 'none' : `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`)
const spread = (all: number[]) => [0.5, 0.95, 1].map((share) => ms(quantile(all, share))).join(' / ')
const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
const many = (count: number) => Math.round(count).toLocaleString('en')

const t = await openTestApp({ TRUSTED_PROXIES: '127.0.0.1' }, { isUnlimited: true })
const clock = setInterval(() => {
  t.clock.now = new Date()
}, 100)
t.clock.now = new Date()
const market = await growingMarket(t)
const visitors = await market.addVisitors(Math.max(2, DEVICES))
t.app.listen({ port: 0, hostname: '127.0.0.1' })
const sizes: Size[] = []
for (const listings of SIZES) sizes.push(await measure(listings))
clearInterval(clock)
report(sizes)
await t.app.stop(true)
await t.close()
process.exit(0)

async function measure(listings: number): Promise<Size> {
  say(`Growing to ${many(listings)} listings`)
  const begun = performance.now()
  await market.growTo(listings)
  say(`  entered after ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  // Snapshots of the smaller market are too old then.
  await Bun.sleep(SNAPSHOT_KEPT_MS)
  const origin = t.app.server?.url.origin ?? ''
  const orders: DeviceOrders = { origin, visitors, writers: market.writers() }
  const devices = Bun.spawn([process.execPath, ...IN_WIDE_REGION, join(import.meta.dirname, 'million-devices.ts')], {
    stdin: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '20000' },
  })
  const told = devices.stdout.pipeThrough(new TextDecoderStream())
  const lines = linesOf(told)
  const next = async <Seen>() => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The devices have ended')
    return JSON.parse(value) as Seen
  }
  const order = async (line: unknown) => {
    devices.stdin.write(`${JSON.stringify(line)}\n`)
    await devices.stdin.flush()
  }
  await order(orders)
  const alone = await next<AloneSeen>()
  say(`  one device: pull ${spread(alone.nothingNew)}, search ${spread(alone.searches)}, edit ${spread(alone.writes)}`)
  const crowds: CrowdMinute[] = []
  for (const load of LOADS) {
    await order(load)
    // All streams are open.
    await next()
    const hold = watchHold()
    const cpu = process.cpuUsage()
    const seen = await next<MixedSeen>()
    const { user, system } = process.cpuUsage(cpu)
    crowds.push({ ...seen, serverCpuMs: (user + system) / 1_000, longestHoldMs: hold() })
    say(`  a crowd: pull ${spread(seen.pulls)}, search ${spread(seen.searches)}, edit ${spread(seen.writes)}`)
  }
  devices.stdin.end()
  if ((await devices.exited) !== 0) throw new Error('The devices failed')
  return { listings, alone, crowds, fileBytes: statSync(join(t.deps.env.dataDir, 'trestle.db')).size }
}

async function* linesOf(texts: ReadableStream<string>): AsyncGenerator<string, undefined> {
  let rest = ''
  for await (const text of texts) {
    const begun = (rest + text).split('\n')
    rest = begun.pop() ?? ''
    yield* begun
  }
}

/** @returns what ends the watch and says for how long nothing else could run at most */
function watchHold(): () => number {
  let longest = 0
  let before = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - before)
    before = performance.now()
  }, 2)
  return () => {
    clearInterval(timer)
    return longest
  }
}

function report(all: Size[]): void {
  const row = (what: string, of: (size: Size) => string) => say(`| ${[what, ...all.map(of)].join(' | ')} |`)
  say('\nTimes are median / 95 of 100 within / worst.\n')
  row('listings', ({ listings }) => many(listings))
  row('---', () => '---')
  row('one pull, nothing new', ({ alone }) => spread(alone.nothingNew))
  row('one pull after 50 edits elsewhere', ({ alone }) => spread(alone.elsewhere))
  row('rows that it brings', ({ alone }) => many(alone.elsewhereChanges))
  row('first fill, snapshots built for it', ({ alone }) => ms(alone.first.ms))
  row('first fill of the next device', ({ alone }) => ms(alone.next.ms))
  row('its requests', ({ alone }) => many(alone.next.requests))
  row('its bytes as they travel', ({ alone }) => mb(alone.next.bytes))
  row('held: areas, 0 is all', ({ alone }) => many(alone.next.areas))
  row('held: listings and people', ({ alone }) => `${many(alone.next.listings)} and ${many(alone.next.people)}`)
  row('held: all public rows', ({ alone }) => many(alone.next.rows))
  row('held: bytes as text', ({ alone }) => mb(alone.next.heldBytes))
  row('one search', ({ alone }) => spread(alone.searches))
  row('one search that finds nothing', ({ alone }) => spread(alone.vain))
  row('one edit', ({ alone }) => spread(alone.writes))
  row('database file', ({ fileBytes }) => mb(fileBytes))
  for (const [nth, load] of LOADS.entries()) reportCrowd(nth, load)
  sayGrowth(all)

  function reportCrowd(nth: number, { devices, searchesPerS, writesPerS }: MixedOrder): void {
    const crowdRow = (what: string, of: (seen: CrowdMinute) => string) =>
      row(what, ({ crowds }) => of(crowds[nth] as CrowdMinute))
    const perS = ({ seconds }: CrowdMinute, count: number) => (count / seconds).toFixed(0)
    const cores = ({ seconds }: CrowdMinute, cpuMs: number) => (cpuMs / seconds / 1_000).toFixed(2)
    row(`**${many(devices)} devices, ${searchesPerS} searches/s, ${writesPerS} edits/s**`, () => '')
    crowdRow('pokes/s', (seen) => perS(seen, seen.pokes))
    crowdRow('of them news', ({ pokes, pokesHeld }) => `${((100 * pokesHeld) / Math.max(1, pokes)).toFixed(0)} %`)
    crowdRow('pulls/s', (seen) => perS(seen, seen.pulls.length))
    crowdRow('rows a pull', ({ changes, pulls }) => (changes / pulls.length).toFixed(1))
    crowdRow('pull', ({ pulls }) => spread(pulls))
    crowdRow('searches/s', (seen) => perS(seen, seen.searches.length))
    crowdRow('search', ({ searches }) => spread(searches))
    crowdRow('edits/s', (seen) => perS(seen, seen.writes.length))
    crowdRow('edit', ({ writes }) => spread(writes))
    crowdRow('resets, refused', ({ resets, refused }) => `${resets}, ${refused}`)
    crowdRow('not asked, not answered', ({ unasked, unanswered }) => `${unasked}, ${unanswered}`)
    crowdRow('cores: server', (seen) => cores(seen, seen.serverCpuMs))
    crowdRow('cores: devices', (seen) => cores(seen, seen.cpuMs))
    crowdRow('longest hold of the loop', ({ longestHoldMs }) => ms(longestHoldMs))
  }
}

/** How much more a device costs in the largest market than in a smaller one. */
function sayGrowth(all: Size[]): void {
  const largest = all.at(-1)
  if (!largest || all.length < 2) return
  const costs: [string, (size: Size) => number][] = [
    ['one pull, nothing new', ({ alone }) => median(alone.nothingNew)],
    ['one pull after 50 edits elsewhere', ({ alone }) => median(alone.elsewhere)],
    ['first fill: requests', ({ alone }) => alone.next.requests],
    ['first fill: bytes', ({ alone }) => alone.next.bytes],
    ['held: listings', ({ alone }) => alone.next.listings],
    ['held: people', ({ alone }) => alone.next.people],
    ['held: all public rows', ({ alone }) => alone.next.rows],
    ['held: bytes', ({ alone }) => alone.next.heldBytes],
    ['one search', ({ alone }) => median(alone.searches)],
    ['one search that finds nothing', ({ alone }) => median(alone.vain)],
    ['one edit', ({ alone }) => median(alone.writes)],
  ]
  say(`\nTimes as much at ${many(largest.listings)} listings as at:`)
  for (const [what, of] of costs) {
    const ratios = all.slice(0, -1).map((size) => `${many(size.listings)}: ${(of(largest) / of(size)).toFixed(2)}`)
    say(`  ${what.padEnd(34)} ${ratios.join('   ')}`)
  }
  const [smallest] = all
  const pulls = costs.slice(0, 2).map(([, of]) => of(largest) / of(smallest as Size))
  say(
    `Aim: a pull costs no more than ${FLAT_AIM} times as much: ${Math.max(...pulls) <= FLAT_AIM ? 'reached' : 'missed'}`,
  )
}
