import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { build, step } from '../../db/steps'
import { inspirationPosts, sessions, users } from '../../db/tables'
import { inserts } from '../../demo/write-demo'
import { hashToken } from '../../http/session-user'
import { closeLiveStreams } from '../../sync/live'
import { createPerson } from '../factories'
import { openTestApp } from '../test-app'
import { testPhoto } from '../test-photos'
import type { LiveSeen } from './bench-live-clients'

/**
 * Measures the cost of the most live streams that may be open, and how soon all are told of a change:
 * `bun server/test-support/bench-live.ts`. The streams come from many addresses, as from behind a proxy.
 */
const STREAMS = Number(process.env.BENCH_STREAMS ?? 10_000)
const EACH = 3
const ROUNDS = 5
const TOLD_AIM_MS = 250
const MEMORY_AIM_MB = 200
const PERSONS_PER_WRITE = 500

/** With how long the server computed meanwhile. */
interface Told extends LiveSeen {
  computedMs: number
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => `${value.toFixed(0)} ms`
const megabytes = () => {
  Bun.gc(true)
  return process.memoryUsage().rss / 1_048_576
}

const t = await openTestApp({ TRUSTED_PROXIES: '127.0.0.1' }, { isUnlimited: true })
say(`Opening ${STREAMS.toLocaleString('en')} streams of ${Math.ceil(STREAMS / EACH).toLocaleString('en')} people`)
const first = await createPerson(t)
const cookies = await manyPeople(Math.ceil(STREAMS / EACH))
t.app.listen({ port: 0, hostname: '127.0.0.1' })
const before = megabytes()

const clients = Bun.spawn([process.execPath, join(import.meta.dirname, 'bench-live-clients.ts')], {
  stdin: 'pipe',
  stderr: 'inherit',
  env: { ...process.env, BENCH_PORT: String(t.app.server?.port), BENCH_STREAMS: String(STREAMS) },
})
clients.stdin.write(`${JSON.stringify(cookies)}\n`)
await clients.stdin.flush()
const lines = readLines(clients.stdout)
const { open, openedMs } = JSON.parse(await lines()) as { open: number; openedMs: number }
const grown = megabytes() - before

/** Everybody's news: the streams gather it for two seconds first. */
const everybody: Told[] = []
/** One person's own news, told at once while all the others are open. */
const own: Told[] = []
for (let round = 0; round < ROUNDS; round++) {
  everybody.push(await measure('all', () => addPost(round)))
  own.push(await measure('one', () => describeFirst(round)))
}
clients.stdin.end()
await clients.exited
closeLiveStreams(t.deps.db)

const worst = (seen: Told[], of: (one: Told) => number) => Math.max(...seen.map(of))
say(`${open.toLocaleString('en')} streams, opened within ${ms(openedMs)}; slowest of ${ROUNDS} rounds:`)
say(
  `  all are told of news     ${ms(worst(everybody, ({ firstMs, lastMs }) => lastMs - firstMs))} after the first of them`,
)
say(
  `  for which it computes    ${ms(worst(everybody, ({ computedMs }) => computedMs))}, its beats of two seconds included`,
)
say(`  one is told of its own   ${ms(worst(own, ({ firstMs }) => firstMs))} after the write began`)
say(`  memory for the streams   ${grown.toFixed(0)} MB, ${((grown * 1_024) / open).toFixed(1)} kB each`)
const spreadMs = worst(everybody, ({ firstMs, lastMs }) => lastMs - firstMs)
const isMissed = open < STREAMS || spreadMs > TOLD_AIM_MS || grown > MEMORY_AIM_MB
say(`Aims: ${ms(TOLD_AIM_MS)} and ${MEMORY_AIM_MB} MB${isMissed ? ': missed' : ': reached'}`)
await t.app.stop(true)
await t.close()
process.exit(0)

/** Makes a change and asks the clients when they heard of it. */
async function measure(who: 'all' | 'one', change: () => Promise<unknown>): Promise<Told> {
  clients.stdin.write(`${who}\n`)
  await clients.stdin.flush()
  await lines()
  const { user, system } = process.threadCpuUsage()
  await change()
  const seen = JSON.parse(await lines()) as LiveSeen
  const after = process.threadCpuUsage()
  return { ...seen, computedMs: (after.user + after.system - user - system) / 1_000 }
}

function addPost(round: number): Promise<unknown> {
  const post = {
    ...{ userId: first.id, title: `Post ${round}`, imageUrl: testPhoto('a'), tags: [] },
    createdAt: t.deps.now().toISOString(),
  }
  return t.deps.db.write(() => [step(build.insert(inspirationPosts).values(post))])
}

/** Of a person who has nothing on show: nobody else hears of it. */
function describeFirst(round: number): Promise<unknown> {
  const update = build
    .update(users)
    .set({ description: `Round ${round}` })
    .where(eq(users.username, 'listener-1'))
  return t.deps.db.write(() => [step(update)])
}

/** Copies of the first person, each with a session. @returns their cookies */
async function manyPeople(count: number): Promise<string[]> {
  const { db } = t.deps
  const [row] = await db.read.select().from(users).where(eq(users.id, first.id))
  const [session] = await db.read.select().from(sessions).where(eq(sessions.userId, first.id))
  if (!row || !session) throw new Error('The first person is not there')
  const cookieName = first.as.split('=', 1)[0]
  const nths = Array.from({ length: count }, (_, nth) => nth + 1)
  for (let start = 0; start < count; start += PERSONS_PER_WRITE) {
    const some = nths.slice(start, start + PERSONS_PER_WRITE)
    const people = some.map((nth) => ({
      ...{ ...row, id: first.id + nth, username: `listener-${nth}`, usernameKey: `listener-${nth}` },
      ...{ stripeAccountId: null, stripeCustomerId: null, calendarToken: null },
    }))
    const signedIn = some.map((nth) => ({ ...session, userId: first.id + nth, tokenHash: hashToken(`token-${nth}`) }))
    await db.write(() => [
      ...inserts(people, (rows) => build.insert(users).values(rows)),
      ...inserts(signedIn, (rows) => build.insert(sessions).values(rows)),
    ])
  }
  return nths.map((nth) => `${cookieName}=token-${nth}`)
}

/** The next line of a stream, each time. */
function readLines(stream: ReadableStream<Uint8Array>): () => Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  return async () => {
    while (!rest.includes('\n')) {
      const { done, value } = await reader.read()
      if (done) throw new Error('The clients have ended')
      rest += decoder.decode(value, { stream: true })
    }
    const end = rest.indexOf('\n')
    const line = rest.slice(0, end)
    rest = rest.slice(end + 1)
    return line
  }
}
