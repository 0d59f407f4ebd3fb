import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sendRaw, statusOf } from '../test-support/raw-request'
import { type StartedServer, serverProcesses } from '../test-support/started-server'

const START_LIMIT_MS = 60_000
const AT_ONCE = 40

const processes = serverProcesses()
let server: StartedServer

beforeAll(async () => {
  server = await processes.start(processes.newFolder())
}, START_LIMIT_MS)
afterAll(() => processes.end())

async function expectAlive(): Promise<void> {
  const answer = await fetch(`${server.origin}/api/health`)
  expect(answer.status).toBe(200)
  expect(server.child.exitCode).toBeNull()
}

const withHost = (host: string, start = 'GET /api/config HTTP/1.1') =>
  `${start}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`

test.each([
  ['an open bracket', withHost('[')],
  ['nothing', withHost('')],
  ['a space', withHost('a b')],
  ['a percent sign', withHost('%')],
  ['a port out of range', withHost('evil:99999')],
  ['a port that is a word', withHost('evil:x')],
  ['an open bracket, at a page', withHost('[', 'GET / HTTP/1.1')],
  ['an open bracket, at a path that is not there', withHost('[', 'GET /nothing/here HTTP/1.1')],
  ['an open bracket, with a write', withHost('[', 'POST /api/login HTTP/1.1')],
  ['no Host at all, in HTTP/1.0', 'GET /api/config HTTP/1.0\r\n\r\n'],
  ['no Host at all, as a load balancer asks', 'OPTIONS / HTTP/1.0\r\n\r\n'],
])('a Host header with %s gets 400, and the server lives', async (_, request) => {
  expect(statusOf(await sendRaw(server.port, request))).toBe(400)
  await expectAlive()
})

test('2,000 malformed requests end nothing and get no answer of 5xx', async () => {
  const requests = fc.sample(malformedRequest(), { numRuns: 2_000, seed: 20_261_122 })
  const answered = new Map<number | null, number>()
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const answers = await Promise.all(requests.slice(at, at + AT_ONCE).map((bytes) => sendRaw(server.port, bytes)))
    for (const status of answers.map(statusOf)) answered.set(status, (answered.get(status) ?? 0) + 1)
  }
  // 505 is the answer to a version of HTTP that the runtime does not speak; no code of ours ran.
  const statuses = [...answered.keys()].filter((status) => status !== null && status !== 505)
  expect(statuses.filter((status) => Number(status) >= 500)).toEqual([])
  expect(answered.get(400)).toBeGreaterThan(100)
  await expectAlive()
}, 120_000)

/** Requests that are wrong somewhere: in a line, in a header, in a length, in a byte, or at the end. */
function malformedRequest(): fc.Arbitrary<Uint8Array> {
  const noise = fc.string({ unit: 'binary', maxLength: 40 })
  const host = fc.oneof(
    fc.constantFrom(
      '[',
      ']',
      '[::1',
      '%',
      '%zz',
      'a b',
      '',
      ':',
      ':0',
      'evil:99999',
      'a:b:c',
      '@',
      'x@y',
      '//',
      '\\',
      '\u0000',
      '127.0.0.1, x',
    ),
    noise,
    fc.constant('127.0.0.1'),
  )
  const target = fc.oneof(
    fc.constantFrom(
      '/',
      '/api/config',
      '/api/listings?limit=%',
      '*',
      '//',
      '/%',
      '/%ff',
      '/\u0000',
      'http://[',
      'http://a b/',
      '/api/../../etc',
    ),
    noise,
  )
  const method = fc.oneof(fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'get', 'BREW', ''), noise)
  const version = fc.oneof(fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'HTTP/1.1 ', 'http/1.1', ''), noise)
  const header = fc.oneof(
    fc.constantFrom(
      'Content-Length: -1',
      'Content-Length: 9999999999999999999999',
      'Content-Length: 5, 6',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked, chunked',
      'Expect: 100-continue',
      'Cookie: sid=\u0000; sid=%; =; ;;;',
      'Origin: [',
      'X-Request-Id: \u0001',
      ': empty',
      'no colon',
      'Accept-Encoding: br;q=x',
      'If-None-Match: ,,,"',
    ),
    fc.tuple(noise, noise).map(([name, value]) => `${name}: ${value}`),
  )
  const lines = fc
    .tuple(method, target, version, fc.option(host), fc.array(header, { maxLength: 4 }), noise)
    .map(([a, b, c, name, headers, body]) =>
      [`${a} ${b} ${c}`, ...(name === null ? [] : [`Host: ${name}`]), ...headers, '', body].join('\r\n'),
    )
  const cut = fc.tuple(lines, fc.nat({ max: 200 })).map(([text, length]) => text.slice(0, length))
  return fc
    .oneof({ weight: 6, arbitrary: lines }, { weight: 1, arbitrary: cut })
    .map((text) => Buffer.from(text, 'utf8'))
}
