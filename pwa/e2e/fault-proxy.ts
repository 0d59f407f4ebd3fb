import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Arrival, Fault, FaultProxy, Only } from './faults'

const PASS: Fault = { kind: 'pass' }
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
const LOGIN_PATH = '/captive-portal/login'
const LOGIN_PAGE = '<!doctype html><title>Guest Wi-Fi</title><h1>Welcome</h1><p>Accept the terms to go online.</p>'

const matches = (wanted: string | RegExp, path: string) =>
  typeof wanted === 'string' ? wanted === path : wanted.test(path)

const sessionIn = (cookie = '') => /(?:^|; )sid=([^;]+)/.exec(cookie)?.[1] ?? ''

/** Each browser has an address of its own, as people have: the limits of one address are not for all of them together. */
function addressOf(session: string): string {
  const digits = createHash('sha256').update(session).digest('hex')
  return `2001:db8:${digits.slice(0, 4)}:${digits.slice(4, 8)}::1`
}

const endToEnd = (headers: http.IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)))

/** By its socket: destroying the response alone lets some runtimes end it politely, with an empty 200. */
const cut = (response: http.ServerResponse) => response.socket?.destroy()

async function drain(answer: http.IncomingMessage): Promise<void> {
  answer.resume()
  await once(answer, 'end')
}

/** Streams as it comes: a buffered event stream would look like a server that says nothing. */
function relay(answer: http.IncomingMessage, response: http.ServerResponse): void {
  // A browser that has left already: the server would talk to nobody, for as long as the stream lasts.
  if (response.destroyed) return void answer.destroy()
  response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
  response.flushHeaders()
  response.once('close', () => answer.destroy())
  answer.once('error', () => cut(response))
  answer.pipe(response)
}

async function relayChanged(
  answer: http.IncomingMessage,
  response: http.ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const { etag: _, ...headers } = endToEnd(answer.headers)
  const body = Buffer.from(change((await buffer(answer)).toString()))
  response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.length }).end(body)
}

async function relayHalf(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body = await buffer(answer)
  response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), 'content-length': body.length })
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => setImmediate(() => cut(response)))
}

/** Starts a proxy on a free loopback port in front of `http://127.0.0.1:<serverPort>`, which may depend on a browser's cookies. */
export async function startFaultProxy(serverPort: (cookies: string) => number): Promise<FaultProxy> {
  let global: Fault = PASS
  let rules: { fault: Fault; only: Only; met: number }[] = []
  let seen: Arrival[] = []
  const sockets = new Set<Socket>()
  const held = new Set<http.ServerResponse>()
  const late = new Set<Promise<void>>()
  const open = new Map<http.ServerResponse, string>()

  function faultFor(method: string, path: string): Fault {
    const rule = rules.find(
      ({ only }) => (only.method ?? method) === method && (only.path === undefined || matches(only.path, path)),
    )
    if (!rule || rule.met++ % (rule.only.every ?? 1) !== 0) return global
    if (rule.only.times !== undefined && --rule.only.times === 0) rules = rules.filter((other) => other !== rule)
    return rule.fault
  }

  async function forward(request: http.IncomingMessage, body: Buffer, arrival: Arrival): Promise<http.IncomingMessage> {
    const { method, url: path, headers } = request
    const length = body.length > 0 ? { 'content-length': body.length } : {}
    const port = serverPort(headers.cookie ?? '')
    const upstream = http.request({ host: '127.0.0.1', port, agent: false, method, path })
    const from = { 'x-forwarded-for': arrival.address }
    for (const [name, value] of Object.entries({ ...from, ...endToEnd(headers), ...length }))
      upstream.setHeader(name, value ?? '')
    // A server killed in the middle of an answer reports it here too; the answer's own error is the one acted on.
    upstream.on('error', () => undefined)
    upstream.end(body)
    const [answer] = (await once(upstream, 'response')) as [http.IncomingMessage]
    arrival.serverStatuses.push(answer.statusCode ?? 0)
    return answer
  }

  const forwardLate = async (send: () => Promise<http.IncomingMessage>, ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    // To a server that is gone by now it is lost, as it would be on a real network.
    await send()
      .then(drain)
      .catch(() => undefined)
  }

  async function apply(fault: Fault, send: () => Promise<http.IncomingMessage>, response: http.ServerResponse) {
    switch (fault.kind) {
      case 'refuse':
        return response.socket?.resetAndDestroy()
      case 'blackhole':
        return held.add(response)
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, fault.ms))
        return relay(await send(), response)
      case 'cut-before':
        return cut(response)
      case 'forward-then-cut':
        await drain(await send())
        return cut(response)
      case 'forward-twice': {
        const first = send().then(drain)
        if (!fault.together) await first
        const second = await send()
        await first
        return relay(second, response)
      }
      case 'forward-late': {
        const delivery: Promise<void> = forwardLate(send, fault.ms).finally(() => late.delete(delivery))
        late.add(delivery)
        return cut(response)
      }
      case 'truncate-body':
        return relayHalf(await send(), response)
      case 'cut-after':
        setTimeout(cut, fault.ms, response)
        return relay(await send(), response)
      case 'unavailable':
        return response
          .writeHead(503, { 'retry-after': String(fault.retryAfterSeconds ?? 1) })
          .end('Service Unavailable')
      case 'captive-page':
        return response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_PAGE)
      case 'captive-redirect':
        return response.writeHead(302, { location: `http://localhost:${port}${LOGIN_PATH}` }).end()
      case 'rewrite':
        return relayChanged(await send(), response, fault.change)
      case 'pass':
        return relay(await send(), response)
    }
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    // One request for each connection: on a kept one Chromium repeats a cut request by itself, and a fault meant for one
    // request would be gone before the app has seen it.
    response.setHeader('connection', 'close')
    const method = request.method ?? 'GET'
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (path === LOGIN_PATH) return void response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_PAGE)
    const fault = faultFor(method, path)
    const key = request.headers['idempotency-key']
    const session = sessionIn(request.headers.cookie)
    const arrival: Arrival = {
      ...{ method, path, idempotencyKey: key?.toString(), fault: fault.kind, serverStatuses: [] },
      ...{ at: Date.now(), address: addressOf(session), isSignedIn: session !== '' },
      length: Number(request.headers['content-length'] ?? 0),
    }
    seen.push(arrival)
    open.set(response, path)
    response.once('close', () => open.delete(response))
    const body = await buffer(request)
    // Its text can only be changed when it comes whole and as it is.
    if (fault.kind === 'rewrite') for (const name of ['accept-encoding', 'if-none-match']) delete request.headers[name]
    await apply(fault, () => forward(request, body, arrival), response)
  }

  const server = http.createServer({ noDelay: true }, (request, response) => {
    // A server that is down looks like a network that is down.
    handle(request, response).catch(() => cut(response))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listen = async (on: number) => {
    server.listen(on, '127.0.0.1')
    await once(server, 'listening')
  }
  const hangUp = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  async function mode(fault: Fault, only?: Only): Promise<void> {
    if (only) return void rules.unshift({ fault, only: { ...only }, met: 0 })
    global = fault
    for (const response of held) cut(response)
    held.clear()
    if (fault.kind === 'blackhole') for (const socket of sockets) socket.destroy()
    if (fault.kind === 'refuse') await hangUp()
    else if (!server.listening) await listen(port)
  }

  await listen(0)
  const { port } = server.address() as AddressInfo
  const arrivals: FaultProxy['arrivals'] = (method, path) =>
    seen.filter((arrival) => arrival.method === method && matches(path, arrival.path))
  const answering = (path: string | RegExp) => [...open].filter(([, asked]) => matches(path, asked))
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    mode,
    arrivals,
    traffic: () => seen.filter(({ serverStatuses }) => serverStatuses.length > 0),
    delivered: (method, path) =>
      arrivals(method, path).reduce((sum, { serverStatuses }) => sum + serverStatuses.length, 0),
    async reset() {
      rules = []
      await mode(PASS)
    },
    underWay: (path) => answering(path).length,
    breakOff(path) {
      for (const [response] of answering(path)) cut(response)
    },
    forget() {
      seen = []
    },
    async settled() {
      await Promise.allSettled(late)
    },
    close: hangUp,
  }
}
