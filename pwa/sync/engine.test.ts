import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from 'bun:test'
import { PUBLIC_SCOPES } from '#schema/sync-scopes'
import { numberedDbName } from '../disk/account-db-name'
import { LocalDb } from '../disk/local-db'
import { installCaches } from '../test-support/caches-in-memory'
import { waitingPhoto } from '../test-support/disk-in-memory'
import { diskWithPhotos } from '../test-support/full-disk'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { SyncEngine } from './engine'
import { asOnly } from './lease'
import { SLICE_MS } from './sender'
import { onSessionEnd } from './session-end'

const real = { fetch: globalThis.fetch, window: globalThis.window, document: globalThis.document }
const START_MS = Date.parse('2026-11-21T10:00:00.000Z')
const MESSAGES = 20
const MESSAGES_PATH = '/api/bookings/7/messages'
let db: LocalDb
let engine: SyncEngine
let caches: ReturnType<typeof installCaches>
let asked: string[] = []

/** A server on a slow line: each message takes longer than half of the time that a sender may go on for. */
async function answerSlowly(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost')
  if (init?.method === 'POST') setSystemTime(Date.now() + SLICE_MS / 2 + 1)
  asked.push(pathname)
  return Response.json({}, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
}

beforeEach(() => {
  setSystemTime(START_MS)
  asked = []
  caches = installCaches()
  installNotes(new NotesInMemory())
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  Object.assign(globalThis, { fetch: answerSlowly, window: new EventTarget(), document: page })
  db = new LocalDb(numberedDbName(5))
  engine = new SyncEngine(db, 5)
})

afterEach(async () => {
  engine.stop()
  await db.delete()
  Object.assign(globalThis, real)
  installNotes(undefined)
  caches.remove()
  setSystemTime()
})

test('news are asked for while much is still being sent', async () => {
  const composedAt = new Date().toISOString()
  await engine.queueTogether(async (submit) => {
    for (let nth = 0; nth < MESSAGES; nth++)
      await submit('message.send', { bookingId: 7, content: `word ${nth}`, clientId: crypto.randomUUID(), composedAt })
  })
  engine.start()
  await engine.settle()
  expect(asked.filter((path) => path === MESSAGES_PATH)).toHaveLength(MESSAGES)
  expect(asked.findIndex((path) => path !== MESSAGES_PATH)).toBeLessThan(asked.lastIndexOf(MESSAGES_PATH))
})

test('messages that wait on a disk which is full by now are sent in order when downloaded photos can give way', async () => {
  const contents: string[] = []
  Object.assign(globalThis, {
    async fetch(path: string, init?: RequestInit) {
      if (path === MESSAGES_PATH) contents.push(JSON.parse(String(init?.body)).content)
      return Response.json({}, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
    },
  })
  const write = (content: string) => {
    const composedAt = new Date().toISOString()
    return engine.submit('message.send', { bookingId: 7, content, clientId: crypto.randomUUID(), composedAt })
  }
  const disk = await diskWithPhotos(8)
  await write('first')
  disk.fill(4)
  engine.start()
  await engine.settle()
  expect([contents, disk.photos()]).toEqual([['first'], 4])
  disk.fill(2)
  await write('second')
  await engine.settle()
  expect([contents, disk.photos()]).toEqual([['first', 'second'], 2])
})

test('an engine is not in step before it has sent what waits and has asked for news', async () => {
  const composedAt = new Date().toISOString()
  await engine.submit('message.send', { bookingId: 7, content: 'word', clientId: crypto.randomUUID(), composedAt })
  engine.stop()
  engine = new SyncEngine(db, 5)
  const isInStep = () => !engine.status().sending && !engine.status().pulling
  expect(isInStep()).toBe(false)
  let askedBefore: string[] | undefined
  engine.subscribe(() => {
    if (isInStep()) askedBefore ??= [...asked]
  })
  engine.start()
  await engine.settle()
  expect(askedBefore?.[0]).toBe(MESSAGES_PATH)
  expect(askedBefore?.length).toBeGreaterThan(1)
  expect(isInStep()).toBe(true)
})

test('news that come while another page is pulling are asked for when that page has ended', async () => {
  const other = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const pulledByOther = asOnly(db, 'puller', () => {
    begun.resolve()
    return other.promise
  })
  await begun.promise
  engine.start()
  const settled = engine.settle()
  await Bun.sleep(50)
  expect(asked).toEqual([])
  other.resolve()
  await Promise.all([pulledByOther, settled])
  expect(asked).not.toEqual([])
})

test('news are on their way while another page, which is pulling, is waited for', async () => {
  engine.start()
  await engine.settle()
  expect(engine.status().pulling).toBe(false)
  const other = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const pulledByOther = asOnly(db, 'puller', () => {
    begun.resolve()
    return other.promise
  })
  await begun.promise
  asked = []
  engine.wake()
  await waitUntil(() => engine.status().pulling)
  expect([engine.status().pulling, asked]).toEqual([true, []])
  other.resolve()
  await pulledByOther
  await engine.settle()
  expect(engine.status().pulling).toBe(false)
  expect(asked).not.toEqual([])
})

/** A server that refuses every call. @returns the page, which nobody looks at yet */
function refuseAll(status: number, headers: Record<string, string> = {}) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  const refuse = async (input: string | URL | Request) => {
    asked.push(String(input))
    const body = { code: 'internal', message: 'The database is away.' }
    return Response.json(body, { status, headers: { 'sync-epoch': 'e', 'sync-seq': '1', ...headers } })
  }
  Object.assign(globalThis, { fetch: refuse, document: page })
  return page
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isSo() && waitedMs < 9_000; waitedMs += 50) await Bun.sleep(50)
}

test('news that a server with a fault could not tell are asked for again soon, not after a minute', async () => {
  const chance = spyOn(Math, 'random').mockReturnValue(0)
  const page = refuseAll(503)
  const pulls = () => asked.filter((path) => path.startsWith('/api/sync/')).length
  engine.start()
  await engine.settle()
  expect(engine.status().pulling).toBe(true)
  page.visibilityState = 'visible'
  const before = pulls()
  expect(before).toBeGreaterThan(0)
  await waitUntil(() => pulls() > before)
  expect(pulls()).toBeGreaterThan(before)
  chance.mockRestore()
})

test('news are still to come while the server wants to be asked later', async () => {
  refuseAll(429, { 'retry-after': '60' })
  engine.start()
  for (let looks = 0; looks < 2; looks++) {
    await engine.settle()
    expect(engine.status().pulling).toBe(true)
  }
})

test('a server that wants to be asked later is asked soon after that, not before', async () => {
  const chance = spyOn(Math, 'random').mockReturnValue(0)
  const page = refuseAll(429, { 'retry-after': '3' })
  engine.start()
  await engine.settle()
  page.visibilityState = 'visible'
  const [before, since] = [asked.length, performance.now()]
  await waitUntil(() => asked.length > before)
  expect(asked.length).toBeGreaterThan(before)
  expect(performance.now() - since).toBeGreaterThan(2_500)
  chance.mockRestore()
})

test('a pull that knows nobody by this session says that the session has ended', async () => {
  const answerNobody = async (input: string | URL | Request) => {
    const pulled = { epoch: 'e', to: 1, changes: [], more: false, reset: [], gone: ['u:5'], scopes: {} }
    return Response.json(String(input) === '/api/sync/pull' ? pulled : {}, {
      headers: { 'sync-epoch': 'e', 'sync-seq': '1' },
    })
  }
  Object.assign(globalThis, { fetch: answerNobody })
  await db.scopes.bulkPut(PUBLIC_SCOPES.map((scope) => ({ scope, cursor: 1 })))
  let isEnded = false
  const stop = onSessionEnd(() => {
    isEnded = true
  })
  engine.start()
  await engine.settle()
  stop()
  expect([isEnded, engine.status().signedOut]).toEqual([true, true])
})

test('news are not on their way when this device itself fails to ask for them', async () => {
  const chance = spyOn(Math, 'random').mockReturnValue(0)
  const page = refuseAll(503)
  engine.start()
  await engine.settle()
  page.visibilityState = 'visible'
  const locks = spyOn(navigator.locks, 'request').mockRejectedValue(new Error('The browser gives no lock'))
  await waitUntil(() => !engine.status().pulling)
  locks.mockRestore()
  expect(engine.status().pulling).toBe(false)
  chance.mockRestore()
})

test('words are sent, and news are asked for, while a photo takes long; what waits for the photo follows it', async () => {
  const hanging = Promise.withResolvers<void>()
  Object.assign(globalThis, {
    async fetch(input: string, init?: RequestInit) {
      if (input === '/api/upload') await hanging.promise
      asked.push(`${init?.method} ${input}`)
      const json = input === '/api/upload' ? { url: `/uploads/${'ca'.repeat(32)}.jpg` } : { id: 1 }
      return Response.json(json, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
    },
  })
  engine.start()
  const blobId = await db.blobs.add(waitingPhoto())
  const post = { title: 'Gold arch', description: null, alt: null, tags: [], links: [] }
  await engine.queueTogether(async (submit) => {
    await submit('photo.upload', { blobId })
    await submit('post.create', { ...post, clientId: crypto.randomUUID(), photo: { blobId } })
  })
  const composedAt = new Date().toISOString()
  await engine.submit('message.send', { bookingId: 7, content: 'word', clientId: crypto.randomUUID(), composedAt })
  await engine.settle()
  expect(asked.slice(-2)).toEqual([`POST ${MESSAGES_PATH}`, 'POST /api/sync/pull'])
  expect(asked.some((call) => call.startsWith('POST /api/inspiration'))).toBe(false)
  expect(engine.status()).toMatchObject({ sending: false, uploading: true })
  hanging.resolve()
  while (!asked.some((call) => call.startsWith('POST /api/inspiration')))
    await new Promise((resolve) => setTimeout(resolve))
})

test('a write that somebody in front of the server refuses, while news are answered, is sent again soon and not at once', async () => {
  Object.assign(globalThis, {
    async fetch(input: string) {
      asked.push(input)
      return input === MESSAGES_PATH
        ? new Response('Blocked', { status: 403 })
        : Response.json({}, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
    },
  })
  engine.start()
  const composedAt = new Date().toISOString()
  await engine.submit('message.send', { bookingId: 7, content: 'word', clientId: crypto.randomUUID(), composedAt })
  await engine.settle()
  asked = []
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked.filter((path) => path === MESSAGES_PATH)).toEqual([])
})

const message = () => {
  const composedAt = new Date().toISOString()
  return { bookingId: 7, content: 'word', clientId: crypto.randomUUID(), composedAt }
}

test.each([
  ['a write', MESSAGES_PATH, (readyAt: number) => engine.submit('message.send', message(), { readyAt })],
  [
    'a photo, and what needs it,',
    '/api/upload',
    async (readyAt: number) => {
      const blobId = await db.blobs.add(waitingPhoto())
      await engine.submit('photo.upload', { blobId }, { readyAt })
      await engine.submit('profile.save', { photo: { blobId } })
    },
  ],
])(
  'while %s must wait for longer, nobody asks for news because of it, and it leaves at its time, on a hidden page too',
  async (_what, path, write) => {
    setSystemTime()
    const pulled = { epoch: 'e', to: 1, changes: [], more: false, reset: [], gone: [], scopes: {} }
    const answer = async (called: string) => {
      asked.push(called)
      return Response.json(called === '/api/sync/pull' ? pulled : {}, {
        headers: { 'sync-epoch': 'e', 'sync-seq': '1' },
      })
    }
    Object.assign(globalThis, { fetch: answer })
    await db.scopes.bulkPut([...PUBLIC_SCOPES, 'u:5'].map((scope) => ({ scope, cursor: 1 })))
    engine.start()
    const readyAt = Date.now() + 8_000
    await write(readyAt)
    await engine.settle()
    asked = []
    await Bun.sleep(readyAt - Date.now() - 500)
    expect(asked).toEqual([])
    await Bun.sleep(1_500)
    expect(asked[0]).toBe(path)
  },
)
