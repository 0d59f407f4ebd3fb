import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { offToken } from '../mail/mail-key'
import { signUp, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { until } from '../test-support/until'

let t: TestApp
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  t = await openTestApp()
  const { log } = t.deps
  t.deps.log = (entry) => {
    if (entry.level === 'info' && 'request' in entry) lines.push(entry)
    log(entry)
  }
})
afterAll(() => t.close())

/** The lines of one call; each is written behind its answer. */
async function linesOf(...call: Parameters<TestApp['call']>) {
  lines.length = 0
  const answer = await t.call(...call)
  const own = () => lines.filter(({ request }) => request === answer.headers.get('x-request-id'))
  await until(() => own().length > 0)
  return { answer, written: own() }
}

test('one line per request, with the id that the answer carries and nothing about the person', async () => {
  const person = { username: 'rosa.luz', password: TEST_PASSWORD, email: 'rosa@example.com', street: '5 Pine Street' }
  const { answer, written } = await linesOf('POST', '/api/register?ref=rosa.luz', { body: person })
  expect(answer.status).toBe(201)
  expect(written).toEqual([
    {
      level: 'info',
      request: answer.headers.get('x-request-id'),
      method: 'POST',
      route: '/api/register',
      status: 201,
      ms: expect.any(Number),
    },
  ])
  for (const word of Object.values(person)) expect(JSON.stringify(written)).not.toContain(word)
})

test('the line of a signed-in person has their number, and neither their name nor the secrets that they bring', async () => {
  const { id, as } = await signUp(t, 'vera.noor')
  const headers = { 'idempotency-key': 'key-of-this-try', authorization: 'Bearer some-secret-words' }
  const { written } = await linesOf('GET', '/api/listings/4711?token=query-secret', { as, headers })
  expect(written).toMatchObject([{ person: id, route: '/api/listings/:id' }])
  const secrets = [
    'vera',
    as.split('=')[1]?.split(';')[0] ?? '',
    'key-of-this-try',
    'some-secret-words',
    'query-secret',
  ]
  for (const secret of secrets) expect(JSON.stringify(written)).not.toContain(secret)
  expect((await linesOf('GET', '/api/listings/4711')).written[0]).not.toHaveProperty('person')
})

test('the line of a fault has the id and the person of its request', async () => {
  const { id, as } = await signUp(t, 'nils')
  const { pull } = t.deps.feed
  t.deps.feed.pull = () => Promise.reject(new Error('planted fault'))
  const body = { epoch: null, scopes: { 'pub:p': [0] } }
  const { answer } = await linesOf('POST', '/api/sync/pull', { as, body })
  t.deps.feed.pull = pull
  expect(answer.status).toBe(500)
  expect(t.errors.splice(0)).toMatchObject([
    { request: answer.headers.get('x-request-id'), person: id, error: 'Error: planted fault' },
  ])
})

test('refusals and calls that do not exist have their line too, without the numbers in their paths', async () => {
  expect((await linesOf('GET', '/api/listings/4711')).written).toMatchObject([
    { route: '/api/listings/:id', status: 404 },
  ])
  expect((await linesOf('GET', '/api/nothing/4711')).written).toMatchObject([{ route: '/api/nothing/:n', status: 404 }])
})

describe('no line holds a part of the secret in an address', () => {
  let calendar: string
  let off: string
  beforeAll(async () => {
    const { id, as } = await signUp(t, 'cara')
    calendar = new URL((await t.call('POST', '/api/user/calendar', { as })).body.url).pathname
    off = `/mail/off/${offToken(t.deps.env.dataDir, id, 'messages')}`
  })

  /** Every six characters in a row of the 43 that nobody can guess. */
  function partsOfSecret(path: string): string[] {
    const secret = /[\w-]{43}/.exec(path)?.[0] ?? ''
    return Array.from({ length: 38 }, (_, start) => secret.slice(start, start + 6))
  }

  function expectNoSecret(path: string, written: unknown): void {
    const text = JSON.stringify(written)
    expect(partsOfSecret(path).filter((part) => text.includes(part))).toEqual([])
  }

  for (const method of ['OPTIONS', 'PROPFIND'])
    test(`after ${method}, which leads nowhere`, async () => {
      const { written } = await linesOf(method, calendar)
      expect(written).toMatchObject([{ route: '/api/calendar/:n', status: 404 }])
      expectNoSecret(calendar, written)
    })

  test('after a fault', async () => {
    const { limits } = t.deps
    const { countAddress } = limits
    limits.countAddress = () => Promise.reject(new Error('planted fault'))
    await linesOf('GET', calendar)
    await t.call('GET', off)
    limits.countAddress = countAddress
    const faults = t.errors.splice(0)
    expect(faults).toMatchObject([{ route: '/api/calendar/:file' }, { route: '/mail/off/:token' }])
    for (const path of [calendar, off]) expectNoSecret(path, [faults, lines])
  })
})

test('a balancer that hears that all is well leaves no line, only a count; one that is refused leaves both', async () => {
  lines.length = 0
  for (const path of ['/api/health', '/api/ready']) expect((await t.call('GET', path)).status).toBe(200)
  await until(async () => (await counted('/api/health')) && (await counted('/api/ready')))
  expect(lines).toEqual([])
  const { batch } = t.deps.db
  t.deps.db.batch = () => Promise.reject(new Error('the disk is full'))
  const { written } = await linesOf('GET', '/api/ready')
  t.deps.db.batch = batch
  expect(written).toMatchObject([{ route: '/api/ready', status: 503 }])
})

const counted = async (route: string) =>
  (await t.deps.metrics.registry.metrics()).includes(`route="${route}",status="200"`)

test('a path that leads nowhere is cut', async () => {
  const { written } = await linesOf('GET', `/api/${'nothing/'.repeat(1_000)}`)
  expect(String(written[0]?.route)).toHaveLength(100)
})

test('an id that comes along is kept; one that is none is not repeated', async () => {
  const id = 'gateway-0042'
  const { answer, written } = await linesOf('GET', '/api/config', { headers: { 'x-request-id': id } })
  expect([answer.headers.get('x-request-id'), written[0]?.request]).toEqual([id, id])
  const forged = await linesOf('GET', '/api/config', { headers: { 'x-request-id': 'a b "c"' } })
  expect(forged.answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a caller who goes away in the middle of a body is no error', async () => {
  const gone = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      gone.abort()
      controller.error(new Error('The connection was closed'))
    },
  })
  const headers = { origin: TEST_ORIGIN, 'content-type': 'application/json' }
  await t.fetch(new Request(`${TEST_ORIGIN}/api/login`, { method: 'POST', headers, body, signal: gone.signal }))
  expect(t.errors).toEqual([])
})
