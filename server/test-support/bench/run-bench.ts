import { join } from 'node:path'
import { browserMissing, findBrowser, thisMachine } from '../run-browser'
import { type BenchRow, benchTable, inTurn, missedAims } from './bench-rounds'
import { IN_WIDE_REGION } from './million/device-orders'

const ROOT = join(import.meta.dirname, '../../..')
const ROUNDS = 7
const AT_ONCE = 4
/** Eight tenths of what a bare server answers in the same time. */
const BARE_SERVER_AIM = 1.25

interface Servers {
  real: string
  bare: string
  listings: number
  /** The person who sends likes in the bench, and the posts to like. */
  likes: object
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Time of one request in milliseconds, over `count` of them with a few under way at once. */
async function timeRequests(url: string, count: number): Promise<number> {
  let left = count
  const begin = performance.now()
  const asking = async () => {
    while (left-- > 0) {
      const response = await fetch(url)
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, asking))
  return (performance.now() - begin) / count
}

async function benchListings({ real, bare, listings }: Servers): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [path, count] of [
    ['/api/listings?limit=20', 200],
    ['/api/listings?limit=100', 60],
  ] as const) {
    const times = await inTurn(
      ROUNDS,
      () => timeRequests(real + path, count),
      () => timeRequests(bare + path, count),
    )
    const what = `GET ${path} of ${listings.toLocaleString('en')}`
    rows.push({ what, ...times, yardstick: 'a bare Bun.serve with the same bytes', aim: BARE_SERVER_AIM })
  }
  return rows
}

/** The parts that run in a browser; each says its rows in its last line. */
async function benchInBrowser({ real, likes }: Servers): Promise<BenchRow[]> {
  const on = thisMachine(async () => 1)
  const browser = findBrowser(on)
  if (!browser) {
    say(`Left out: everything on the device. ${browserMissing(on)}`)
    return []
  }
  const env = { ...process.env, BENCH_SERVER: real, BENCH_LIKES: JSON.stringify(likes), CHROMIUM: browser }
  say('Measuring a device with 10,000 and with 100,000 listings')
  const device = await rowsOf('pwa/e2e/bench/device-bench.ts', env)
  say('Building the app and preparing 5,000 posts')
  if ((await Bun.spawn([process.execPath, 'pwa/build.ts'], { cwd: ROOT, stdout: 'ignore' }).exited) !== 0)
    throw new Error('The app could not be built')
  const feed = await rowsOf('pwa/e2e/bench/feed.ts', env)
  say('Opening screens in a browser started anew, with the server stopped')
  return [...device, ...feed, ...(await rowsOf('pwa/e2e/bench/first-card.ts', env))]
}

async function rowsOf(script: string, env: Record<string, string | undefined>): Promise<BenchRow[]> {
  const child = Bun.spawn([process.execPath, script], { cwd: ROOT, env, stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${script} failed`)
  return JSON.parse(text.trim().split('\n').at(-1) ?? '[]')
}

const runScript = (script: string, ...options: string[]) =>
  Bun.spawn([process.execPath, ...options, join(import.meta.dirname, script)], {
    stdout: 'inherit',
    stderr: 'inherit',
  }).exited

// Several servers are measured alone: they take both cores of a small machine.
if (process.argv.includes('cluster')) process.exit(await runScript('bench-cluster.ts'))
// A market of a million takes a quarter of an hour.
if (process.argv.includes('million')) process.exit(await runScript('million/bench-million.ts', ...IN_WIDE_REGION))
const server = Bun.spawn([process.execPath, join(import.meta.dirname, 'bench-server.ts')], {
  stdin: 'pipe',
  stderr: 'inherit',
})
try {
  say('Preparing 10,000 listings with 50,000 booked ranges')
  const first = await server.stdout.getReader().read()
  const servers = JSON.parse(new TextDecoder().decode(first.value)) as Servers
  const device = await benchInBrowser(servers)
  const rows = [...device, ...(await benchListings(servers))]
  say(`\n${benchTable(rows)}\n`)
  say('Medians of several rounds, each product and yardstick in turn. A ratio below 1 means that ours is faster.')
  const missed = missedAims(rows)
  if (missed.length > 0) say(`Aims missed: ${missed.join('; ')}`)
  // On request a missed aim fails the run: a busy machine misses some.
  if (missed.length > 0 && process.argv.includes('--strict')) process.exitCode = 1
} finally {
  server.stdin.end()
  await server.exited
}
for (const [what, script] of [
  ['The timers on a market with a long history', 'bench-jobs.ts'],
  ['A crowd of new devices while the catalogue moves', 'bench-crowd.ts'],
  ['A search on the server', 'bench-search.ts'],
  ['Offers on one listing', 'bench-offers.ts'],
  ['As many live streams as may be open', 'bench-live.ts'],
] as const) {
  say(`\n${what}`)
  await runScript(script)
}
