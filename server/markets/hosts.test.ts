import { afterAll, beforeAll, expect, test } from 'bun:test'
import { joinMarket, market, openMarkets, type TestMarkets } from '../test-support/markets-kit'
import { sendRaw, statusOf } from '../test-support/raw-request'

const BROOKLYN = 'brooklyn.example'
/** Refused by the listener itself, or by us. */
const REFUSED: (number | null)[] = [400, 421, 431]

let t: TestMarkets

beforeAll(async () => {
  t = await openMarkets(
    [
      market('brooklyn'),
      market('paris', { state: 'moving' }),
      market('rome', { state: 'closed' }),
      market('oslo', { zone: 'Mars/Olympus' }),
    ],
    { paces: { readMs: 20 } },
  )
  // A raw request below has hung up before a market that is still closed could answer it.
  await t.call(BROOKLYN, 'GET', '/api/config')
}, 60_000)

afterAll(() => t.close())

const ask = (lines: string, path = '/api/config', version = '1.1') =>
  sendRaw(t.port, `GET ${path} HTTP/${version}\r\n${lines}connection: close\r\n\r\n`)

test.each([
  'brooklyn.example',
  'BROOKLYN.Example',
  'brooklyn.example:3000',
  'brooklyn.example.',
  'brooklyn.example.:443',
])('Host %s is the market’s', async (host) => {
  const answer = await ask(`host: ${host}\r\n`)
  expect([host, statusOf(answer)]).toEqual([host, 200])
  expect(answer).toContain('"timezone":"America/New_York"')
})

test.each([
  'example',
  'brooklyn.example.evil.example',
  'evil.example/brooklyn.example',
  'brooklyn.example@evil.example',
  'evil.example#brooklyn.example',
  'brooklyn.example,evil.example',
  'brooklyn.example evil.example',
  'brooklyn.example:99999999',
  'brooklyn.example:3000:3000',
  'brooklyn.example..',
  '.brooklyn.example',
  'br\xf6\xf6klyn.example',
  '__proto__',
  'constructor',
  '127.0.0.1',
  '[::1]:3000',
  '',
])('Host %s leads to no market', async (host) => {
  const answer = await ask(`host: ${host}\r\n`)
  expect(REFUSED).toContain(statusOf(answer))
  expect(answer).not.toContain('timezone')
  expect(answer).not.toContain('sync-epoch')
})

test('a very long Host leads to no market', async () => {
  for (const length of [254, 8_000])
    expect(REFUSED).toContain(statusOf(await ask(`host: ${'a'.repeat(length)}.example\r\n`)))
})

test('a request without a Host header leads to no market', async () => {
  for (const version of ['1.0', '1.1']) {
    const answer = await ask('', '/api/config', version)
    expect(REFUSED).toContain(statusOf(answer))
    expect(answer).not.toContain('timezone')
  }
})

test('two Host headers lead to no market but one of the two', async () => {
  const answer = await ask(`host: ${BROOKLYN}\r\nhost: paris.example\r\n`)
  expect(statusOf(answer)).not.toBe(500)
  expect(await ask('host: evil.example\r\nhost: evil2.example\r\n')).not.toContain('timezone')
})

test('an unknown host, a market that moves and one that is closed each say so in our words, and are no word of a database', async () => {
  for (const [host, status, code] of [
    ['nowhere.example', 421, 'unknown_market'],
    ['paris.example', 503, 'market_moving'],
    ['rome.example', 410, 'market_closed'],
  ] as const)
    for (const path of ['/api/config', '/', '/api/sync/pull']) {
      const answer = await t.call(host, path.endsWith('pull') ? 'POST' : 'GET', path)
      expect([host, answer.status, answer.body.code]).toEqual([host, status, code])
      expect(answer.body.message.length).toBeGreaterThan(10)
      expect(answer.headers.get('sync-epoch')).toBe(null)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Number(answer.headers.get('retry-after') ?? 0) > 0).toBe(status === 503)
    }
})

test('a market whose row is not right is left out, said once, and keeps nobody else out', async () => {
  expect((await t.call('oslo.example', 'GET', '/api/config')).body.code).toBe('unknown_market')
  expect((await t.call(BROOKLYN, 'GET', '/api/config')).status).toBe(200)
  // The directory is read again several times.
  await Bun.sleep(100)
  expect(t.told('a market is left out')).toEqual([
    expect.objectContaining({
      level: 'error',
      market: 'oslo',
      fault: expect.stringContaining('MARKET_TIMEZONE must be'),
    }),
  ])
})

test('the process is ready and alive at any host, and that opens no market', async () => {
  for (const host of ['10.0.0.7', 'nowhere.example', 'rome.example', '[::1]'])
    for (const [path, status] of [
      ['/api/ready', 'ready'],
      ['/api/health', 'live'],
    ] as const)
      expect([host, (await t.call(host, 'GET', path)).body]).toEqual([host, { status }])
  expect((await t.call('nowhere.example', 'POST', '/api/ready')).status).toBe(421)
})

test('the metrics are of all open markets, and for this machine alone', async () => {
  await t.call(BROOKLYN, 'GET', '/api/config')
  const [host, path] = [`127.0.0.1:${t.port}`, '/metrics']
  const { status, body } = await t.call(host, 'GET', path)
  expect(status).toBe(200)
  expect(body).toMatch(/trestle_requests_total\{[^}]*market="brooklyn"/)
  expect(body.match(/^# HELP trestle_requests_total /gm)).toHaveLength(1)
  expect(body).toContain('process_resident_memory_bytes')
  expect((await t.call(host, 'GET', path, { from: '203.0.113.9' })).status).toBe(404)
  expect((await t.call(BROOKLYN, 'GET', path)).status).toBe(404)
})

test('a caller over the network does not count as this machine', async () => {
  // Where nobody is counted, everybody passes for the machine itself, and no stream is ever too many.
  const { as } = await joinMarket(t, BROOKLYN, 'rosa')
  const end = new AbortController()
  const headers = { cookie: as, 'x-forwarded-for': '203.0.113.5' }
  // An answer that nobody holds is collected as garbage, and its stream ends.
  const answers: Response[] = []
  while (answers.length < 4) answers.push(await t.fetch(BROOKLYN, '/api/sync/live', { headers, signal: end.signal }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  end.abort()
})
