import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Dexie } from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import fc from 'fast-check'
import { SESSION_HINT_COOKIE } from '#schema/product'
import type { CurrentUser } from '#schema/user'
import { waitingPhoto } from '../../test-support/disk-in-memory'
import '../../test-support/disk-in-memory'
import { enqueue } from '../../sync/outbox'
import { installCaches } from '../../test-support/caches-in-memory'
import { accountDbName } from '../account-db-name'
import { deviceDb, setSignOutPending, storedUser, storeUser } from '../device-db'
import { isDiskCleared, isUnsentRestored, noteCleared } from '../disk-version'
import { LocalDb, type OutboxItem } from '../local-db'
import { type BackupWriter, copyToBackup, openBackup } from './backup'
import { BEEN_HERE, backupName, dropBackup, remembered, setRestore } from './lost-disk'
import { restoreBackup } from './restore-backup'

const USER = 17
const RUNS = 60
let caches: ReturnType<typeof installCaches>
let db: LocalDb

beforeEach(() => {
  caches = installCaches()
  setRestore(restoreBackup)
  db = new LocalDb(`spare-${crypto.randomUUID()}`)
})
afterEach(async () => {
  await db.delete()
  caches.remove()
})

/** The browser has thrown the database away: the app starts on an empty one of the same name. */
async function lose(): Promise<LocalDb> {
  await db.delete()
  db = new LocalDb(db.name)
  return db
}

const say = (content: string) =>
  enqueue(
    db,
    USER,
    'message.send',
    { bookingId: 7, clientId: crypto.randomUUID(), content, composedAt: '2026-12-01T17:00:00.000Z' },
    Date.now(),
  )
const type = (draftId: string, content: string) =>
  db.drafts.put({ draftId, kind: 'message', values: { content }, updatedAt: '2026-12-01T17:00:00.000Z' })

const photoOf = (blobId: string, ...bytes: number[]) => waitingPhoto({ blobId, bytes: new Uint8Array(bytes).buffer })
/** Waits for what follows by itself. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(10)
}
const paths = () => [...(caches.storage.boxes.get(backupName(db.name))?.keys() ?? [])].sort()

describe('a database that the browser has thrown away', () => {
  test('comes back with the writes that waited, under their keys and in their order', async () => {
    const keys = [await say('First'), await say('second'), await say('third')]
    const before = await db.outbox.orderBy('order').toArray()
    await copyToBackup(db)
    const after = await (await lose()).outbox.orderBy('order').toArray()
    expect(after.map(({ opId }) => opId)).toEqual(keys)
    expect(after).toEqual(before.map((item) => ({ ...item, everSent: true })))
  })

  test('comes back with what was typed and with photos, byte for byte', async () => {
    await type('message:booking:7', 'Half a sent')
    await db.blobs.add(photoOf('a/b?c', 0, 13, 10, 255))
    await db.picked.add({ id: 'p', form: 'post', batch: 'b', n: 0, name: 'ö.jpg', type: '', bytes: new ArrayBuffer(3) })
    const before = await Promise.all([db.drafts.toArray(), db.blobs.toArray(), db.picked.toArray()])
    await copyToBackup(db)
    await lose()
    expect(await Promise.all([db.drafts.toArray(), db.blobs.toArray(), db.picked.toArray()])).toEqual(before)
    expect(new Uint8Array((await db.blobs.get('a/b?c'))?.bytes ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array([0, 13, 10, 255]),
    )
  })

  test('is restored once: what has been sent since then stays away', async () => {
    const [sent = ''] = [await say('On its way')]
    await copyToBackup(db)
    await lose()
    await db.outbox.delete(sent)
    db.close()
    db = new LocalDb(db.name)
    expect(await db.outbox.count()).toBe(0)
  })

  test('keeps what is in it by now', async () => {
    await type('message:booking:7', 'Old words')
    await copyToBackup(db)
    await lose()
    await type('message:booking:7', 'New words')
    await restoreBackup(db)
    expect(await db.drafts.toArray()).toMatchObject([{ values: { content: 'New words' } }])
  })

  test.each([['not JSON {'], ['[1, 2]'], ['{"outbox": [{"opId": 5}, {}], "drafts": 3}'], ['']])(
    'is empty and works on, with a copy that says %p',
    async (text) => {
      const box = await caches.storage.open(backupName(db.name))
      await box.put('/rows', new Response(text))
      await box.put('/blobs/x', new Response('no form'))
      expect(await db.outbox.count()).toBe(0)
      await say('Works')
      await copyToBackup(db)
      expect(await (await lose()).outbox.count()).toBe(1)
    },
  )

  test('is not copied over before it was restored', async () => {
    await say('Waiting')
    await copyToBackup(db)
    await db.meta.delete(BEEN_HERE)
    await db.outbox.clear()
    await copyToBackup(db)
    expect(await (await lose()).outbox.count()).toBe(1)
  })
})

describe('the copy', () => {
  test('is not made again for a person who signs out while the rows are read', async () => {
    await say('Waiting')
    db.outbox.hook('reading', (row) => {
      Dexie.currentTransaction.on('complete', () => db.close())
      return row
    })
    await copyToBackup(db)
    expect(caches.storage.boxes.has(backupName(db.name))).toBe(false)
  })

  test('goes with the last of what it is for', async () => {
    const key = await say('Waiting')
    await db.blobs.add(photoOf('one', 1))
    await copyToBackup(db)
    expect(paths()).toEqual(['/blobs/one', '/rows'])
    await db.blobs.clear()
    await copyToBackup(db)
    expect(paths()).toEqual(['/rows'])
    await db.outbox.delete(key)
    await copyToBackup(db)
    expect(caches.storage.boxes.has(backupName(db.name))).toBe(false)
  })

  test('of a wiped database is gone and does not come back', async () => {
    await say('Private')
    const keeper = openBackup(db)
    await keeper.copied()
    keeper.stop()
    await dropBackup(db.name)
    db.close()
    await keeper.copied()
    await copyToBackup(db)
    expect(caches.storage.boxes.size).toBe(0)
    expect(await (await lose()).outbox.count()).toBe(0)
  })

  test('does not change while a write goes its way', async () => {
    const key = await say('Waiting')
    await copyToBackup(db)
    const text = async () => (await (await caches.storage.open(backupName(db.name))).match('/rows'))?.text()
    const before = await text()
    const changes: Partial<OutboxItem>[] = [
      { state: 'sending', attempts: 3, everSent: true },
      { state: 'queued', readyAt: 99 },
      { state: 'attention', error: { code: 'validation', message: 'No', status: 400 } },
      { state: 'acked', ackSeq: 4, ackEpoch: 'e' },
    ]
    for (const change of changes) {
      await db.outbox.update(key, change)
      await copyToBackup(db)
      expect(await text()).toBe(before)
    }
  })

  test('follows every change by itself, and at once when asked', async () => {
    const keeper = openBackup(db)
    await say('Asked')
    await keeper.copied()
    await type('message:booking:7', 'Not asked')
    const copied = async () => (await (await caches.storage.open(backupName(db.name))).match('/rows'))?.text()
    for (let look = 0; look < 1_000 && !(await copied())?.includes('Not asked'); look++) await Bun.sleep(20)
    expect(await copied()).toInclude('Not asked')
    expect(await copied()).toInclude('"content":"Asked"')
    keeper.stop()
  })

  test('has every word and no discarded photo while a photo does not fit', async () => {
    const discarded = await say('Discarded')
    await db.blobs.add(photoOf('gone', 1))
    await copyToBackup(db)
    caches.storage.hasRoomFor = (path) => path !== '/blobs/large'
    await db.outbox.delete(discarded)
    await db.blobs.clear()
    await db.blobs.bulkAdd([photoOf('large', 2), photoOf('small', 3)])
    const [written = ''] = [await say('Written after')]
    await expect(copyToBackup(db)).rejects.toThrow('The disk is full')
    expect(paths()).toEqual(['/blobs/small', '/rows'])
    const restored = await lose()
    expect((await restored.outbox.toArray()).map(({ opId }) => opId)).toEqual([written])
    expect(await restored.blobs.toCollection().primaryKeys()).toEqual(['small'])
  })

  test('a disk too full for it keeps nobody from working', async () => {
    caches.storage.isFull = true
    const keeper = openBackup(db)
    await say('Still kept')
    await keeper.copied()
    keeper.stop()
    expect(await db.outbox.count()).toBe(1)
  })
})

describe('a database that the browser clears under the running page', () => {
  let keeper: BackupWriter
  const account = () => new LocalDb(accountDbName({ id: USER }))
  const cookies = { cookie: '' }

  beforeEach(async () => {
    db = account()
    cookies.cookie = `a=b; ${SESSION_HINT_COOKIE}=1`
    Object.defineProperty(globalThis, 'document', { value: cookies, configurable: true })
    await storeUser({ id: USER } as CurrentUser)
    await Promise.all([say('Waits'), type('message:booking:7', 'Half a sent'), db.blobs.add(photoOf('x', 1, 2, 3))])
    keeper = openBackup(db)
    // What has been copied has been in memory before.
    await until(() => paths().length === 2)
    noteCleared(false)
  })
  afterEach(async () => {
    keeper.stop()
    await storeUser(null)
    Reflect.deleteProperty(globalThis, 'document')
  })

  /** As browsers do: connections end without being asked, and the copy goes as well. */
  async function clear(): Promise<void> {
    caches.storage.boxes.clear()
    forceCloseDatabase(db.backendDB() as never)
    await new Promise((resolve) => {
      Dexie.dependencies.indexedDB.deleteDatabase(db.name).onsuccess = resolve
    })
  }
  const kept = async () => [await db.outbox.count(), await db.drafts.count(), await db.blobs.count()]

  test('is restored at once, byte for byte, and the person is told', async () => {
    await clear()
    await until(isDiskCleared)
    expect(isUnsentRestored()).toBe(true)
    expect(await kept()).toEqual([1, 1, 1])
    expect(new Uint8Array((await db.blobs.get('x'))?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]))
    await until(() => paths().length === 2)
  })

  test('stays empty when the session is cleared with it', async () => {
    cookies.cookie = 'a=b'
    await clear()
    await until(isDiskCleared)
    expect(isUnsentRestored()).toBe(false)
    expect(await kept()).toEqual([0, 0, 0])
  })

  test('says nothing of unsent work when there was none', async () => {
    await Promise.all([db.outbox.clear(), db.drafts.clear(), db.blobs.clear()])
    await until(() => remembered.get(db.name)?.files.size === 0)
    await clear()
    await until(isDiskCleared)
    expect(isUnsentRestored()).toBe(false)
  })

  test('stays empty for whoever has signed in meanwhile', async () => {
    await storeUser({ id: USER + 1 } as CurrentUser)
    await clear()
    await until(isDiskCleared)
    expect(await kept()).toEqual([0, 0, 0])
  })

  test('stays away when somebody has signed out on another page', async () => {
    const other = account()
    await other.open()
    await dropBackup(other.name)
    await other.delete()
    await Bun.sleep(300)
    expect(await Dexie.exists(db.name)).toBe(false)
    await expect(kept()).rejects.toThrow('closed')
    db = account()
    expect(await kept()).toEqual([0, 0, 0])
    expect(isDiskCleared()).toBe(false)
  })
})

test('the device knows who is signed in, what was shared into it, and that its photos must be fetched again', async () => {
  await deviceDb.session.put({ k: 'user', v: { id: USER } })
  await setSignOutPending(false)
  const shared = { id: 's', at: '2026-12-01', title: 'Arch', text: '', photos: [] }
  const bytes = new Uint8Array([7, 8]).buffer
  await deviceDb.shared.put({ ...shared, photos: [{ bytes, type: 'image/png', name: 'a.png' }] })
  await deviceDb.session.put({ k: BEEN_HERE, v: true })
  await copyToBackup(deviceDb)
  await Promise.all(deviceDb.tables.map((table) => table.clear()))
  deviceDb.close()
  await caches.storage.open('photos-1')

  await deviceDb.open()
  await restoreBackup(deviceDb)
  expect(await storedUser()).toMatchObject({ id: USER })
  expect(await deviceDb.shared.toArray()).toEqual([
    { ...shared, photos: [{ bytes, type: 'image/png', name: 'a.png' }] },
  ])
  expect(caches.storage.boxes.has('photos-1')).toBe(false)
  await Promise.all(deviceDb.tables.map((table) => table.clear()))
})

test('law: after a copy and a loss, all is there that was there, whatever had been written and taken away', async () => {
  const Id = fc.constantFrom('a', 'b', 'c', '../rows', '%2F', 'é')
  const Step = fc.oneof(
    fc.record({ do: fc.constantFrom('type' as const), id: Id, words: fc.string({ unit: 'grapheme' }) }),
    fc.record({ do: fc.constantFrom('photo' as const), id: Id, bytes: fc.uint8Array({ maxLength: 5 }) }),
    fc.record({ do: fc.constantFrom('untype' as const, 'unphoto' as const), id: Id }),
    fc.record({ do: fc.constantFrom('say' as const, 'copy' as const, 'lose' as const) }),
  )
  const all = () => Promise.all([db.outbox.orderBy('order').toArray(), db.drafts.toArray(), db.blobs.toArray()])
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 25 }), async (steps) => {
      db = new LocalDb(`spare-${crypto.randomUUID()}`)
      const taken = new Map<string, Uint8Array>()
      for (const step of steps) {
        if (step.do === 'type') await type(step.id, step.words)
        if (step.do === 'photo') {
          // A photo never changes under its name, also when it goes and comes back.
          const bytes = taken.get(step.id) ?? step.bytes
          taken.set(step.id, bytes)
          await db.blobs.put(photoOf(step.id, ...bytes))
        }
        if (step.do === 'untype') await db.drafts.delete(step.id)
        if (step.do === 'unphoto') await db.blobs.delete(step.id)
        if (step.do === 'say') await say('Words')
        if (step.do !== 'copy' && step.do !== 'lose') continue
        await copyToBackup(db)
        if (step.do === 'copy') continue
        const [outbox, ...rest] = await all()
        await lose()
        expect(await all()).toEqual([outbox.map((item) => ({ ...item, everSent: true })), ...rest])
      }
      await db.delete()
    }),
    { numRuns: RUNS },
  )
})
