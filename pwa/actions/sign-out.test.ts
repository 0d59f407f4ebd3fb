import { afterEach, beforeEach, expect, test } from 'bun:test'
import '../db/disk-in-memory'
import { isSignOutPending } from '../db/device-db'
import { holdBack } from '../db/held-disk'
import { keeperOf } from '../db/keeper'
import { keptText } from '../db/kept-text'
import { accountDbName, LocalDb } from '../db/local-db'
import { installNotes, NotesInMemory } from '../db/notes-in-memory'
import { notedDrafts, noteTyped } from '../db/typed-notes'
import { SyncEngine } from '../sync/engine'
import { countUnsent, signOut } from './sign-out'

const ID = 'message:booking:7'
const OTHER = accountDbName(51)
const realFetch = globalThis.fetch
let db: LocalDb
beforeEach(() => {
  const headers = { 'sync-epoch': 'e', 'sync-seq': '1' }
  globalThis.fetch = (async () => Response.json({}, { headers })) as unknown as typeof fetch
  installNotes(new NotesInMemory())
  db = new LocalDb(accountDbName(5))
  noteTyped(OTHER, ID, { at: '2026-11-21T10:00:00.000Z', state: 'somebody else’s' })
})
afterEach(async () => {
  db.close()
  // The session is ended at the server, in its own time.
  while (await isSignOutPending());
  globalThis.fetch = realFetch
  await new LocalDb(accountDbName(5)).delete()
  installNotes(undefined)
})
const boxOf = (disk: LocalDb) => keeperOf(disk, keptText(disk, ID))

test('what is only noted counts as a draft, once', async () => {
  const engine = new SyncEngine(db, 5)
  expect(await countUnsent(engine)).toEqual({ writes: 0, drafts: 0 })
  await boxOf(db).keep('on the disk')
  noteTyped(db.name, ID, { at: '9999', state: 'and noted' })
  noteTyped(db.name, 'offer:3', { at: '9999', state: 'noted alone' })
  expect(await countUnsent(engine)).toEqual({ writes: 0, drafts: 2 })
})

test('given up, nothing of it is left: not what was noted, nor what was still on its way', async () => {
  const disk = holdBack(db)
  void boxOf(db).keep('on its way')
  boxOf(db).note()
  await signOut(new SyncEngine(db, 5), 'discard')
  disk.setFull(true)
  await disk.all()
  boxOf(db).note()
  expect(notedDrafts(accountDbName(5))).toEqual([])
  expect(notedDrafts(OTHER)).toEqual([ID])
  const later = new LocalDb(accountDbName(5))
  expect(await boxOf(later).open()).toBe('')
  later.close()
})

test('kept, it is found by the same person alone', async () => {
  holdBack(db)
  void boxOf(db).keep('on its way')
  await signOut(new SyncEngine(db, 5), 'keep')
  const later = new LocalDb(accountDbName(5))
  expect(await boxOf(later).open()).toBe('on its way')
  later.close()
})
