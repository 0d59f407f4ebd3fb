import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type LocalDb, pausedWhy } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { call } from './client'
import { fetchSnapshot } from './fetch-snapshot'
import { httpCall } from './http'
import { enqueue } from './outbox'
import { pullRound } from './pull'
import { reachability } from './reachability'
import { sendSlice } from './sender'

/** Whoever answers in place of our server: the Wi-Fi of a hotel, a proxy, a page of a provider. */
let someone: (request: Request) => Response | Promise<Response>
let server: Bun.Server<undefined>
const browserFetch = globalThis.fetch
let db: LocalDb

beforeAll(() => {
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => someone(request) })
  // A page's fetch knows the page's origin.
  globalThis.fetch = Object.assign(
    (input: RequestInfo | URL, init?: RequestInit) => browserFetch(new URL(String(input), server.url), init),
    browserFetch,
  )
})
afterAll(async () => {
  globalThis.fetch = browserFetch
  await server.stop(true)
})
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const ours = { 'sync-epoch': 'epoch-1', 'sync-seq': '5', 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }

const FOREIGN: [string, () => Response][] = [
  ['a portal’s page with status 200', () => new Response('<h1>Welcome to Hotel Wi-Fi</h1>', { headers: html })],
  ['a portal’s page with status 201', () => new Response('<h1>Accept</h1>', { status: 201, headers: html })],
  ['JSON of somebody else', () => Response.json({ ok: true })],
  ['a redirect to a sign-in page', () => Response.redirect('/portal', 302)],
  ['a proxy’s 404', () => new Response('Not here', { status: 404 })],
  ['a proxy’s 401', () => new Response('Proxy sign-in', { status: 401 })],
  ['a proxy’s 422', () => Response.json({ code: 'validation', message: 'No' }, { status: 422 })],
  ['a gateway’s 502', () => new Response('Bad gateway', { status: 502 })],
  ['a server’s word that the market is moving', () => Response.json({ code: 'market_moving' }, { status: 503 })],
  ['a server’s word that the market is closed', () => Response.json({ code: 'market_closed' }, { status: 410 })],
  ['a server’s word that it has no such market', () => Response.json({ code: 'unknown_market' }, { status: 421 })],
  ['our name left empty', () => new Response('{}', { headers: { ...ours, 'sync-epoch': '' } })],
]

describe('an answer that is not ours is no answer', () => {
  test.each(FOREIGN)('%s: nothing in the outbox is consumed, refused or counted', async (_, reply) => {
    someone = (request) => (new URL(request.url).pathname === '/portal' ? new Response('portal') : reply())
    await enqueue(db, 7, 'post.like', { postId: 12, on: true }, 1_000)
    await enqueue(db, 7, 'post.save', { postId: 12, on: false }, 1_001)
    const before = await db.outbox.toArray()
    const onRefused = () => expect.unreachable()
    const holdsLease = async () => true
    const parts = {
      db,
      task: 'sender' as const,
      userId: 7,
      call: httpCall,
      now: () => 2_000,
      random: () => 1,
      holdsLease,
      onRefused,
    }
    expect(await sendSlice(parts)).toBe('unreachable')
    expect(reachability().reachable).toBe(false)
    expect(await pausedWhy(db)).toBeUndefined()
    const after = await db.outbox.toArray()
    expect(after.map((item) => ({ ...item, everSent: false }))).toEqual(before)
  })

  test.each(FOREIGN)('%s: nothing of it gets into the base rows', async (_, reply) => {
    someone = (request) => (new URL(request.url).pathname === '/portal' ? new Response('portal') : reply())
    const parts = { db, userId: 7, call: httpCall, fetchSnapshot: (s: string) => fetchSnapshot(s, () => undefined) }
    expect(await pullRound({ ...parts, onFilled: () => undefined })).toEqual({ kind: 'unreachable' })
    expect([await db.chunks.count(), await db.scopes.count()]).toEqual([0, 0])
  })

  test.each([
    [200, 'portal'],
    [404, 'portal'],
    [410, 'unavailable'],
    [421, 'unavailable'],
    [503, 'unavailable'],
  ] as const)('a person is told of a foreign %d as %s', async (status, why) => {
    someone = () => new Response('{}', { status })
    expect(await httpCall({ method: 'GET', path: '/api/config' })).toEqual({ kind: 'unreachable', why })
  })

  test('a server that hangs up in the middle of an answer', async () => {
    const socket = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(connection) {
          connection.write('HTTP/1.1 200 OK\r\nsync-epoch: epoch-1\r\ncontent-length: 100\r\n\r\n{"id":')
          connection.end()
        },
      },
    })
    expect(await httpCall({ method: 'GET', path: `http://127.0.0.1:${socket.port}/` })).toEqual({
      kind: 'unreachable',
      why: 'broken',
    })
    socket.stop(true)
  })

  test('silence counts as no answer after its time', async () => {
    someone = () => new Promise<Response>(() => undefined)
    expect(await httpCall({ method: 'GET', path: '/', timeoutMs: 30 })).toEqual({ kind: 'unreachable', why: 'timeout' })
  })
})

test('an answer of ours is read with its number, its epoch and the pause that it asks for', async () => {
  someone = () =>
    new Response('{"code":"busy","message":"Busy"}', { status: 503, headers: { ...ours, 'retry-after': '2' } })
  expect(await httpCall({ method: 'POST', path: '/x', body: { a: 1 } })).toEqual({
    kind: 'answered',
    status: 503,
    statusText: 'Service Unavailable',
    ok: false,
    json: { code: 'busy', message: 'Busy' },
    text: '{"code":"busy","message":"Busy"}',
    seq: 5,
    epoch: 'epoch-1',
    retryAfterMs: 2_000,
  })
  expect(reachability().reachable).toBe(true)
})

test('a refusal without a body says the status text', async () => {
  someone = () => new Response('', { status: 503, statusText: 'Service Unavailable', headers: ours })
  const refused = await call('appConfig', {}).catch((error: unknown) => error)
  expect(refused).toMatchObject({ message: 'Service Unavailable', text: '503: Service Unavailable' })
})

describe('a snapshot', () => {
  const head = { epoch: 'epoch-1', scope: 'pub:l', to: 40, rows: 2, chunks: 2 }
  const lines = [JSON.stringify(head), '[[3,"1",{"title":"Ärmel"}]]', '[[4,"2",{}]]', '']
  const whole = lines.join('\n')
  const pathOf = (request: Request) => new URL(request.url).pathname
  /** Our server, which says how the file is called, and somebody who sends the file. */
  const named = (file: () => Response | Promise<Response>) => (request: Request) =>
    pathOf(request) === '/api/sync/snapshots/pub%3Al' ? Response.json({ name: 'n-1' }, { headers: ours }) : file()

  test('comes as the lines that the server wrote, with growing progress', async () => {
    const bytes = new TextEncoder().encode(whole)
    // Cut inside a letter of two bytes: the pieces are only whole together.
    const cut = whole.indexOf('Ä') + 1
    const asked: string[] = []
    const inPieces = () =>
      new Response(
        new ReadableStream({
          async start(stream) {
            stream.enqueue(bytes.slice(0, cut))
            await Bun.sleep(20)
            stream.enqueue(bytes.slice(cut))
            stream.close()
          },
        }),
        { headers: { ...ours, 'x-plain-length': String(bytes.length) } },
      )
    someone = (request) => {
      asked.push(pathOf(request))
      return named(inPieces)(request)
    }
    const shares: number[] = []
    const snapshot = await fetchSnapshot('pub:l', (share) => shares.push(share))
    expect(snapshot).toEqual({ epoch: 'epoch-1', to: 40, chunks: lines.slice(1, 3) })
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
    expect(asked).toEqual(['/api/sync/snapshots/pub%3Al', '/api/sync/snapshots/pub%3Al/n-1'])
  })

  test.each([
    ['a server of an earlier build, which knows no names', 404, 404],
    ['a server that has taken the file back meanwhile', 200, 404],
  ])('of %s comes from the address without a name', async (_, nameStatus, fileStatus) => {
    const asked: string[] = []
    someone = (request) => {
      const path = pathOf(request)
      asked.push(path)
      if (path === '/api/sync/snapshot/pub%3Al') return new Response(whole, { headers: ours })
      const status = path.endsWith('/n-1') ? fileStatus : nameStatus
      return Response.json({ name: 'n-1' }, { status, headers: ours })
    }
    expect(await fetchSnapshot('pub:l', () => undefined)).toMatchObject({ to: 40, chunks: lines.slice(1, 3) })
    expect(asked.at(-1)).toBe('/api/sync/snapshot/pub%3Al')
    expect(asked.length).toBe(nameStatus === 404 ? 2 : 3)
  })

  test.each(FOREIGN)('whose name is asked of %s is none, and nothing more is asked', async (_, reply) => {
    const asked: string[] = []
    someone = (request) => {
      asked.push(pathOf(request))
      return reply()
    }
    expect(await fetchSnapshot('pub:l', () => undefined)).toBeNull()
    expect([asked, reachability().reachable]).toEqual([['/api/sync/snapshots/pub%3Al'], false])
  })

  test.each([
    ['the name', '/api/sync/snapshots/pub%3Al'],
    ['the file', '/api/sync/snapshots/pub%3Al/n-1'],
  ])('%s is not asked for again before the server wants to be asked', async (_, refused) => {
    const asked: string[] = []
    const held: (number | null)[] = []
    someone = (request) => {
      asked.push(pathOf(request))
      return pathOf(request) === refused
        ? Response.json({}, { status: 429, headers: { ...ours, 'retry-after': '7' } })
        : Response.json({ name: 'n-1' }, { headers: ours })
    }
    const noted = (ms: number | null) => void held.push(ms)
    expect(await fetchSnapshot('pub:l', () => undefined, { onLimited: noted })).toBeNull()
    expect([asked.at(-1), held]).toEqual([refused, [7_000]])
  })

  test.each([
    ['cut short after a line', lines.slice(0, 2).join('\n')],
    ['cut short in its first line', whole.slice(0, 20)],
    ['empty', ''],
    ['with a line too many', `${whole}[]\n`],
  ])('%s is refused', async (_, text) => {
    someone = named(() => new Response(text, { headers: ours }))
    expect(await fetchSnapshot('pub:l', () => undefined)).toBeNull()
  })

  test('cut short in the middle of its last line is refused', async () => {
    someone = named(() => new Response(whole.slice(0, -4), { headers: ours }))
    const snapshot = await fetchSnapshot('pub:l', () => undefined)
    expect(snapshot).toBeNull()
  })

  test.each([
    ['from the start', ''],
    ['in the middle', whole.slice(0, 20)],
  ])('a line that falls silent %s is given up', async (_, begun) => {
    const silent = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(begun)) })
    const begins = () => (begun ? new Response(silent, { headers: ours }) : new Promise<Response>(() => undefined))
    for (const answer of begun ? [named(begins)] : [named(begins), begins]) {
      someone = answer
      expect(await fetchSnapshot('pub:l', () => undefined, { silenceMs: 50 })).toBeNull()
      expect(reachability().reachable).toBe(false)
    }
  })

  test.each([
    ['not found', () => new Response('{}', { status: 404, headers: ours })],
    ['a portal’s page', () => new Response(whole)],
    ['an error of ours', () => new Response('{}', { status: 500, headers: ours })],
  ])('%s is none', async (_, reply) => {
    someone = named(reply)
    expect(await fetchSnapshot('pub:l', () => undefined)).toBeNull()
  })
})

test('a call that was given more time and ends without an answer does not say that nothing can be reached', async () => {
  someone = () => new Response('{}', { headers: ours })
  await httpCall({ method: 'GET', path: '/api/user' })
  someone = () => new Promise<Response>(() => undefined)
  const slow = { method: 'POST', path: '/api/upload', timeoutMs: 20 }
  expect(await httpCall(slow)).toEqual({ kind: 'unreachable', why: 'timeout' })
  expect(reachability().reachable).toBe(true)
})

test('a call that had left when the network went may have arrived', async () => {
  const online = Object.getOwnPropertyDescriptor(globalThis.navigator, 'onLine')
  const say = (value: boolean) => Object.defineProperty(globalThis.navigator, 'onLine', { value, configurable: true })
  try {
    say(true)
    someone = () => {
      say(false)
      throw new Error('cut off')
    }
    const cut = { method: 'POST', path: '/api/user' }
    const before = globalThis.fetch
    globalThis.fetch = Object.assign(async () => someone(new Request('http://x.invalid')), before)
    expect(await httpCall(cut)).toEqual({ kind: 'unreachable', why: 'broken' })
    expect(await httpCall(cut)).toEqual({ kind: 'unreachable', why: 'offline' })
    globalThis.fetch = before
  } finally {
    if (online) Object.defineProperty(globalThis.navigator, 'onLine', online)
    else Reflect.deleteProperty(globalThis.navigator, 'onLine')
  }
})
