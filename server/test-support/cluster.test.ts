import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PullAnswer, PullRequest } from '#schema/sync'
import { userScope } from '#schema/sync-scopes'
import { signInLimits } from '../http/limits'
import { type Cluster, openCluster } from './cluster'
import { type ClusterPerson, clusterClient } from './cluster-client'
import { SQLD } from './database-server'
import { playKills } from './drills/cluster-drill'
import { freePort } from './free-port'
import { until } from './until'

const SERVERS = 3
/** Below what one person may ask. */
const PACE_MS = 40
const folder = mkdtempSync(join(tmpdir(), 'trestle-cluster-'))
const here = test.skipIf(!SQLD)
let cluster: Cluster
let client: ReturnType<typeof clusterClient>

beforeAll(async () => {
  if (!SQLD) return
  cluster = await openCluster({
    folder,
    servers: SERVERS,
    port: await freePort(),
    environment: { DEMO: '0', MAIL: 'off' },
  })
  client = clusterClient(cluster)
}, 60_000)
afterAll(async () => {
  await cluster?.close()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

const serverOf = (nth: number) => cluster.servers[nth % SERVERS]?.origin ?? ''

here('what one server has written the others know at once, and no number is given out twice', async () => {
  const ids = new Set<number>()
  for (let nth = 0; nth < 15; nth++) {
    const { id, as } = await client.register(serverOf(nth), `person${nth}`)
    ids.add(id)
    const seen = await client.call(serverOf(nth + 1), 'GET', '/api/user', { as })
    expect([seen.status, ((await seen.json()) as { id: number }).id]).toEqual([200, id])
  }
  expect(ids.size).toBe(15)
})

here('sixty wrong passwords at once over all servers are as many guesses as one server allows', async () => {
  await client.register(serverOf(0), 'guessed')
  const body = { username: 'guessed', password: 'wrong horse' }
  const begun = performance.now()
  const tries = Array.from({ length: 60 }, (_, nth) => client.call(serverOf(nth), 'POST', '/api/login', { body }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  const guesses = statuses.filter((status) => status === 401).length
  const { freeTries, firstDelayS } = signInLimits
  // Each delay that has passed meanwhile, twice as long as the one before, allows one more.
  const delays = Math.floor(Math.log2(1 + (performance.now() - begun) / 1_000 / firstDelayS))
  expect(guesses).toBeGreaterThanOrEqual(freeTries)
  expect(guesses).toBeLessThanOrEqual(freeTries + delays)
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - guesses)
})

here(
  'a person’s stream hears what another server has written',
  async () => {
    const { id, as } = await client.register(serverOf(0), 'listener')
    const stream = await client.call(serverOf(0), 'GET', '/api/sync/live', { as })
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    const hears = async (event: string) => {
      for (let text = ''; !text.includes(`event: ${event}`); )
        text += new TextDecoder().decode((await reader.read()).value)
    }
    await hears('hello')
    await client.block(serverOf(1), { id, as }, 0)
    await hears('poke')
    await reader.cancel()
  },
  5_000,
)

here(
  'servers and the database that are killed lose nothing that was confirmed and do nothing twice',
  async () => {
    const { kills, presses, wrong } = await playKills(cluster, 4)
    expect([kills, presses, wrong]).toEqual([4, 60, []])
  },
  60_000,
)

here(
  'a database that stands still is started again, and nothing that was confirmed is lost',
  async () => {
    await client.allReady()
    const person = await client.register(cluster.origin, 'waiter')
    expect((await client.block(cluster.origin, person, 0)).status).toBeLessThan(300)
    const stopped = cluster.databasePid()
    process.kill(stopped, 'SIGSTOP')
    await until(() => cluster.databasePid() !== stopped)
    await client.allReady()
    expect((await client.block(cluster.origin, person, 1)).status).toBeLessThan(300)
    expect(await client.blockedDays(person)).toHaveLength(2)
  },
  60_000,
)

/** A device of a person that pulls, and hears the live stream: it comes back when its server ends. */
function openDevice({ id, as }: ClusterPerson) {
  const heard = { epochs: new Set<string>(), resets: 0, changes: 0, streams: 0, refusals: 0 }
  const scopes: PullRequest['scopes'] = { [userScope(id)]: [0] }
  let epoch: string | null = null
  let isClosed = false
  let leave = async () => {}

  async function listen(): Promise<void> {
    while (!isClosed) {
      const stream = await client.call(cluster.origin, 'GET', '/api/sync/live', { as })
      if (!stream.ok) heard.refusals++
      else heard.streams++
      const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
      leave = () => reader.cancel()
      if (isClosed) return leave()
      while (!(await reader.read()).done);
    }
  }

  async function pull(): Promise<number> {
    const body: PullRequest = { epoch, scopes }
    const response = await client.call(cluster.origin, 'POST', '/api/sync/pull', { as, body })
    const answer = (await response.json()) as PullAnswer
    epoch = answer.epoch
    heard.epochs.add(answer.epoch)
    heard.resets += answer.reset.length
    heard.changes += answer.changes.length
    scopes[userScope(id)] = [answer.to]
    return response.status
  }

  const listening = listen()
  return {
    heard,
    pull,
    async close() {
      isClosed = true
      await leave()
      await listening
    },
  }
}

here(
  'servers that are restarted one after another fail nobody’s press, and no device is told to begin anew',
  async () => {
    await client.allReady()
    const person = await client.register(cluster.origin, 'roller')
    const device = openDevice(person)
    await device.pull()
    const { changes } = device.heard
    let isOver = false
    const restarts = (async () => {
      for (const server of cluster.servers) await server.restart()
      isOver = true
    })()
    const statuses: number[] = []
    let blocked = 0
    for (let nth = 0; !isOver; nth++) {
      // Fewer writes than a person may make in a day.
      if (nth % 8 === 0) {
        statuses.push((await client.block(cluster.origin, person, blocked++)).status)
        statuses.push(await device.pull())
      }
      statuses.push((await client.call(cluster.origin, 'GET', '/api/user', { as: person.as })).status)
      await Bun.sleep(PACE_MS)
    }
    await restarts
    await device.close()
    expect(statuses.length).toBeGreaterThan(20)
    expect(statuses.filter((status) => status >= 400)).toEqual([])
    expect(device.heard).toMatchObject({ resets: 0, refusals: 0, changes: changes + blocked })
    expect(device.heard.epochs.size).toBe(1)
    // The first server that it was at has ended.
    expect(device.heard.streams).toBeGreaterThan(1)
  },
  60_000,
)
