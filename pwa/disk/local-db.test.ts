import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Dexie from 'dexie'
import { Catalogue } from '../sync/catalogue'
import { enqueue } from '../sync/outbox'
import { freshDb } from '../test-support/disk-in-memory'
import { isDiskHeld, isDiskNewer, needsReload, noteNewer, noteUnkept, onDiskChange } from './disk-version'
import { LocalDb, type ReceiptRow } from './local-db'

test('a disk of an earlier version: what had changed in the catalogue is still there', async () => {
  const name = `test-${crypto.randomUUID()}`
  const before = new Dexie(name)
  before.version(3).stores({ meta: 'k', scopes: 'scope', chunks: '[coll+n]', deltas: '[coll+id], q', outbox: 'opId' })
  await before.table('chunks').add({ coll: 'post', n: 0, text: '[[1,"1",{"title":"one"}],[2,"2",{"title":"two"}]]' })
  await before.table('deltas').bulkAdd([
    { coll: 'post', id: 1, q: 11, row: { title: 'ONE' } },
    { coll: 'post', id: 2, q: 12, row: null },
    { coll: 'stat', id: 1, q: 13, row: { likeCount: 4 } },
  ])
  await before.table('outbox').add({ opId: 'kept', lane: 'post:1' })
  before.close()

  const db = new LocalDb(name)
  const catalogue = new Catalogue(db)
  await catalogue.open()
  expect(catalogue.all('post')).toEqual([{ id: 1, title: 'ONE' }] as never)
  expect(catalogue.get('stat', 1)).toMatchObject({ likeCount: 4 })
  expect(await db.outbox.toCollection().primaryKeys()).toEqual(['kept'])
  expect(await db.table('deltas').count()).toBe(0)
  await db.delete()
})

test('a disk from before there were questions fetches its private rows once more, and keeps the rest', async () => {
  const name = `test-${crypto.randomUUID()}`
  const before = new Dexie(name)
  before
    .version(5)
    .stores({ meta: 'k', scopes: 'scope', outbox: 'opId', messages: 'id, bookingId, purchaseId, clientId' })
  await before.table('scopes').bulkAdd([{ scope: 'u:7' }, { scope: 'pub:l' }])
  await before.table('outbox').add({ opId: 'kept', lane: 'post:1' })
  await before.table('messages').add({ id: 3, content: 'Hello' })
  before.close()

  const db = new LocalDb(name)
  expect(await db.scopes.toCollection().primaryKeys()).toEqual(['pub:l'])
  expect(await db.outbox.toCollection().primaryKeys()).toEqual(['kept'])
  expect(await db.messages.get(3)).toMatchObject({ content: 'Hello' })
  await db.delete()
})

describe('a newer build has changed the disk', () => {
  /** What the next build might declare. */
  class NextDb extends LocalDb {
    constructor(name: string) {
      super(name)
      this.version(99).stores({ parcels: 'id' })
    }
  }
  let told = 0
  let stop = () => {}
  beforeEach(() => {
    told = 0
    stop = onDiskChange(() => told++)
  })
  afterEach(() => {
    stop()
    noteNewer(false)
  })
  /** Dexie's promises are not those that a test knows. */
  const native = <Value>(promise: PromiseLike<Value>) => Promise.resolve(promise)
  const receipt = (opId: string): ReceiptRow => ({ opId, at: '2026-11-22T12:00:00.000Z' }) as ReceiptRow

  test('under an open tab: it lets go at once, keeps what it had begun, and writes no more', async () => {
    const [old, other] = [freshDb(), freshDb()]
    await other.open()
    await old.open()
    const begun = old.transaction('rw', old.receipts, async () => {
      await old.receipts.put(receipt('begun before'))
      await old.receipts.put(receipt('and ended after'))
    })
    const next = new NextDb(old.name)
    await next.open()
    await begun
    expect(told).toBe(1)
    expect(isDiskNewer()).toBe(true)
    await expect(native(old.receipts.put(receipt('too late')))).rejects.toThrow()
    await expect(native(old.transaction('rw', old.receipts, async () => undefined))).rejects.toThrow()
    await expect(native(enqueue(old, 7, 'post.like', { postId: 1, on: true }, Date.now()))).rejects.toThrow()
    expect(await next.receipts.toCollection().primaryKeys()).toEqual(['and ended after', 'begun before'])
    expect(await next.outbox.count()).toBe(0)
    // Another account's database is nobody else's business.
    expect(await other.receipts.count()).toBe(0)
    await Promise.all([next.delete(), other.delete()])
  })

  test('a page that goes on in memory asks for no reload, however late a database says that it is newer', async () => {
    const old = freshDb()
    const next = new NextDb(old.name)
    await next.open()
    noteUnkept('older')
    await expect(native(old.open())).rejects.toThrow('newer build')
    expect(needsReload()).toBe(false)
    noteUnkept(null)
    await next.delete()
  })

  test('while a page sleeps that does not let go: it says so, waits, and goes on when that page is closed', async () => {
    const { name } = freshDb()
    const asleep = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = (Dexie.dependencies.indexedDB as IDBFactory).open(name, 10)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const next = new LocalDb(name)
    const saidSo = new Promise<void>((resolve) => {
      const unsubscribe = onDiskChange(() => {
        unsubscribe()
        resolve()
      })
    })
    const opened = native(next.open())
    await saidSo
    expect(isDiskHeld()).toBe(true)
    asleep.close()
    await opened
    expect(isDiskHeld()).toBe(false)
    expect(await next.outbox.count()).toBe(0)
    await next.delete()
  })

  test('before an old page or worker opens it: it reads nothing and writes nothing', async () => {
    const { name } = freshDb()
    const next = new NextDb(name)
    await next.receipts.put(receipt('of the new one'))
    const old = new LocalDb(name)
    await expect(native(old.open())).rejects.toThrow('newer build')
    await expect(native(old.receipts.count())).rejects.toThrow()
    await expect(native(old.receipts.clear())).rejects.toThrow()
    expect(told).toBe(1)
    expect(await next.receipts.count()).toBe(1)
    await next.delete()
  })

  test('one that is deleted, as signing out does it, is not newer: only a new page begins anew', async () => {
    const db = freshDb()
    await db.receipts.put(receipt('of the one who left'))
    await Dexie.delete(db.name)
    expect(told).toBe(0)
    await expect(native(db.receipts.put(receipt('of the one who left')))).rejects.toThrow()
    expect(await Dexie.exists(db.name)).toBe(false)
    const next = new LocalDb(db.name)
    await next.receipts.put(receipt('of the next'))
    expect(await next.receipts.toCollection().primaryKeys()).toEqual(['of the next'])
    await next.delete()
  })
})
