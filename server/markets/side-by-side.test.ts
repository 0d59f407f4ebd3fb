import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { requestLimits } from '../http/limits'
import { offToken } from '../mail/mail-key'
import { joinMarket, market, openMarkets, postListing, type TestMarkets, uploadIn } from '../test-support/markets-kit'
import { TEST_PASSWORD } from '../test-support/sign-up'
import { grayPng } from '../test-support/test-pictures'
import { until } from '../test-support/until'
import { marketEnv } from './market-env'

const BROOKLYN = 'brooklyn.example'
const PARIS = 'paris.example'

let t: TestMarkets
let rosa: { id: number; as: string }
let paul: { id: number; as: string }

beforeAll(async () => {
  t = await openMarkets([
    market('brooklyn', { feeBps: 250 }),
    market('paris', { zone: 'Europe/Paris', feeBps: 1000, tagline: 'Le marché' }),
  ])
  rosa = await joinMarket(t, BROOKLYN, 'rosa')
  paul = await joinMarket(t, PARIS, 'paul')
}, 60_000)

afterAll(async () => {
  expect(t.logged.filter(({ level }) => level === 'error')).toEqual([])
  await t.close()
})

test('each market has its zone, its fee and its tagline', async () => {
  const of = async (host: string) => (await t.call(host, 'GET', '/api/config')).body
  expect(await of(BROOKLYN)).toMatchObject({ timezone: 'America/New_York', feeBps: 250 })
  expect(await of(PARIS)).toMatchObject({ timezone: 'Europe/Paris', feeBps: 1000, tagline: 'Le marché' })
})

test('an account of one market is none in the other', async () => {
  // Both are the first of their market, so a mistaken number shows the other person.
  expect([rosa.id, paul.id]).toEqual([1, 1])
  expect((await t.call(BROOKLYN, 'GET', '/api/users/1')).body.username).toBe('rosa')
  expect((await t.call(PARIS, 'GET', '/api/users/1')).body.username).toBe('paul')
  const signIn = (host: string) =>
    t.call(host, 'POST', '/api/login', { body: { username: 'rosa', password: TEST_PASSWORD } })
  expect((await signIn(BROOKLYN)).status).toBe(200)
  expect((await signIn(PARIS)).status).toBe(401)
})

test('the cookie of one market opens nothing in the other', async () => {
  expect((await t.call(BROOKLYN, 'GET', '/api/user', { as: rosa.as })).body.username).toBe('rosa')
  for (const path of ['/api/user', '/api/sync/live', '/api/user/calendar'])
    expect([path, (await t.call(PARIS, 'GET', path, { as: rosa.as })).status]).toEqual([path, 401])
})

test('a page of one market cannot write in the other with its visitor’s cookie', async () => {
  const write = (origin: string, site: string) =>
    t.call(PARIS, 'POST', '/api/user/calendar', { as: paul.as, headers: { origin, 'sec-fetch-site': site } })
  expect((await write(t.origin(BROOKLYN), 'same-site')).body.code).toBe('cross_site')
  expect((await write(t.origin(PARIS), 'same-origin')).status).toBe(200)
  const old = await t.call(PARIS, 'POST', '/api/user/calendar', {
    as: paul.as,
    headers: { origin: t.origin(BROOKLYN) },
  })
  expect(old.body.code).toBe('cross_site')
})

test('a listing and its photo are in their market alone: list, page, search, feed and file', async () => {
  const photo = await uploadIn(t, BROOKLYN, rosa.as)
  expect((await t.fetch(BROOKLYN, photo)).status).toBe(404)
  const id = await postListing(t, BROOKLYN, rosa.as, { title: 'Oak table', mainImage: photo })
  const titles = async (host: string, path: string) => JSON.stringify((await t.call(host, 'GET', path)).body)
  for (const path of ['/api/listings', '/api/search?q=oak', '/sitemap.xml']) {
    expect([path, await titles(BROOKLYN, path)]).toEqual([path, expect.stringMatching(/Oak table|listings\/1/)])
    expect([path, await titles(PARIS, path)]).toEqual([path, expect.not.stringMatching(/Oak table|listings\/1/)])
  }
  expect((await t.call(BROOKLYN, 'GET', `/api/listings/${id}`)).body.title).toBe('Oak table')
  expect((await t.call(PARIS, 'GET', `/api/listings/${id}`)).status).toBe(404)
  expect((await t.fetch(BROOKLYN, photo)).status).toBe(200)
  expect((await t.fetch(PARIS, photo)).status).toBe(404)
  const pull = (host: string) =>
    t.call(host, 'POST', '/api/sync/pull', { body: { epoch: null, scopes: { 'pub:l': [0] } } })
  const [own, other] = [await pull(BROOKLYN), await pull(PARIS)]
  expect(JSON.stringify(own.body.changes)).toContain('Oak table')
  expect(other.body.changes).toEqual([])
  expect(own.body.epoch).not.toBe(other.body.epoch)
  expect(own.headers.get('sync-epoch')).toBe(own.body.epoch)
  expect(other.headers.get('sync-epoch')).toBe(other.body.epoch)
})

test('the same photo in both markets is two files', async () => {
  const content = grayPng(90, 30)
  const [own, other] = [await uploadIn(t, BROOKLYN, rosa.as, content), await uploadIn(t, PARIS, paul.as, content)]
  expect(own).toBe(other)
  const see = async (host: string, as: string) => (await t.fetch(host, own, { headers: { cookie: as } })).status
  expect([await see(BROOKLYN, rosa.as), await see(PARIS, paul.as)]).toEqual([200, 200])
  expect([await see(BROOKLYN, paul.as), await see(PARIS, rosa.as)]).toEqual([404, 404])
})

test('a live stream hears of its own market alone', async () => {
  const listen = async (host: string, as: string) => {
    const abort = new AbortController()
    const answer = await t.fetch(host, '/api/sync/live', { headers: { cookie: as }, signal: abort.signal })
    expect(answer.status).toBe(200)
    let heard = ''
    void (async () => {
      for await (const part of answer.body ?? []) heard += new TextDecoder().decode(part)
    })().catch(() => undefined)
    return { heard: () => heard, end: () => abort.abort() }
  }
  const [own, other] = [await listen(BROOKLYN, rosa.as), await listen(PARIS, paul.as)]
  const photo = await uploadIn(t, BROOKLYN, rosa.as, grayPng(30, 70))
  await postListing(t, BROOKLYN, rosa.as, { title: 'Elm bench', mainImage: photo })
  await until(() => own.heard().includes('pub:l'))
  await until(() => other.heard().includes('hello'))
  expect(other.heard()).not.toContain('pub:')
  own.end()
  other.end()
})

test('what one market has signed is worth nothing in the other', async () => {
  const { body } = await t.call(BROOKLYN, 'POST', '/api/user/calendar', { as: rosa.as })
  const path = new URL(body.url).pathname
  expect((await t.fetch(BROOKLYN, path)).status).toBe(200)
  expect((await t.fetch(PARIS, path)).status).toBe(404)
  const off = `/mail/off/${offToken(join(t.folder, 'markets/brooklyn'), 1, 'messages')}`
  expect((await t.fetch(BROOKLYN, off)).status).toBe(200)
  expect((await t.fetch(PARIS, off)).status).toBe(404)
})

test('a caller who has asked too often in one market is told so there alone, and nobody else is', async () => {
  const register = (host: string, from: string, number: number) =>
    t.call(host, 'POST', '/api/register', {
      from,
      body: { username: `guest-${number}`, password: TEST_PASSWORD, email: 'guest@example.com' },
    })
  const statuses: number[] = []
  for (let number = 0; number <= requestLimits.registration.address.atOnce; number++)
    statuses.push((await register(BROOKLYN, '203.0.113.1', number)).status)
  expect(statuses.at(-2)).toBe(201)
  expect(statuses.at(-1)).toBe(429)
  expect((await register(BROOKLYN, '203.0.113.2', 50)).status).toBe(201)
  expect((await register(PARIS, '203.0.113.1', 51)).status).toBe(201)
}, 30_000)

test('the secret of a market is made of the process’s and of the name of the market', () => {
  const secrets = ['brooklyn', 'paris'].map((name) => marketEnv(t.variables, market(name)).secretKey)
  expect(new Set([...secrets, t.variables.SECRET_KEY]).size).toBe(3)
  expect(marketEnv(t.variables, market('brooklyn')).secretKey).toBe(secrets[0] ?? '')
  expect(marketEnv({ ...t.variables, SECRET_KEY: '' }, market('brooklyn')).secretKey).toBe('')
})

test('photos and notes of a market have a place of their own in the bucket', () => {
  const prefixOf = (S3_PREFIX: string) => marketEnv({ ...t.variables, S3_PREFIX }, market('paris')).s3.prefix
  expect(prefixOf('')).toBe('markets/paris/')
  expect(prefixOf('trestle/')).toBe('trestle/markets/paris/')
})
