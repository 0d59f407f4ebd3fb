import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import Dexie from 'dexie'
import '../test-support/disk-in-memory'
import type { SignedInUser } from '#schema/user'
import { accountDbName, numberedDbName } from '../disk/account-db-name'
import { deviceDb, isSignOutPending, storeUser } from '../disk/device-db'
import { LocalDb } from '../disk/local-db'
import { backupName } from '../disk/rescue/lost-disk'
import { autosaveOf } from '../drafts/autosave'
import { putAside, readEarlierWords } from '../drafts/earlier-words'
import { keptText } from '../drafts/kept-text'
import { draftsWithEdits, noteUnsavedEdit } from '../drafts/unsaved-edits'
import { findShared, waitingShares } from '../photos/shared-photos'
import { takePicked } from '../photos/take-picked'
import { sealOthers } from '../session/sealing/other-accounts'
import { storeOwner } from '../session/sealing/owners'
import { countUnsent, listSealed } from '../session/sealing/sealed-work'
import { unseal } from '../session/sealing/unseal'
import { SyncEngine } from '../sync/engine'
import { enqueue } from '../sync/outbox'
import { installCaches } from '../test-support/caches-in-memory'
import { waitingPhoto } from '../test-support/disk-in-memory'
import { holdBack } from '../test-support/held-disk'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { newSealKeys } from '../test-support/seal-keys'
import { signOut, unsentWork } from './sign-out'

const ID = 'message:booking:7'
const OTHER = numberedDbName(51)
const realFetch = globalThis.fetch
let db: LocalDb
let caches: ReturnType<typeof installCaches>
beforeEach(async () => {
  await deviceDb.session.clear()
  caches = installCaches()
  const headers = { 'sync-epoch': 'e', 'sync-seq': '1' }
  globalThis.fetch = (async () => Response.json({}, { headers })) as unknown as typeof fetch
  installNotes(new NotesInMemory())
  db = new LocalDb(numberedDbName(5))
  noteUnsavedEdit(OTHER, ID, { at: '2026-11-21T10:00:00.000Z', state: 'somebody else’s' })
})
afterEach(async () => {
  db.close()
  await sessionEnd()
  globalThis.fetch = realFetch
  await new LocalDb(numberedDbName(5)).delete()
  installNotes(undefined)
  caches.remove()
})
/** The session is ended at the server, in its own time. */
const sessionEnd = async () => {
  while (await isSignOutPending());
}
const boxOf = (disk: LocalDb) => autosaveOf(disk, keptText(disk, ID))

test('a note alone counts as a draft, once', async () => {
  const engine = new SyncEngine(db, 5)
  expect(await countUnsent(engine.db)).toEqual({ writes: 0, drafts: 0 })
  await boxOf(db).keep('on the disk')
  noteUnsavedEdit(db.name, ID, { at: '9999', state: 'and noted' })
  noteUnsavedEdit(db.name, 'offer:3', { at: '9999', state: 'noted alone' })
  expect(await countUnsent(engine.db)).toEqual({ writes: 0, drafts: 2 })
})

test('given up, nothing of it is left: not what was noted, nor what was still on its way', async () => {
  const disk = holdBack(db)
  void boxOf(db).keep('on its way')
  boxOf(db).note()
  await signOut(new SyncEngine(db, 5), 'discard')
  disk.setFull(true)
  await disk.all()
  boxOf(db).note()
  expect(draftsWithEdits(numberedDbName(5))).toEqual([])
  expect(draftsWithEdits(OTHER)).toEqual([ID])
  const later = new LocalDb(numberedDbName(5))
  expect(await boxOf(later).open()).toBe('')
  later.close()
})

test('kept, it is found by the same person alone', async () => {
  holdBack(db)
  void boxOf(db).keep('on its way')
  await signOut(new SyncEngine(db, 5), 'keep')
  const later = new LocalDb(numberedDbName(5))
  expect(await boxOf(later).open()).toBe('on its way')
  later.close()
})

/** The database of somebody whose unsent work can be sealed. */
async function newAccount(): Promise<{ own: LocalDb; privateKey: string }> {
  const { publicKey, privateKey } = await newSealKeys()
  const ids = { accountId: crypto.randomUUID(), lifeId: crypto.randomUUID() }
  const own = new LocalDb(accountDbName({ id: 5, ...ids }))
  await storeOwner(own.name, { username: 'planner', sealKey: publicKey })
  return { own, privateKey }
}

test('signed out without a question, as nothing is unsent, versions put aside come back with the next sign-in, and nothing is said to wait', async () => {
  const { own, privateKey } = await newAccount()
  await own.blobs.add(waitingPhoto({ blobId: 'photo' }))
  const now = new Date()
  await putAside(own, 'post:7', { field: 'photo', value: { blobId: 'photo' }, isMine: true }, now)
  const engine = new SyncEngine(own, 5)
  expect(await unsentWork(engine)).toBeNull()
  await signOut(engine)
  expect([await listSealed(), await Dexie.exists(own.name)]).toEqual([[], false])
  const back = new LocalDb(own.name)
  await unseal(back, privateKey)
  expect(await readEarlierWords(back, 'post:7', now)).toMatchObject({ photo: [{ value: { blobId: 'photo' } }] })
  expect(await back.blobs.count()).toBe(1)
  await back.delete()
})

const quotaExceeded = () => new DOMException('', 'QuotaExceededError')
const SHARE = { id: 'share-1', at: '2026-11-21', title: 'shared', text: '', photos: [] }
const MESSAGE = { bookingId: 7, content: 'word', clientId: crypto.randomUUID(), composedAt: '2026-11-21T10:00:00.000Z' }

test('discarded by an app that ends in the middle of it, nothing is kept: the next start finds nothing to seal', async () => {
  const { own } = await newAccount()
  await enqueue(own, 5, 'message.send', MESSAGE, Date.now())
  await own.drafts.put({ draftId: 'post:new', kind: 'post', values: {}, updatedAt: '2026-11-21T10:00:00.000Z' })
  noteUnsavedEdit(own.name, ID, { at: '2026-11-21T10:00:00.000Z', state: 'and noted' })
  await deviceDb.shared.put(SHARE)
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const open = spyOn(caches.storage, 'open').mockImplementationOnce(async (name) => {
    begun.resolve()
    await ended.promise
    return caches.storage.open(name)
  })
  const leaving = signOut(new SyncEngine(own, 5), 'discard')
  await begun.promise
  open.mockRestore()
  await sealOthers(null)
  expect([await listSealed(), await deviceDb.shared.count(), await Dexie.exists(own.name)]).toEqual([[], 0, false])
  ended.resolve()
  await leaving
})

test('discarded, shares are gone before the sign-out is noted: an app that ends then leaves none to seal', async () => {
  const { own } = await newAccount()
  await deviceDb.shared.put(SHARE)
  let left: number | undefined
  const noted = spyOn(deviceDb.session, 'put').mockImplementationOnce((async () => {
    left = await deviceDb.shared.count()
    noted.mockRestore()
    await deviceDb.session.put({ k: 'signOutPending', v: true })
  }) as never)
  await signOut(new SyncEngine(own, 5), 'discard')
  expect(left).toBe(0)
})

test('kept on a disk without room for the seal, the work stays for the next sign-in, and what the server has is gone', async () => {
  const { own } = await newAccount()
  await enqueue(own, 5, 'message.send', MESSAGE, Date.now())
  await own.messages.put({ id: 3, content: 'read here', _q: 2 } as never)
  await deviceDb.shared.put(SHARE)
  await caches.storage.open(backupName(own.name))
  const full = spyOn(deviceDb.sealed, 'bulkPut').mockRejectedValue(quotaExceeded())
  await signOut(new SyncEngine(own, 5), 'keep')
  full.mockRestore()
  const left = new LocalDb(own.name)
  const ofNobody = { ...SHARE, id: 'share-2' }
  await deviceDb.shared.put(ofNobody)
  expect([await waitingShares(), await findShared(SHARE.id)]).toEqual([['share-2'], null])
  expect([await left.outbox.count(), await left.messages.count()]).toEqual([1, 0])
  expect(await caches.storage.has(backupName(own.name))).toBe(false)
  left.close()
  await sealOthers(null)
  expect([await listSealed(), await Dexie.exists(own.name)]).toMatchObject([[{ writes: 1, drafts: 1 }], false])
  expect(await deviceDb.shared.toArray()).toEqual([ofNobody])
  await Promise.all([deviceDb.sealed.clear(), deviceDb.shared.clear()])
})

test('what was shared with somebody whose seal has failed is theirs when they sign in again, and nobody else gives it up', async () => {
  const [{ own }, { own: somebody }] = [await newAccount(), await newAccount()]
  await deviceDb.shared.put(SHARE)
  const full = spyOn(deviceDb.sealed, 'bulkPut').mockRejectedValue(quotaExceeded())
  await signOut(new SyncEngine(own, 5), 'keep')
  full.mockRestore()
  expect(await unsentWork(new SyncEngine(somebody, 6))).toBeNull()
  await signOut(new SyncEngine(somebody, 6), 'discard')
  await sessionEnd()
  const [, lifeId = '', accountId = ''] = /^trestle-(.{36})-(.{36})$/.exec(own.name) ?? []
  await storeUser({ id: 5, lifeId, accountId } as SignedInUser)
  expect([await waitingShares(), await findShared(SHARE.id)]).toMatchObject([[SHARE.id], { title: 'shared' }])
  await deviceDb.shared.clear()
})

test('on a disk too full to note the sign-out, what the server has gives it room, and unsent work is sealed', async () => {
  const { own, privateKey } = await newAccount()
  await enqueue(own, 5, 'message.send', MESSAGE, Date.now())
  await own.messages.put({ id: 3, content: 'read here', _q: 2 } as never)
  await caches.storage.open(backupName(own.name))
  const left: unknown[] = []
  const note = deviceDb.session.put.bind(deviceDb.session)
  const full = spyOn(deviceDb.session, 'put')
    .mockRejectedValueOnce(quotaExceeded())
    .mockImplementationOnce((async (row: never) => {
      left.push(await own.messages.count(), await caches.storage.has(backupName(own.name)), await own.outbox.count())
      return note(row)
    }) as never)
  await signOut(new SyncEngine(own, 5), 'keep')
  full.mockRestore()
  expect([left, await Dexie.exists(own.name)]).toEqual([[0, false, 1], false])
  const back = new LocalDb(own.name)
  await unseal(back, privateKey)
  expect(await back.outbox.count()).toBe(1)
  await back.delete()
})

test('on a disk that takes nothing at all, the sign-out fails, and the account syncs on with all its unsent work', async () => {
  const { own } = await newAccount()
  await enqueue(own, 5, 'message.send', MESSAGE, Date.now())
  await own.drafts.put({ draftId: 'post:new', kind: 'post', values: {}, updatedAt: '2026-11-21T10:00:00.000Z' })
  const engine = new SyncEngine(own, 5)
  const started = spyOn(engine, 'start').mockImplementation(() => undefined)
  const full = spyOn(deviceDb.session, 'put').mockRejectedValue(quotaExceeded())
  await expect(signOut(engine, 'keep')).rejects.toThrow(quotaExceeded())
  full.mockRestore()
  expect([started.mock.calls.length, await countUnsent(own)]).toEqual([1, { writes: 1, drafts: 1 }])
  await own.delete()
})

test('a file that is being prepared while its person signs out is sealed, and brings nothing back', async () => {
  const { own, privateKey } = await newAccount()
  const refused: unknown[] = []
  const work = {
    begin() {},
    take: async () => {},
    end: (_: File, error: unknown) => void refused.push(error),
    isClosed: () => false,
    isLeft: () => false,
  }
  const turn = Promise.withResolvers<void>()
  const taken = takePicked(own, 'post:new', [new File(['crate'], 'crate.jpg')], work, turn.promise)
  while ((await own.picked.count()) === 0);
  await signOut(new SyncEngine(own, 5), 'keep')
  turn.resolve()
  await taken.catch(() => undefined)
  expect(refused).toHaveLength(1)
  expect(await Dexie.exists(own.name)).toBe(false)
  const back = new LocalDb(own.name)
  await unseal(back, privateKey)
  expect(await back.picked.count()).toBe(1)
  await back.delete()
})

test('discarded, a file that another tab is preparing goes too, and that tab makes nothing anew', async () => {
  const elsewhere = new LocalDb(db.name)
  const work = { begin() {}, take: async () => {}, end() {}, isClosed: () => false, isLeft: () => false }
  const turn = Promise.withResolvers<void>()
  const taken = takePicked(elsewhere, 'post:new', [new File(['crate'], 'crate.jpg')], work, turn.promise)
  while ((await db.picked.count()) === 0);
  await signOut(new SyncEngine(db, 5), 'discard')
  turn.resolve()
  await taken.catch(() => undefined)
  expect(await Dexie.exists(db.name)).toBe(false)
  expect(await elsewhere.drafts.count().catch(() => 'closed')).toBe('closed')
  expect(await Dexie.exists(db.name)).toBe(false)
})
