import { afterEach, beforeEach, expect, test } from 'bun:test'
import Dexie from 'dexie'
import '../test-support/disk-in-memory'
import { SESSION_HINT_COOKIE } from '#schema/product'
import type { SignedInUser } from '#schema/user'
import { accountDbName } from '../disk/account-db-name'
import { deviceDb, isSignOutPending, lockedAccount, setSignOutPending, storedUser, storeUser } from '../disk/device-db'
import { LocalDb } from '../disk/local-db'
import { accountShelf, browserShelf, keepPhoto } from '../disk/photo-cache'
import { held, hold, RETURN_KEY, SESSION_KEY } from '../disk/redirect-session'
import { copyToBackup } from '../disk/rescue/backup'
import { BEEN_HERE, backupName } from '../disk/rescue/lost-disk'
import { type ScreenPicture, storePicture } from '../disk/screen-pictures'
import { autosaveOf } from '../drafts/autosave'
import { keptText } from '../drafts/kept-text'
import { noteUnsavedEdit } from '../drafts/unsaved-edits'
import { arrive, resume } from '../session/arrive'
import { lockIfEnded } from '../session/lock'
import { renewDeviceCopy } from '../session/sealing/other-accounts'
import { SyncEngine } from '../sync/engine'
import { installCaches } from '../test-support/caches-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { newSealKeys } from '../test-support/seal-keys'
import { readWholeDisk } from '../test-support/whole-disk'
import { signOut } from './sign-out'

const LIFE = '11111111-2222-3333-4444-555555555555'
const AT = '2026-11-20T00:00:00.000Z'
/** The script of every way of leaving looks for so many words and photos at least. */
const PLANTED_MIN = 40
/** A word that stands in a photo’s bytes, in a row, in a note or in a name: a beginning that no cipher writes by chance, and the place where it was planted. */
const PLANTED = /Zqplantedhere[a-z0-9]+x/gi

const realFetch = globalThis.fetch
let caches: ReturnType<typeof installCaches>
let notes: NotesInMemory
let keys: Awaited<ReturnType<typeof newSealKeys>>
let planner: SignedInUser
let host: SignedInUser
/** The fake server: its session, undefined where it does not answer, and the accounts that were closed for good. */
let server: { session: SignedInUser | null | undefined; closed: string[] }
let engine: SyncEngine

beforeEach(async () => {
  caches = installCaches()
  notes = new NotesInMemory()
  installNotes(notes)
  keys = await newSealKeys()
  planner = personOf(2, 'planner', keys.publicKey)
  host = personOf(1, 'host', (await newSealKeys()).publicKey)
  server = { session: planner, closed: [] }
  globalThis.fetch = answer as unknown as typeof fetch
  await arrive(planner)
  engine = new SyncEngine(new LocalDb(accountDbName(planner)), planner.id)
})
afterEach(async () => {
  server.session = planner
  globalThis.fetch = realFetch
  for (const name of await Dexie.getDatabaseNames()) if (name !== deviceDb.name) await Dexie.delete(name)
  for (const table of deviceDb.tables) await table.clear()
  installNotes(undefined)
  caches.remove()
})

function personOf(id: number, username: string, sealKey: string): SignedInUser {
  return { id, username, memberSince: AT, accountId: crypto.randomUUID(), lifeId: LIFE, sealKey } as SignedInUser
}

async function answer(path: string, { body }: { body?: string } = {}): Promise<Response> {
  const headers = { 'sync-epoch': 'e', 'sync-seq': '1' }
  if (server.session === undefined) throw new TypeError('Failed to fetch')
  if (path === '/api/logout') return Response.json({}, { headers })
  if (path === '/api/closed-accounts') {
    const asked: string[] = JSON.parse(body ?? '').accountIds
    return Response.json({ accountIds: asked.filter((id) => server.closed.includes(id)) }, { headers })
  }
  if (server.session === null) return Response.json({ code: 'unauthenticated', message: '' }, { status: 401, headers })
  return Response.json(path === '/api/user' ? server.session : keys, { headers })
}

const word = (place: string) => `Zqplantedhere${place.replace(/[^a-z0-9]/gi, '')}x`
const photoOf = (place: string): ArrayBuffer =>
  new Uint8Array([0xff, 0xd8, 0xff, ...Buffer.from(word(place)), 0xff, 0xd9]).buffer
const jpeg = (place: string) => new Response(photoOf(place), { headers: { 'content-type': 'image/jpeg' } })
const address = (digit: string) => `/uploads/${digit.repeat(64)}.jpg`

const pictureOf = (account: string): ScreenPicture => ({
  ...{ build: '/assets/index-1.js', account, title: word('pictured title'), width: 390, height: 900 },
  ...{ html: `<p>${word('pictured')}</p>`, pageCss: '', css: '', scripts: [], styles: [] },
})

/** The columns that the product reads, by table; every row holds a word beside. */
const ROWS: Record<string, object> = {
  meta: { k: 'planted' },
  chunks: { coll: 'listing', n: 1, text: word('chunk') },
  deltas: { coll: 'listing', id: 1, q: 1 },
  changed: { coll: 'listing', text: word('change') },
  outbox: { lane: 'message/7', state: 'queued', kind: 'message.send', order: 1, payload: { content: word('waits') } },
  receipts: { kind: 'message.send', outcome: 'sent', at: AT, payload: { content: word('sent') } },
  drafts: { kind: 'post', updatedAt: AT, values: { title: word('draft') } },
  blobs: { createdAt: AT, bytes: photoOf('photobytes') },
  pins: { kind: 'place', id: word('place'), until: Date.parse(AT) },
  picked: { form: 'post:new', batch: 'b', n: 0, type: 'image/jpeg', name: word('name'), bytes: photoOf('pickedbytes') },
}

/** A word in every table, cache and note of the account that is here, and of the device beside it. */
async function plant({ db }: SyncEngine): Promise<void> {
  for (const table of db.tables) {
    const { keyPath, auto } = table.schema.primKey
    const key = auto || typeof keyPath !== 'string' ? {} : { [keyPath]: table.name === 'me' ? planner.id : table.name }
    await table.put({ ...key, words: word(`table${table.name}`), ...ROWS[table.name] })
  }
  await storeUser({ ...planner, email: word('email'), street: word('street') } as SignedInUser)
  await deviceDb.trips.put({
    key: 'k',
    account: 'trestle-5',
    path: '/listings/3',
    values: { note: word('trip') },
    createdAt: AT,
  })
  hold(SESSION_KEY, word('tripofthesession'))
  hold(RETURN_KEY, word('returnofthesession'))
  const photos = [{ bytes: photoOf('sharedbytes'), type: 'image/jpeg', name: word('sharedname') }]
  await deviceDb.shared.put({ id: 's', at: AT, title: word('sharedtitle'), text: word('sharedtext'), photos })
  await deviceDb.photoPins.put({ url: `/${word('pin')}.jpg`, reason: 'mark', postedAt: AT })
  await keepPhoto(accountShelf(db.name), address('a'), jpeg('handover'))
  await keepPhoto(browserShelf, address('b'), jpeg('claim'))
  await storePicture(new URL('https://x.example/offers'), pictureOf(db.name))
  for (const form of ['offer:3', 'message:booking:7', 'handover:7:pickup'])
    noteUnsavedEdit(db.name, form, { at: AT, state: word(`note${form}`) })
  // A database is copied once it has been seen whole.
  await db.meta.put({ k: BEEN_HERE, v: true })
  await deviceDb.session.put({ k: BEEN_HERE, v: true })
  await copyToBackup(db)
  await copyToBackup(deviceDb)
  expect([...caches.storage.boxes.keys()]).toEqual(
    expect.arrayContaining([db, deviceDb].map(({ name }) => backupName(name))),
  )
}

const found = async () => [...new Set((await readWholeDisk(notes.held)).match(PLANTED))]
const signedOut = async (unsent: 'keep' | 'discard') => {
  await signOut(engine, unsent)
  await renewDeviceCopy()
  // The server's session is ended in its own time.
  while (server.session !== undefined && (await isSignOutPending()));
}
const endedByServer = async () => {
  server.session = null
  expect(await lockIfEnded(engine)).toBe(true)
}

test.each<[string, comesBack: boolean, leave: () => Promise<void>]>([
  ['signing out, with what waits kept', true, () => signedOut('keep')],
  ['signing out, with what waits discarded', false, () => signedOut('discard')],
  [
    'signing out without a connection',
    true,
    async () => {
      server.session = undefined
      await signedOut('keep')
    },
  ],
  ['the session ends, by time, by a new password or by an operator', true, endedByServer],
  [
    'the account was closed for good',
    false,
    async () => {
      server.closed = [planner.accountId]
      await endedByServer()
      // The locked device asks which accounts are closed in its own time.
      while (await lockedAccount());
      await renewDeviceCopy()
    },
  ],
  ['somebody else signs in without a word', true, () => arrive(host)],
])('%s: of all the words and photos of the one who was here nothing can be read', async (_, comesBack, leave) => {
  await plant(engine)
  const unsaved = autosaveOf(engine.db, keptText(engine.db, 'message:booking:9'))
  void unsaved.keep(word('typing')).catch(() => undefined)
  const planted = await found()
  expect(planted.length).toBeGreaterThanOrEqual(PLANTED_MIN)
  for (const { name } of engine.db.tables) expect([name, planted.includes(word(`table${name}`))]).toEqual([name, true])

  await leave()
  expect(await found()).toEqual([])
  expect([held(SESSION_KEY), held(RETURN_KEY)]).toEqual([null, null])

  server = { session: planner, closed: [] }
  await arrive(planner)
  const back = await found()
  const unsent = ['waits', 'sent', 'draft', 'photobytes', 'pickedbytes', 'name', 'noteoffer3', 'notemessagebooking7']
  for (const place of [...unsent, 'notehandover7pickup', 'sharedtitle', 'sharedtext', 'sharedbytes', 'typing'])
    expect([place, back.includes(word(place))]).toEqual([place, comesBack])
  for (const place of ['email', 'street', 'tablemessages', 'tablebookings', 'handover', 'claim', 'trip', 'pin'])
    expect([place, back.includes(word(place))]).toEqual([place, false])
})

test.each<[string, leave: () => Promise<void>]>([
  ['they have signed out', () => signedOut('discard')],
  ['their sign-out has begun', () => setSignOutPending(true)],
  ['the server has ended their session', endedByServer],
])('an answer that was asked for before signs nobody in again once %s', async (_, leave) => {
  const asked = await storedUser()
  await leave()
  const before = await readWholeDisk(notes.held)
  expect(await resume(asked, { ...planner, username: 'late' })).toBe(false)
  expect(await readWholeDisk(notes.held)).toBe(before)
})

test('a late answer takes the device from nobody who has signed in meanwhile', async () => {
  const asked = await storedUser()
  await arrive(host)
  expect(await resume(asked, planner)).toBe(false)
  expect(await resume(null, planner)).toBe(false)
  expect(await storedUser()).toMatchObject({ username: 'host' })
  expect(await Dexie.exists(accountDbName(planner))).toBe(false)
})

test('a device that does not know its person takes the server’s word while the browser has their session', async () => {
  await signedOut('discard')
  const shown = { cookie: '' }
  Object.defineProperty(globalThis, 'document', { value: shown, configurable: true })
  try {
    expect(await resume(null, planner)).toBe(false)
    expect(await storedUser()).toBeNull()
    shown.cookie = `${SESSION_HINT_COOKIE}=1`
    expect(await resume(null, planner)).toBe(true)
    expect(await storedUser()).toMatchObject({ username: 'planner' })
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
  }
})
