import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import Dexie from 'dexie'
import '../test-support/disk-in-memory'
import type { SignedInUser } from '#schema/user'
import { accountDbName, numberedDbName } from '../disk/account-db-name'
import { deviceDb, lockedAccount, storedUser, storeUser } from '../disk/device-db'
import { LocalDb } from '../disk/local-db'
import { autosaveOf } from '../drafts/autosave'
import { keptText } from '../drafts/kept-text'
import { noteUnsavedEdit, readUnsavedEdit } from '../drafts/unsaved-edits'
import { SyncEngine } from '../sync/engine'
import { enqueue } from '../sync/outbox'
import { installCaches } from '../test-support/caches-in-memory'
import { holdBack } from '../test-support/held-disk'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { newSealKeys } from '../test-support/seal-keys'
import { readWholeDisk } from '../test-support/whole-disk'
import { arrive, resume, tidy } from './arrive'
import { lockIfEnded } from './lock'
import { oneAtATime } from './one-at-a-time'
import { sealLeaving } from './sealing/other-accounts'
import { listSealed } from './sealing/sealed-work'

const MEMBER_SINCE = '2026-11-01T00:00:00.000Z'
const realFetch = globalThis.fetch
let caches: ReturnType<typeof installCaches>
let notes: NotesInMemory
let keys: Awaited<ReturnType<typeof newSealKeys>>
let planner: SignedInUser
/** The fake server's session and seal keys; undefined for a server that does not answer. */
let server: { session: SignedInUser | null | undefined; privateKey: string | undefined; closed: string[] }

beforeEach(async () => {
  caches = installCaches()
  notes = new NotesInMemory()
  installNotes(notes)
  keys = await newSealKeys()
  planner = personOf(2, 'planner', keys.publicKey)
  server = { session: planner, privateKey: keys.privateKey, closed: [] }
  globalThis.fetch = answer as unknown as typeof fetch
})
afterEach(async () => {
  globalThis.fetch = realFetch
  for (const name of await Dexie.getDatabaseNames()) if (name !== deviceDb.name) await Dexie.delete(name)
  for (const table of deviceDb.tables) await table.clear()
  installNotes(undefined)
  caches.remove()
})

async function answer(path: string, { body }: { body?: string } = {}): Promise<Response> {
  const headers = { 'sync-epoch': 'e', 'sync-seq': '1' }
  if (server.session === undefined) throw new TypeError('Failed to fetch')
  if (path === '/api/closed-accounts') {
    const asked: string[] = JSON.parse(body ?? '').accountIds
    return Response.json({ accountIds: asked.filter((id) => server.closed.includes(id)) }, { headers })
  }
  if (server.session === null) return Response.json({ code: 'unauthenticated', message: '' }, { status: 401, headers })
  return Response.json(path === '/api/user' ? server.session : { ...keys, privateKey: server.privateKey }, { headers })
}

function personOf(id: number, username: string, sealKey: string): SignedInUser {
  const [accountId, lifeId] = [crypto.randomUUID(), '11111111-2222-3333-4444-555555555555']
  return { id, username, memberSince: MEMBER_SINCE, accountId, lifeId, sealKey } as SignedInUser
}

/** Something that waits and something half typed. */
async function work(dbName: string, { id }: { id: number }, at = '2026-11-20T00:00:00.000Z'): Promise<string> {
  const db = new LocalDb(dbName)
  const message = { bookingId: 7, clientId: crypto.randomUUID(), content: 'Zanzibar waits', composedAt: at }
  const opId = await enqueue(db, id, 'message.send', message, Date.parse(at))
  await db.drafts.put({ draftId: 'post:new', kind: 'post', values: { title: 'Zanzibar draft' }, updatedAt: at })
  noteUnsavedEdit(dbName, 'offer:3', { at, state: 'Zanzibar typed' })
  db.close()
  return opId
}

async function heldBy(user: SignedInUser) {
  const db = new LocalDb(accountDbName(user))
  const held = { writes: await db.outbox.toCollection().primaryKeys(), drafts: await db.drafts.count() }
  db.close()
  return { ...held, note: readUnsavedEdit(db.name, 'offer:3')?.state }
}

test('what a build without ids has kept is taken over by its writer', async () => {
  const opId = await work(numberedDbName(2), planner)
  await storeUser({ ...planner, accountId: undefined, lifeId: undefined } as unknown as SignedInUser)
  await resume(await storedUser(), planner)
  expect(await heldBy(planner)).toEqual({ writes: [opId], drafts: 1, note: 'Zanzibar typed' })
  expect(await Dexie.exists(numberedDbName(2))).toBe(false)
})

test('and not by somebody who got the number later, in an emptied database', async () => {
  await work(numberedDbName(2), planner)
  const second = { ...personOf(2, 'second', keys.publicKey), memberSince: '2026-11-21T00:00:00.000Z' }
  await arrive(second)
  expect(await heldBy(second)).toEqual({ writes: [], drafts: 0, note: undefined })
})

test('what was sealed comes back with the account’s next session; without an answer it stays sealed', async () => {
  await arrive(planner)
  const opId = await work(accountDbName(planner), planner)
  const host = personOf(1, 'host', (await newSealKeys()).publicKey)
  await arrive(host)
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  server.session = undefined
  await arrive(planner)
  expect((await heldBy(planner)).writes).toEqual([])
  expect(await listSealed()).toMatchObject([{ username: 'planner', writes: 1, drafts: 2 }])
  server.session = planner
  await tidy()
  expect(await heldBy(planner)).toEqual({ writes: [opId], drafts: 1, note: 'Zanzibar typed' })
  expect(await listSealed()).toEqual([])
})

test('a device whose session has ended locks: nothing can be read, and its person is named', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  const engine = new SyncEngine(new LocalDb(accountDbName(planner)), planner.id)
  expect(await lockIfEnded(engine)).toBe(false)
  server.session = undefined
  expect(await lockIfEnded(engine)).toBe(false)
  expect((await heldBy(planner)).drafts).toBe(1)

  server.session = null
  holdBack(engine.db)
  void autosaveOf(engine.db, keptText(engine.db, 'message:booking:7')).keep('Zanzibar on its way')
  expect(await lockIfEnded(engine)).toBe(true)
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await storedUser()).toBeNull()
  expect(await lockedAccount()).toMatchObject({ username: 'planner', writes: 1, drafts: 3 })
  server.session = planner
  await arrive(planner)
  expect(await lockedAccount()).toBeNull()
  expect((await heldBy(planner)).writes).toHaveLength(1)
  expect(readUnsavedEdit(accountDbName(planner), 'message:booking:7')?.state).toBe('Zanzibar on its way')
})

test('a device is locked before it asks which accounts were closed for good', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  server.session = null
  let tell = () => {}
  const asked = new Promise<void>((answered) => (tell = answered))
  globalThis.fetch = (async (path: string, init: { body?: string }) => {
    if (path === '/api/closed-accounts') await asked
    return answer(path, init)
  }) as typeof fetch
  expect(await lockIfEnded(new SyncEngine(new LocalDb(accountDbName(planner)), planner.id))).toBe(true)
  expect(await lockedAccount()).toMatchObject({ username: 'planner', writes: 1 })
  server.closed = [planner.accountId as string]
  tell()
  while (await lockedAccount());
  expect(await listSealed()).toEqual([])
})

test('a device whose disk fails while it locks is locked all the same, and the next start seals', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  server.session = null
  const { open } = globalThis.caches
  globalThis.caches.open = () => Promise.reject(new Error('The disk does not answer'))
  expect(await lockIfEnded(new SyncEngine(new LocalDb(accountDbName(planner)), planner.id))).toBe(true)
  globalThis.caches.open = open
  expect(await storedUser()).toBeNull()
  expect(await lockedAccount()).toMatchObject({ username: 'planner', writes: 1, drafts: 2 })
  await tidy()
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await listSealed()).toMatchObject([{ username: 'planner', writes: 1, drafts: 2 }])
})

test('a device whose page has lost its disk locks, and what was not sent is sealed', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  server.session = null
  const engine = new SyncEngine(new LocalDb(accountDbName(planner)), planner.id)
  engine.db.close()
  expect(await lockIfEnded(engine)).toBe(true)
  expect((await lockedAccount())?.username).toBe('planner')
  expect(await listSealed()).toMatchObject([{ username: 'planner', writes: 1, drafts: 2 }])
})

test('whoever signs in on a disk without room for the seal of an earlier person is in, and the next start seals', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  await storeUser(null)
  const full = spyOn(deviceDb.sealed, 'bulkPut').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  const host = personOf(1, 'host', (await newSealKeys()).publicKey)
  await arrive(host)
  full.mockRestore()
  expect((await storedUser())?.username).toBe('host')
  expect((await heldBy(planner)).writes).toHaveLength(1)
  await tidy()
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await listSealed()).toMatchObject([{ username: 'planner', writes: 1, drafts: 2 }])
})

test('whoever signs in over somebody who is still here gets nothing of what was theirs; they find it again', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  const at = '2026-11-20T00:00:00.000Z'
  await deviceDb.shared.put({ id: 'share-1', at, title: 'Zanzibar shared', text: '', photos: [] })
  await deviceDb.photoPins.put({ url: '/uploads/zanzibar.jpg', reason: 'mark', postedAt: at })
  await deviceDb.trips.put({
    key: 'k',
    account: 'trestle-5',
    path: '/listings/3',
    values: { note: 'Zanzibar note' },
    createdAt: at,
  })
  await arrive(personOf(1, 'host', (await newSealKeys()).publicKey))
  const held = await readWholeDisk(notes.held)
  expect(held.match(/zanzibar/gi)).toBeNull()
  expect(await listSealed()).toMatchObject([{ username: 'planner', writes: 1, drafts: 3 }])
  await arrive(planner)
  expect((await deviceDb.shared.toArray()).map(({ title }) => title)).toEqual(['Zanzibar shared'])
})

test('what was shared while nobody was signed in stays for whoever signs in', async () => {
  await deviceDb.shared.put({ id: 'share-1', at: '2026-11-20T00:00:00.000Z', title: 'Ferns', text: '', photos: [] })
  await arrive(planner)
  expect((await deviceDb.shared.toArray()).map(({ title }) => title)).toEqual(['Ferns'])
})

test('a page that asks late does not lock the account that has signed in meanwhile', async () => {
  await arrive(planner)
  const late = new SyncEngine(new LocalDb(accountDbName(planner)), planner.id)
  const host = personOf(1, 'host', (await newSealKeys()).publicKey)
  await arrive(host)
  server.session = null
  expect(await lockIfEnded(late)).toBe(false)
  expect((await storedUser())?.username).toBe('host')
})

test.each([
  ['once its rows have given room', 1, 'planner'],
  ['never', Number.POSITIVE_INFINITY, undefined],
])('a full disk is locked, too, which is noted %s', async (_, refusals, noted) => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  const at = '2026-11-20T00:00:00.000Z'
  await deviceDb.shared.put({ id: 'share-1', at, title: 'Zanzibar shared', text: '', photos: [] })
  server.session = null
  let refused = 0
  const put = deviceDb.session.put.bind(deviceDb.session)
  const full = spyOn(deviceDb.session, 'put').mockImplementation(((row: never) =>
    refused++ < refusals ? Promise.reject(new DOMException('', 'QuotaExceededError')) : put(row)) as never)
  expect(await lockIfEnded(new SyncEngine(new LocalDb(accountDbName(planner)), planner.id))).toBe(true)
  full.mockRestore()
  expect([await storedUser(), (await lockedAccount())?.username]).toEqual([null, noted])
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await listSealed()).toMatchObject([{ username: 'planner', writes: 1, drafts: 3 }])
})

test('a disk too full to say whose a share is, and to seal it, leaves it to nobody; what was typed here stays', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  const at = '2026-11-20T00:00:00.000Z'
  await deviceDb.shared.put({ id: 'share-1', at, title: 'Zanzibar shared', text: '', photos: [] })
  server.session = null
  const full = [spyOn(deviceDb.session, 'put'), spyOn(deviceDb.sealed, 'bulkPut')]
  for (const table of full) table.mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  expect(await lockIfEnded(new SyncEngine(new LocalDb(accountDbName(planner)), planner.id))).toBe(true)
  for (const table of full) table.mockRestore()
  expect([await storedUser(), await deviceDb.shared.count()]).toEqual([null, 0])
  await tidy()
  expect(await listSealed()).toMatchObject([{ username: 'planner', writes: 1, drafts: 2 }])
})

test('an account that was closed for good leaves nothing here, neither sealed nor by its name', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  server.session = null
  await lockIfEnded(new SyncEngine(new LocalDb(accountDbName(planner)), planner.id))
  // Closed, and it can still be taken back: everything waits.
  expect([(await lockedAccount())?.username, (await listSealed()).length]).toEqual(['planner', 1])
  server.session = undefined
  await tidy()
  expect(await listSealed()).toHaveLength(1)
  server = { ...server, session: null, closed: [planner.accountId] }
  await tidy()
  expect([await lockedAccount(), await listSealed()]).toEqual([null, []])
  expect(await readWholeDisk(notes.held)).not.toContain('planner')
})

test('a device that was away while its account was closed is wiped at its next contact', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  server = { ...server, session: null, closed: [planner.accountId] }
  await lockIfEnded(new SyncEngine(new LocalDb(accountDbName(planner)), planner.id))
  while (await lockedAccount());
  expect([await storedUser(), await listSealed()]).toEqual([null, []])
})

test('a server that is slow to give the key keeps nobody from signing in or out', async () => {
  await arrive(planner)
  const opId = await work(accountDbName(planner), planner)
  await arrive(personOf(1, 'host', (await newSealKeys()).publicKey))
  server.session = undefined
  await arrive(planner)
  server.session = planner
  const { promise, resolve: letAnswer } = Promise.withResolvers<void>()
  const asked = new Promise<void>((resolve) => {
    globalThis.fetch = (async (path: string, init?: { body?: string }) => {
      if (path.endsWith('seal-keys')) {
        resolve()
        await promise
      }
      return answer(path, init)
    }) as unknown as typeof fetch
  })
  const tidied = tidy()
  await asked
  expect(await oneAtATime(async () => 'free')).toBe('free')
  letAnswer()
  await tidied
  expect((await heldBy(planner)).writes).toEqual([opId])
})

test('work that is being sealed while its person signs in comes back all the same', async () => {
  await arrive(planner)
  const opId = await work(accountDbName(planner), planner)
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  const sealing = oneAtATime(async () => {
    await promise
    await storeUser(null)
    await sealLeaving(accountDbName(planner))
  })
  const arriving = arrive(planner)
  await Bun.sleep(20)
  goOn()
  await Promise.all([sealing, arriving])
  expect((await heldBy(planner)).writes).toEqual([opId])
})

test('of two who sign in at once the later is the account, however slow the key of the earlier is', async () => {
  const host = personOf(1, 'host', (await newSealKeys()).publicKey)
  await arrive(planner)
  await work(accountDbName(planner), planner)
  await arrive(host)
  const { promise, resolve: letAnswer } = Promise.withResolvers<void>()
  globalThis.fetch = (async (path: string, init?: { body?: string }) => {
    if (path.endsWith('seal-keys')) await promise
    return answer(path, init)
  }) as unknown as typeof fetch
  const arriving = arrive(planner)
  await Bun.sleep(20)
  await arrive(personOf(3, 'later', (await newSealKeys()).publicKey))
  letAnswer()
  await arriving
  expect((await storedUser())?.username).toBe('later')
  expect(await heldBy(planner)).toMatchObject({ writes: [], drafts: 0 })
})

test('an account that goes on waits for no key of what is sealed', async () => {
  await arrive(planner)
  await work(accountDbName(planner), planner)
  await arrive(personOf(1, 'host', (await newSealKeys()).publicKey))
  server.session = undefined
  await arrive(planner)
  globalThis.fetch = (() => new Promise(() => undefined)) as unknown as typeof fetch
  expect(await resume(await storedUser(), planner)).toBe(true)
})
