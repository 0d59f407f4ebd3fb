import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@libsql/client'
import { joinMarket, market, openMarkets, type TestMarkets } from '../test-support/markets-kit'
import { until } from '../test-support/until'
import type { Paces } from './running-markets'

const BROOKLYN = 'brooklyn.example'
const PARIS = 'paris.example'
/** So long that it does not happen during a test. */
const NEVER = 3_600_000
const QUICK: Paces = { readMs: 30, sweepMs: 30, quietMs: 150, wakeMs: NEVER, retryMs: 300, waitMs: 10_000 }

let t: TestMarkets

afterEach(() => t.close())

const counts = (what: string, name: string) => t.told(what).filter((entry) => entry.market === name).length
const opened = (name: string) => counts('a market is open', name)
const closed = (name: string) => counts('a market is closed', name)
const ask = (host: string) => t.call(host, 'GET', '/api/config')

test('a market is closed when it is quiet, and opened once for all who come then', async () => {
  t = await openMarkets([market('brooklyn')], { paces: QUICK })
  const rosa = await joinMarket(t, BROOKLYN, 'rosa')
  await until(() => opened('brooklyn') > 0 && closed('brooklyn') === opened('brooklyn'))
  const before = opened('brooklyn')
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => t.call(BROOKLYN, 'GET', '/api/user', { as: rosa.as })),
  )
  expect(answers.map(({ status, body }) => [status, body.username])).toEqual(Array(30).fill([200, 'rosa']))
  expect(opened('brooklyn')).toBe(before + 1)
  await until(() => closed('brooklyn') === opened('brooklyn'))
})

test('a live stream keeps its market open', async () => {
  t = await openMarkets([market('brooklyn'), market('paris')], { paces: QUICK })
  const { as } = await joinMarket(t, BROOKLYN, 'rosa')
  const end = new AbortController()
  const stream = await t.fetch(BROOKLYN, '/api/sync/live', { headers: { cookie: as }, signal: end.signal })
  expect(stream.status).toBe(200)
  const reading = stream.text().catch(() => 'ended by its reader')
  const before = [closed('brooklyn'), closed('paris')] as const
  // The other market, which nobody listens to, is closed and opened several times meanwhile.
  for (let times = 1; times <= 3; times++) {
    await ask(PARIS)
    await until(() => closed('paris') >= before[1] + times)
  }
  expect(closed('brooklyn')).toBe(before[0])
  end.abort()
  expect(await reading).toBe('ended by its reader')
  await until(() => closed('brooklyn') > before[0])
})

test('a live stream outlives the time after which a silent connection is ended', async () => {
  t = await openMarkets([market('brooklyn')], { idleTimeout: 1 })
  const { as } = await joinMarket(t, BROOKLYN, 'rosa')
  const end = new AbortController()
  const stream = await t.fetch(BROOKLYN, '/api/sync/live', { headers: { cookie: as }, signal: end.signal })
  let isOver = false
  const reading = stream
    .text()
    .catch(() => '')
    .finally(() => {
      isOver = true
    })
  await Bun.sleep(6_000)
  expect(isOver).toBe(false)
  end.abort()
  await reading
})

test('no request meets a database that is being closed', async () => {
  t = await openMarkets([market('brooklyn')], { paces: { ...QUICK, sweepMs: 2, quietMs: 5 } })
  const statuses: number[] = []
  const ask = async (pauseMs: number) => {
    await Bun.sleep(pauseMs)
    statuses.push((await t.call(BROOKLYN, 'GET', '/api/listings')).status)
  }
  for (let round = 0; round < 15; round++) await Promise.all([0, 5, 6, 7, 8, 9, 10, 40].map(ask))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(closed('brooklyn')).toBeGreaterThan(5)
  expect(t.logged.filter(({ level }) => level === 'error')).toEqual([])
}, 60_000)

test('the timers of a market that nobody asks for have their turns, the daily jobs once', async () => {
  t = await openMarkets([market('brooklyn')], { paces: { ...QUICK, sweepMs: 200, wakeMs: 400 } })
  const looks: { at: number; hasDaily: boolean }[] = []
  const turns = () => new Set(looks.map(({ at }) => at)).size
  await until(async () => {
    const { body } = await t.call('127.0.0.1', 'GET', '/metrics')
    const at = Number(/last_success_timestamp_seconds\{task="bookings",market="brooklyn"\} (\S+)/.exec(body)?.[1] ?? 0)
    if (at > 0) looks.push({ at, hasDaily: body.includes('last_success_timestamp_seconds{task="books"') })
    return turns() >= 4
  })
  expect(closed('brooklyn')).toBeGreaterThan(2)
  expect(looks.filter(({ at, hasDaily }) => at !== looks[0]?.at && hasDaily)).toEqual([])
})

test('reading the metrics opens no market, and keeps none open', async () => {
  t = await openMarkets([market('brooklyn')], { paces: QUICK })
  await ask(BROOKLYN)
  await until(async () => {
    await t.call(BROOKLYN, 'GET', '/api/ready')
    const { status } = await t.call('127.0.0.1', 'GET', '/metrics')
    return status === 200 && closed('brooklyn') === opened('brooklyn')
  })
  const before = opened('brooklyn')
  expect((await t.call('127.0.0.1', 'GET', '/metrics')).body).not.toContain('brooklyn')
  await t.call(BROOKLYN, 'GET', '/api/ready')
  expect(opened('brooklyn')).toBe(before)
})

test('a market that moves ends its streams and answers nobody; when it is open again, everything is there', async () => {
  t = await openMarkets([market('brooklyn'), market('paris')], { paces: { ...QUICK, quietMs: NEVER } })
  const rosa = await joinMarket(t, BROOKLYN, 'rosa')
  const stream = await t.fetch(BROOKLYN, '/api/sync/live', { headers: { cookie: rosa.as } })
  await t.directory.setState('brooklyn', 'moving')
  await stream.text()
  await until(() => closed('brooklyn') === 1)
  expect((await ask(BROOKLYN)).body.code).toBe('market_moving')
  expect((await ask(PARIS)).status).toBe(200)
  await t.directory.setState('brooklyn', 'open')
  await until(async () => (await ask(BROOKLYN)).status === 200)
  expect((await t.call(BROOKLYN, 'GET', '/api/user', { as: rosa.as })).body.username).toBe('rosa')
  await t.directory.setState('brooklyn', 'closed')
  await until(async () => (await ask(BROOKLYN)).status === 410)
})

test('a market that is added is served soon', async () => {
  t = await openMarkets([], { paces: QUICK })
  expect((await ask(PARIS)).status).toBe(421)
  await t.directory.add(market('paris', { zone: 'Europe/Paris' }))
  await until(async () => (await ask(PARIS)).status === 200)
  expect((await ask(PARIS)).body.timezone).toBe('Europe/Paris')
})

test('a market that cannot be opened answers 503, is not tried for each request, and is tried again later', async () => {
  t = await openMarkets([], { paces: { ...QUICK, sweepMs: NEVER } })
  mkdirSync(join(t.folder, 'markets'))
  const blocked = join(t.folder, 'markets/brooklyn')
  writeFileSync(blocked, 'no folder')
  await t.directory.add(market('brooklyn'))
  await until(async () => (await ask(BROOKLYN)).status === 503)
  const refused = await ask(BROOKLYN)
  expect(refused.body.code).toBe('busy')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const tries = () => counts('a market cannot be opened', 'brooklyn')
  const before = tries()
  await Promise.all(Array.from({ length: 20 }, () => ask(BROOKLYN)))
  expect(tries() - before).toBeLessThanOrEqual(1)
  rmSync(blocked)
  await until(async () => (await ask(BROOKLYN)).status === 200)
})

test('a directory that cannot be read for a while leaves the markets as they were', async () => {
  t = await openMarkets([market('brooklyn')], { paces: { ...QUICK, quietMs: NEVER } })
  await ask(BROOKLYN)
  const client = createClient({ url: `file:${join(t.folder, 'markets.db')}` })
  await client.execute('ALTER TABLE markets RENAME TO elsewhere')
  await until(() => t.told('the markets cannot be looked after').length > 0)
  expect((await ask(BROOKLYN)).status).toBe(200)
  await client.execute('ALTER TABLE elsewhere RENAME TO markets')
  client.close()
  await t.directory.setState('brooklyn', 'closed')
  await until(async () => (await ask(BROOKLYN)).status === 410)
})

test('the file of the database’s token is read once: without it the markets stay as they are', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'trestle-token-')), 'token')
  writeFileSync(file, 'eyJ.a-token.x')
  t = await openMarkets([market('brooklyn')], {
    paces: { ...QUICK, quietMs: NEVER },
    further: { DATABASE_TOKEN_FILE: file },
  })
  expect((await ask(BROOKLYN)).status).toBe(200)
  rmSync(dirname(file), { recursive: true })
  // A market that is added now is served after the next reading of the directory.
  await t.directory.add(market('paris'))
  await until(async () => (await ask(PARIS)).status === 200)
  expect((await ask(BROOKLYN)).status).toBe(200)
  expect(t.told('a market is left out')).toEqual([])
})
