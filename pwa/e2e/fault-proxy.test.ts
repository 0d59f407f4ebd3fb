import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { startFaultProxy } from './fault-proxy'
import type { FaultProxy } from './faults'

const LETTERS = 'abcdefghij'
const EVENT_GAP_MS = 300

let bodies: string[] = []
let listeners = 0
let proxy: FaultProxy
let server: Bun.Server<undefined>

/** Two events with a pause between them: a proxy that buffers shows both at once. */
function eventStream(): Response {
  const events = new ReadableStream({
    async start(stream) {
      stream.enqueue('data: first\n\n')
      await Bun.sleep(EVENT_GAP_MS)
      stream.enqueue('data: second\n\n')
      stream.close()
    },
  })
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
}

/** Answers late with a stream that lasts until nobody listens. */
async function endlessStream(signal: AbortSignal): Promise<Response> {
  listeners += 1
  signal.addEventListener('abort', () => listeners--)
  await Bun.sleep(EVENT_GAP_MS / 3)
  return new Response(new ReadableStream({ start: (stream) => stream.enqueue('data: hello\n\n') }))
}

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/events') return eventStream()
  if (pathname === '/endless') return endlessStream(request.signal)
  if (pathname === '/letters') {
    const isKnown = request.headers.has('if-none-match')
    return new Response(isKnown ? null : LETTERS, { status: isKnown ? 304 : 200, headers: { etag: '"old"' } })
  }
  bodies.push(`${request.method} ${pathname} ${await request.text()}`)
  const headers = new Headers({ 'sync-epoch': 'e1' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  return Response.json({ nth: bodies.length, host: request.headers.get('host') }, { status: 201, headers })
}

beforeAll(async () => {
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  proxy = await startFaultProxy(() => server.port ?? 0)
})

afterAll(async () => {
  await proxy.close()
  await server.stop(true)
})

beforeEach(async () => {
  await proxy.reset()
  proxy.forget()
  bodies = []
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(proxy.origin + path, { keepalive: false, redirect: 'manual', ...init })

const send = (path: string, key = 'k1', init: RequestInit = {}) =>
  ask(path, { method: 'POST', body: 'hello', headers: { 'Idempotency-Key': key }, ...init })

const outcome = (sent: Promise<Response>) =>
  sent
    .then(async (response) => `${response.status} ${await response.text()}`)
    .catch((error: Error) => (error.name === 'TimeoutError' ? 'no answer' : 'broken'))

test('pass: body, headers, cookies and the host that the browser asked', async () => {
  const response = await send('/m')
  expect(await response.json()).toEqual({ nth: 1, host: proxy.origin.slice('http://'.length) })
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(response.headers.get('sync-epoch')).toBe('e1')
  expect(bodies).toEqual(['POST /m hello'])
  expect(proxy.arrivals('POST', '/m')).toMatchObject([
    { method: 'POST', path: '/m', idempotencyKey: 'k1', fault: 'pass', serverStatuses: [201], isSignedIn: false },
  ])
})

test('pass: events arrive one by one', async () => {
  const reader = (await ask('/events')).body!.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  const at = performance.now()
  const second = new TextDecoder().decode((await reader.read()).value)
  expect([first, second]).toEqual(['data: first\n\n', 'data: second\n\n'])
  expect(performance.now() - at).toBeGreaterThan(EVENT_GAP_MS / 3)
})

test('refuse: nobody listens, open streams are cut, and the same port comes back', async () => {
  const stream = ask('/events').then((response) => response.text())
  await Bun.sleep(EVENT_GAP_MS / 3)
  await proxy.mode({ kind: 'refuse' })
  expect(await stream.catch(() => 'broken')).not.toContain('second')
  expect(await outcome(send('/m'))).toBe('broken')
  expect(proxy.arrivals('POST', '/m')).toEqual([])
  await proxy.mode({ kind: 'pass' })
  expect(await outcome(send('/m'))).toStartWith('201')
})

test('refuse for chosen requests only', async () => {
  await proxy.mode({ kind: 'refuse' }, { path: /^\/m/ })
  expect(await outcome(send('/m'))).toBe('broken')
  expect(await outcome(send('/n'))).toStartWith('201')
  expect(bodies).toEqual(['POST /n hello'])
})

test('blackhole: no answer until the mode changes, which breaks the connection', async () => {
  await proxy.mode({ kind: 'blackhole' })
  expect(await outcome(send('/m', 'k1', { signal: AbortSignal.timeout(200) }))).toBe('no answer')
  const waiting = outcome(send('/m'))
  await Bun.sleep(100)
  await proxy.mode({ kind: 'pass' })
  expect(await waiting).toBe('broken')
  expect(bodies).toEqual([])
})

test('delay: later, but whole', async () => {
  await proxy.mode({ kind: 'delay', ms: 200 })
  const at = performance.now()
  expect(await outcome(send('/m'))).toStartWith('201')
  expect(performance.now() - at).toBeGreaterThanOrEqual(195)
})

test('cut before: the server never hears of it', async () => {
  await proxy.mode({ kind: 'cut-before' })
  expect(await outcome(send('/m'))).toBe('broken')
  expect(bodies).toEqual([])
  expect(proxy.delivered('POST', '/m')).toBe(0)
})

test('forward, then cut: the server has applied it when the connection breaks', async () => {
  await proxy.mode({ kind: 'forward-then-cut' })
  expect(await outcome(send('/m'))).toBe('broken')
  expect(bodies).toEqual(['POST /m hello'])
  expect(proxy.delivered('POST', '/m')).toBe(1)
})

test.each([false, true])(
  'forward twice (together: %p): the server gets it twice, the browser one answer',
  async (together) => {
    await proxy.mode({ kind: 'forward-twice', together })
    expect(await outcome(send('/m'))).toStartWith('201')
    expect(bodies).toEqual(['POST /m hello', 'POST /m hello'])
    expect(proxy.arrivals('POST', '/m').map(({ serverStatuses }) => serverStatuses)).toEqual([[201, 201]])
  },
)

test('forward late: broken at once, delivered afterwards', async () => {
  await proxy.mode({ kind: 'forward-late', ms: 200 })
  expect(await outcome(send('/m'))).toBe('broken')
  expect(bodies).toEqual([])
  await proxy.settled()
  expect(bodies).toEqual(['POST /m hello'])
})

/** Everything that comes over the wire until the connection ends; `fetch` hides the body of a broken answer. */
async function wire(path: string): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  const chunks: string[] = []
  socket.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  await new Promise((resolve) => socket.once('close', resolve).once('error', resolve))
  return chunks.join('')
}

test('truncated body: the length is announced, half of it comes', async () => {
  await proxy.mode({ kind: 'truncate-body' })
  const [head = '', body] = (await wire('/letters')).split('\r\n\r\n')
  expect(head.toLowerCase()).toContain(`content-length: ${LETTERS.length}`)
  expect(body).toBe(LETTERS.slice(0, LETTERS.length / 2))
  expect(await outcome(ask('/letters'))).toBe('broken')
})

test('cut after a while: what comes until then is seen', async () => {
  await proxy.mode({ kind: 'cut-after', ms: EVENT_GAP_MS / 3 }, { path: '/events', times: 1 })
  const reader = (await ask('/events')).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: first\n\n')
  await expect(Promise.resolve(reader?.read())).rejects.toThrow()
})

test('what is under way is counted, and can be broken off', async () => {
  const reader = (await ask('/events')).body?.getReader()
  await reader?.read()
  expect([proxy.underWay('/events'), proxy.underWay('/other')]).toEqual([1, 0])
  proxy.breakOff('/other')
  expect(proxy.underWay('/events')).toBe(1)
  proxy.breakOff('/events')
  await expect(Promise.resolve(reader?.read())).rejects.toThrow()
  expect(proxy.underWay('/events')).toBe(0)
})

test('a browser that has left before its answer came listens no more', async () => {
  const pause = EVENT_GAP_MS / 3
  await proxy.mode({ kind: 'delay', ms: pause })
  expect(await outcome(ask('/endless', { signal: AbortSignal.timeout(pause / 2) }))).toBe('no answer')
  while (proxy.delivered('GET', '/endless') === 0) await Bun.sleep(10)
  for (let waited = 0; listeners > 0 && waited < 3_000; waited += pause) await Bun.sleep(pause)
  expect(listeners).toBe(0)
})

test('a burst of 503 is over after the given number', async () => {
  await proxy.mode({ kind: 'unavailable', retryAfterSeconds: 7 }, { method: 'POST', path: '/m', times: 2 })
  const first = await send('/m', 'k1')
  expect([first.status, first.headers.get('retry-after'), first.headers.get('sync-epoch')]).toEqual([503, '7', null])
  expect(await outcome(send('/m', 'k1'))).toStartWith('503')
  expect(await outcome(send('/m', 'k1'))).toStartWith('201')
  expect(proxy.arrivals('POST', '/m').map(({ idempotencyKey, fault }) => `${idempotencyKey} ${fault}`)).toEqual([
    'k1 unavailable',
    'k1 unavailable',
    'k1 pass',
  ])
  expect(proxy.delivered('POST', '/m')).toBe(1)
})

test('every so many’th request alone, counted from the first that the rule is for', async () => {
  await proxy.mode({ kind: 'forward-then-cut' }, { path: '/m', every: 3 })
  expect(await outcome(ask('/letters'))).toStartWith('200')
  const outcomes: string[] = []
  for (let nth = 0; nth < 5; nth++) outcomes.push((await outcome(send('/m'))).slice(0, 3))
  expect(outcomes).toEqual(['bro', '201', '201', 'bro', '201'])
  expect(proxy.delivered('POST', '/m')).toBe(5)
})

test('captive portal: a page with status 200 in place of the answer', async () => {
  await proxy.mode({ kind: 'captive-page' })
  const response = await send('/m')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html'])
  expect(await response.text()).toContain('Guest Wi-Fi')
  expect(bodies).toEqual([])
})

test('captive portal: a redirect to its page on another origin', async () => {
  await proxy.mode({ kind: 'captive-redirect' })
  const response = await send('/m')
  const location = response.headers.get('location') ?? ''
  expect(response.status).toBe(302)
  expect(new URL(location).origin).not.toBe(proxy.origin)
  expect(await (await ask(new URL(location).pathname)).text()).toContain('Guest Wi-Fi')
})

test('rewrite: other words in the answer, at their own length, and nothing said about the old ones', async () => {
  await proxy.mode({ kind: 'rewrite', change: (text) => text.replace('abc', 'A new start, ') }, { path: '/letters' })
  const response = await ask('/letters', { headers: { 'if-none-match': '"old"' } })
  expect(await response.text()).toBe('A new start, defghij')
  expect([response.status, response.headers.get('etag')]).toEqual([200, null])
  expect(await outcome(send('/m'))).toStartWith('201')
})

test('the newest rule wins, a used-up rule makes room, and reset removes all', async () => {
  await proxy.mode({ kind: 'captive-page' }, { path: '/m' })
  await proxy.mode({ kind: 'unavailable' }, { path: '/m', times: 1 })
  expect(await outcome(send('/m'))).toStartWith('503')
  expect(await outcome(send('/m'))).toStartWith('200')
  await proxy.reset()
  expect(await outcome(send('/m'))).toStartWith('201')
})

test('a server that is down looks like a network that is down', async () => {
  const orphan = await startFaultProxy(() => 1)
  expect(await outcome(fetch(orphan.origin))).toBe('broken')
  expect(orphan.delivered('GET', '/')).toBe(0)
  await orphan.close()
})
