import { afterEach, expect, test } from 'bun:test'
import Dexie from 'dexie'
import '../test-support/disk-in-memory'
import { accountDbName } from '../disk/account-db-name'
import { type DeviceUser, deviceDb, reopenDevice, storeUser } from '../disk/device-db'
import { noteNewer } from '../disk/disk-version'
import { LocalDb } from '../disk/local-db'
import { asOnly } from '../sync/lease'
import { enqueue } from '../sync/outbox'
import { flushOutbox } from './background-sync'

const NEXT_VERSION = 990

afterEach(async () => {
  noteNewer(false)
  reopenDevice()
  await Dexie.delete(deviceDb.name)
})

/** As the next build leaves the device's database. */
async function openNewer(name: string): Promise<IDBDatabase> {
  const opening = (Dexie.dependencies.indexedDB as IDBFactory).open(name, NEXT_VERSION)
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

for (const isOpen of [false, true]) {
  const when = isOpen ? 'under a worker that reads it' : 'before a worker reads it'
  test(`a device’s disk that a newer build has changed ${when} is left to the newer build, in words`, async () => {
    if (isOpen) await deviceDb.open()
    const newer = await openNewer(deviceDb.name)
    const refusal = await flushOutbox().then(
      () => null,
      (error: unknown) => error,
    )
    newer.close()
    expect(refusal).toBeInstanceOf(Error)
    expect(String(refusal)).toBe('Error: The disk was changed by a newer build')
  })
}

/** A page of the account that sends until it is told to stop. */
async function startPage() {
  const user = { id: 7, lifeId: crypto.randomUUID(), accountId: crypto.randomUUID() } as DeviceUser
  await storeUser(user)
  const db = new LocalDb(accountDbName(user))
  const isThrough = Promise.withResolvers<void>()
  const sending = asOnly(db, 'sender', () => isThrough.promise)
  return {
    db,
    press: () => enqueue(db, user.id, 'post.like', { postId: 12, on: true }, Date.now()),
    async send() {
      await db.outbox.clear()
      isThrough.resolve()
      await sending
    },
    async [Symbol.asyncDispose]() {
      isThrough.resolve()
      await sending
      await db.delete()
    },
  }
}

test('a page that is slow to send: the browser comes again for what waits', async () => {
  await using page = await startPage()
  await page.press()
  await expect(flushOutbox(1)).rejects.toThrow('Some writes are still waiting')
})

test('a page that sends what waits: the browser need not come again', async () => {
  await using page = await startPage()
  await page.press()
  const flushing = flushOutbox()
  await Bun.sleep(100)
  await page.send()
  await flushing
})

test('while a page sends, the browser need not come again when nothing waits', async () => {
  await using _page = await startPage()
  await flushOutbox(1)
})
