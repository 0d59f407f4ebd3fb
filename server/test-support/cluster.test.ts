import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEY_HEADER } from '#schema/sync-scopes'
import { signInLimits } from '../http/limits'
import { type Cluster, openCluster } from './cluster'
import { SQLD } from './database-server'
import { freePort } from './free-port'
import { TEST_PASSWORD } from './sign-up'
import { until } from './until'

const SERVERS = 3
/** Below what one person may ask. */
const PACE_MS = 40
const folder = mkdtempSync(join(tmpdir(), 'trestle-cluster-'))
const here = test.skipIf(!SQLD)
let cluster: Cluster
let from = 0

beforeAll(async () => {
  if (!SQLD) return
  cluster = await openCluster({
    folder,
    servers: SERVERS,
    port: await freePort(),
    environment: { DEMO: '0', MAIL: 'off' },
  })
}, 60_000)
afterAll(async () => {
  await cluster?.close()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

interface Call {
  as?: string
  body?: unknown
  key?: string
  address?: string
}

/** A request as our own pages send it, from an address of its own. */
function call(origin: string, method: string, path: string, { as, body, key, address }: Call = {}): Promise<Response> {
  const headers = {
    origin: cluster.origin,
    'content-type': 'application/json',
    'x-forwarded-for': address ?? `198.51.100.${from++ % 250}`,
    ...(as && { cookie: as }),
    ...(key && { [KEY_HEADER]: key }),
  }
  return fetch(`${origin}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

async function register(origin: string, username: string): Promise<{ id: number; as: string }> {
  const body = { username, password: TEST_PASSWORD, email: 'person@example.com' }
  const answer = await call(origin, 'POST', '/api/register', { body })
  if (answer.status !== 201) throw new Error(`${username}: ${answer.status} ${await answer.text()}`)
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return { id: ((await answer.json()) as { id: number }).id, as: cookie }
}

/** Those that were killed are back. */
const allReady = () =>
  until(async () => {
    const answers = cluster.servers.map(({ origin }) => call(origin, 'GET', '/api/ready').catch(() => null))
    return (await Promise.all(answers)).every((answer) => answer?.ok)
  })

const serverOf = (nth: number) => cluster.servers[nth % SERVERS]?.origin ?? ''

here('what one server has written the others know at once, and no number is given out twice', async () => {
  const ids = new Set<number>()
  for (let nth = 0; nth < 15; nth++) {
    const { id, as } = await register(serverOf(nth), `person${nth}`)
    ids.add(id)
    const seen = await call(serverOf(nth + 1), 'GET', '/api/user', { as })
    expect([seen.status, ((await seen.json()) as { id: number }).id]).toEqual([200, id])
  }
  expect(ids.size).toBe(15)
})

here('sixty wrong passwords at once over all servers are as many guesses as one server allows', async () => {
  await register(serverOf(0), 'guessed')
  const body = { username: 'guessed', password: 'wrong horse' }
  const tries = Array.from({ length: 60 }, (_, nth) => call(serverOf(nth), 'POST', '/api/login', { body }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(signInLimits.freeTries)
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - signInLimits.freeTries)
})

here(
  'a person’s stream hears what another server has written',
  async () => {
    const { id, as } = await register(serverOf(0), 'listener')
    const stream = await call(serverOf(0), 'GET', '/api/sync/live', { as })
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    const hears = async (event: string) => {
      for (let text = ''; !text.includes(`event: ${event}`); )
        text += new TextDecoder().decode((await reader.read()).value)
    }
    await hears('hello')
    await block(serverOf(1), { id, as }, 0)
    await hears('poke')
    await reader.cancel()
  },
  5_000,
)

function block(origin: string, { id, as }: { id: number; as: string }, nth: number): Promise<Response> {
  const day = new Date(Date.UTC(2027, 0, 1 + 2 * nth)).toISOString().slice(0, 10)
  const key = `00000000-0000-4000-8000-${String(id * 1000 + nth).padStart(12, '0')}`
  return call(origin, 'POST', `/api/users/${id}/blocked-dates`, { as, key, body: { startDate: day, endDate: day } })
}

here(
  'servers and the database that are killed lose nothing that was confirmed and do nothing twice',
  async () => {
    const person = await register(cluster.origin, 'steady')
    const RANGES = 40
    /** As a device does: until it has an answer, under one key. */
    const untilConfirmed = async (nth: number) => {
      for (let tries = 0; tries < 200; tries++) {
        const answer = await block(cluster.origin, person, nth).catch(() => null)
        if (answer?.status === 201 || answer?.status === 200) return
        if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`)
        await Bun.sleep(50)
      }
      throw new Error('It was never confirmed')
    }
    const [first, second] = cluster.servers
    const kills = (async () => {
      for (const victim of [first?.pid, cluster.databasePid, second?.pid]) {
        await Bun.sleep(150)
        process.kill(victim?.() ?? 0, 'SIGKILL')
        await until(async () => (await call(cluster.origin, 'GET', '/api/ready').catch(() => null))?.ok === true)
      }
    })()
    for (let start = 0; start < RANGES; start += 4)
      await Promise.all([0, 1, 2, 3].map((nth) => untilConfirmed(start + nth)))
    await kills
    const rows = await blockedOf(person)
    expect(rows).toHaveLength(RANGES)
    expect(new Set(rows).size).toBe(RANGES)
  },
  60_000,
)

async function blockedOf({ id, as }: { id: number; as: string }): Promise<string[]> {
  for (;;) {
    const answer = await call(cluster.origin, 'GET', `/api/users/${id}/blocked-dates`, { as }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { startDate: string }[]).map(({ startDate }) => startDate)
    await Bun.sleep(50)
  }
}

here(
  'servers that are restarted one after another fail nobody’s press',
  async () => {
    await allReady()
    const person = await register(cluster.origin, 'roller')
    let isOver = false
    const restarts = (async () => {
      for (const server of cluster.servers) await server.restart()
      isOver = true
    })()
    const statuses: number[] = []
    for (let nth = 0; !isOver; nth++) {
      statuses.push((await block(cluster.origin, person, nth % 300)).status)
      await Bun.sleep(PACE_MS)
      statuses.push((await call(cluster.origin, 'GET', '/api/user', { as: person.as })).status)
    }
    await restarts
    expect(statuses.length).toBeGreaterThan(20)
    expect(statuses.filter((status) => status >= 400)).toEqual([])
  },
  60_000,
)
