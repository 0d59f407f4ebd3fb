import { afterEach, beforeEach, describe, expect, type Mock, setSystemTime, spyOn, test } from 'bun:test'
import Dexie from 'dexie'
import type { CurrentUser, SignedInUser } from '#schema/user'
import { accountDbName, numberedDbName } from '../../disk/account-db-name'
import { deviceDb, storedUser, storeUser } from '../../disk/device-db'
import { openName } from '../../disk/disk-version'
import { LocalDb, type OutboxItem, type PhotoBlob, readMeta } from '../../disk/local-db'
import { accountShelf, keepPhoto } from '../../disk/photo-cache'
import { accountCache, PHOTO_CACHE } from '../../disk/photo-cache-names'
import { copyToBackup } from '../../disk/rescue/backup'
import { BEEN_HERE } from '../../disk/rescue/lost-disk'
import { storePicture } from '../../disk/screen-pictures'
import { draftsWithEdits, noteUnsavedEdit, readUnsavedEdit } from '../../drafts/unsaved-edits'
import { enqueue } from '../../sync/outbox'
import { forgetToldTime, noteServerTime } from '../../sync/server-clock'
import { installCaches } from '../../test-support/caches-in-memory'
import { waitingPhoto } from '../../test-support/disk-in-memory'
import { installNotes, NotesInMemory } from '../../test-support/notes-in-memory'
import { newSealKeys } from '../../test-support/seal-keys'
import { readWholeDisk } from '../../test-support/whole-disk'
import { sealOthers } from './other-accounts'
import { storeOwner } from './owners'
import { countUnsent, dropOldSealed, listSealed, sealAccount, wipeAccount } from './sealed-work'
import { unseal } from './unseal'

const SINCE = '2026-11-01T00:00:00.000Z'
let caches: ReturnType<typeof installCaches>
let notes: NotesInMemory
let keys: Awaited<ReturnType<typeof newSealKeys>>
let user: SignedInUser

beforeEach(async () => {
  caches = installCaches()
  notes = new NotesInMemory()
  installNotes(notes)
  keys = await newSealKeys()
  user = personOf(2, 'planner', keys.publicKey)
})
afterEach(async () => {
  setSystemTime()
  for (const name of await Dexie.getDatabaseNames()) if (name !== deviceDb.name) await Dexie.delete(name)
  await Promise.all([deviceDb.sealed.clear(), deviceDb.session.clear(), deviceDb.heldPhotos.clear()])
  installNotes(undefined)
  caches.remove()
})

function personOf(id: number, username: string, sealKey: string): SignedInUser {
  const [accountId, lifeId] = [crypto.randomUUID(), '11111111-2222-3333-4444-555555555555']
  return { id, username, memberSince: SINCE, accountId, lifeId, sealKey } as SignedInUser
}

/** Somebody's disk as it is in the middle of things: every word on it holds `mark`, and so do a photo's bytes. */
async function fill(owner: SignedInUser, mark: string): Promise<LocalDb> {
  const db = new LocalDb(accountDbName(owner))
  await storeOwner(db.name, { username: owner.username, sealKey: owner.sealKey })
  await db.me.put({ ...owner, _q: 1, email: `${mark}@example.com`, street: `${mark} Street` } as CurrentUser & {
    _q: number
  })
  await db.messages.put({ id: 3, content: `${mark} read`, _q: 2 } as never)
  await enqueue(
    db,
    owner.id,
    'message.send',
    { bookingId: 7, clientId: crypto.randomUUID(), content: `${mark} waits`, composedAt: SINCE },
    Date.parse('2026-11-20'),
  )
  const said = { bookingId: 7, content: `${mark} was sent` }
  await db.receipts.put({ opId: 'key-0', kind: 'message.send', payload: said, outcome: 'sent', at: SINCE })
  await db.drafts.put({
    draftId: 'post:new',
    kind: 'post',
    values: { title: `${mark} draft` },
    updatedAt: '2026-11-20',
  })
  noteUnsavedEdit(db.name, 'offer:3', { at: '2026-11-21', state: `${mark} typed` })
  await db.blobs.put({
    blobId: 'photo-1',
    bytes: Buffer.from(`${mark} pixels`).buffer,
    type: 'image/jpeg',
  } as unknown as PhotoBlob)
  await db.picked.put({
    id: 'picked-1',
    form: 'post:new',
    batch: 'b',
    n: 0,
    name: `${mark}.jpg`,
    type: 'image/jpeg',
    bytes: Buffer.from(`${mark} raw`).buffer as ArrayBuffer,
  })
  // A database is copied once it has been seen whole.
  await db.meta.put({ k: BEEN_HERE, v: true })
  await copyToBackup(db)
  return db
}

test('sealed, no word and no byte of it can be read in any store; opened, all of it is there and offered once', async () => {
  const db = await fill(user, 'Zanzibar')
  const [before] = await db.outbox.toArray()
  expect(await readWholeDisk(notes.held)).toContain('Zanzibar')
  expect(await sealAccount(db.name)).toEqual({ writes: 1, drafts: 2 })
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await Dexie.exists(db.name)).toBe(false)
  expect(await listSealed()).toMatchObject([{ dbName: db.name, username: 'planner', writes: 1, drafts: 2 }])

  const back = new LocalDb(db.name)
  await unseal(back, keys.privateKey)
  const [write, ...others] = await back.outbox.toArray()
  expect([write?.opId, write?.payload, write?.identity]).toEqual([
    before?.opId,
    before?.payload,
    { accountId: user.accountId, lifeId: user.lifeId },
  ] as never)
  expect(others).toEqual([])
  expect((await back.drafts.get('post:new'))?.values).toEqual({ title: 'Zanzibar draft' })
  expect(readUnsavedEdit(back.name, 'offer:3')?.state).toBe('Zanzibar typed')
  expect(Buffer.from((await back.blobs.get('photo-1'))?.bytes ?? new ArrayBuffer(0)).toString()).toBe('Zanzibar pixels')
  expect((await back.picked.get('picked-1'))?.name).toBe('Zanzibar.jpg')
  expect(await listSealed()).toEqual([])
  back.close()
})

test('opened, a refused write waits for its person again, a confirmed one is not offered again, and one on its way is', async () => {
  const { name } = await fill(user, 'Zanzibar')
  const db = new LocalDb(name)
  await db.receipts.clear()
  const [queued] = (await db.outbox.toArray()) as [OutboxItem]
  const error = { status: 409, code: 'conflict', message: 'Taken meanwhile' } as const
  const rows: OutboxItem[] = [
    { ...queued, opId: 'key-1', order: 1, state: 'attention', everSent: true, error },
    { ...queued, opId: 'key-2', order: 2, state: 'acked', everSent: true, ackSeq: 12, ackEpoch: 'epoch' },
    { ...queued, opId: 'key-3', order: 3, state: 'sending', everSent: true, attempts: 1 },
  ]
  await db.outbox.bulkPut(rows)
  await sealAccount(name)
  const back = new LocalDb(name)
  await unseal(back, keys.privateKey)
  const [refused, confirmed, sending] = rows
  expect(await back.outbox.orderBy('order').toArray()).toEqual([
    refused,
    confirmed,
    { ...sending, state: 'queued' },
    queued,
  ] as OutboxItem[])
  // The server may have been restored from an older copy meanwhile: it is asked.
  expect(await readMeta<boolean>(back, 'restored')).toBe(true)
  back.close()
})

test('whoever signs in to a server that has begun anew is told of what the earlier one had confirmed', async () => {
  const db = await fill(user, 'Zanzibar')
  await db.receipts.put({ opId: 'key-2', kind: 'message.send', payload: {}, outcome: 'discarded', at: SINCE } as never)
  await sealAccount(db.name)
  await storeUser(personOf(9, 'somebody', keys.publicKey))
  expect(await listSealed()).toMatchObject([{ writes: 1, drafts: 2, gone: 0 }])
  await storeUser({ ...user, lifeId: crypto.randomUUID() })
  expect(await listSealed()).toMatchObject([{ writes: 1, drafts: 2, gone: 1 }])
})

test('a confirmed write whose row has not come yet counts among what an earlier server had confirmed', async () => {
  const db = await fill(user, 'Zanzibar')
  await db.outbox.toCollection().modify({ state: 'acked' })
  await sealAccount(db.name)
  await storeUser({ ...user, lifeId: crypto.randomUUID() })
  expect(await listSealed()).toMatchObject([{ writes: 0, drafts: 2, gone: 2 }])
})

test('what other apps have shared with the person who leaves is sealed with the rest, and comes back', async () => {
  const { name } = await fill(user, 'Zanzibar')
  const photo = { bytes: Buffer.from('Zanzibar shared').buffer as ArrayBuffer, type: 'image/jpeg', name: 'a.jpg' }
  await deviceDb.shared.put({ id: 'share-1', at: SINCE, title: 'Zanzibar title', text: '', photos: [photo] })
  const before = await deviceDb.shared.toArray()
  expect(await sealAccount(name, before)).toEqual({ writes: 1, drafts: 3 })
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  const back = new LocalDb(name)
  await unseal(back, keys.privateKey)
  expect(await deviceDb.shared.toArray()).toEqual(before)
  back.close()
  await deviceDb.shared.clear()
})

test('a key of somebody else opens nothing, and nothing is lost by the try', async () => {
  const db = await fill(user, 'Zanzibar')
  await sealAccount(db.name)
  const back = new LocalDb(db.name)
  await expect(unseal(back, (await newSealKeys()).privateKey)).rejects.toThrow()
  expect(await back.outbox.count()).toBe(0)
  await unseal(back, keys.privateKey)
  expect(await back.outbox.count()).toBe(1)
  back.close()
})

test('a draft that was sealed twice comes back as it was last, in whichever order the seals are opened', async () => {
  for (const order of [
    ['first', 'second'],
    ['second', 'first'],
  ]) {
    const { name } = await fill(user, 'Zanzibar')
    await sealAccount(name)
    const again = new LocalDb(name)
    await storeOwner(name, { username: user.username, sealKey: user.sealKey })
    const draft = { draftId: 'post:new', kind: 'post', values: { title: 'Later' }, updatedAt: '2026-11-21' }
    await again.drafts.put(draft)
    noteUnsavedEdit(name, 'offer:3', { at: '2026-11-22', state: 'Noted later' })
    const before = new Set(await deviceDb.sealed.toCollection().primaryKeys())
    await sealAccount(name)
    // Seals are opened in the order of their names.
    for (const work of await deviceDb.sealed.toArray()) {
      await deviceDb.sealed.delete(work.id)
      const place = order.indexOf(before.has(work.id) ? 'first' : 'second')
      await deviceDb.sealed.put({ ...work, id: `${place}/${work.id}` })
    }
    const back = new LocalDb(name)
    await unseal(back, keys.privateKey)
    expect((await back.drafts.get('post:new'))?.values).toEqual({ title: 'Later' })
    expect(readUnsavedEdit(name, 'offer:3')?.state).toBe('Noted later')
    again.close()
    await back.delete()
  }
})

test('words that are noted after the sealing are sealed as well, beside the others', async () => {
  const { name } = await fill(user, 'Zanzibar')
  await sealAccount(name)
  noteUnsavedEdit(name, 'offer:9', { at: '2026-11-22', state: 'Zanzibar again' })
  await sealOthers(null)
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await listSealed()).toMatchObject([{ writes: 1, drafts: 3 }])
  const back = new LocalDb(name)
  await unseal(back, keys.privateKey)
  expect([readUnsavedEdit(name, 'offer:3')?.state, readUnsavedEdit(name, 'offer:9')?.state]).toEqual([
    'Zanzibar typed',
    'Zanzibar again',
  ])
  back.close()
})

test('a note that makes no sense goes with the account', async () => {
  const { name } = await fill(user, 'Zanzibar')
  notes.setItem(`trestle-typed:${name}:offer:9`, 'half a wor')
  await sealAccount(name)
  expect(draftsWithEdits(name)).toEqual([])
})

/** Seals an account while another page is at work: `work` runs once the rows have been read and are being encrypted. */
async function sealDuring(name: string, work: () => Promise<unknown>): Promise<void> {
  const { encrypt } = crypto.subtle
  let working: Promise<unknown> | null = null
  crypto.subtle.encrypt = async (...parts) => {
    working ??= work()
    await working
    return encrypt.apply(crypto.subtle, parts)
  }
  await sealAccount(name).finally(() => {
    crypto.subtle.encrypt = encrypt
  })
}

const messageOf = (content: string) => ({ bookingId: 7, clientId: crypto.randomUUID(), content, composedAt: SINCE })
const photoRow = (blobId: string) => ({ blobId, bytes: new ArrayBuffer(1_000_000), createdAt: '' }) as PhotoBlob

test('everything that another tab has written before it is shut out is sealed', async () => {
  const { name } = await fill(user, 'Zanzibar')
  const elsewhere = new LocalDb(name)
  await elsewhere.blobs.bulkPut(Array.from({ length: 9 }, (_, nth) => photoRow(`large-${nth}`)))
  const written: string[] = []
  let isShutOut = false
  const write = async () => {
    while (!isShutOut)
      await enqueue(elsewhere, user.id, 'message.send', messageOf('one more'), Date.now()).then(
        (opId) => written.push(opId),
        () => {
          isShutOut = true
        },
      )
  }
  const writing = write()
  while (written.length === 0) await Bun.sleep(1)
  await sealAccount(name)
  await writing
  const back = new LocalDb(name)
  await unseal(back, keys.privateKey)
  expect(await back.outbox.toCollection().primaryKeys()).toEqual(expect.arrayContaining(written))
  back.close()
})

test('a page of an earlier build, which does not stay closed, loses nothing of what it writes meanwhile', async () => {
  const { name } = await fill(user, 'Zanzibar')
  const earlier = await new Dexie(name).open()
  await sealDuring(name, async () => {
    const [write] = await earlier.table('outbox').toArray()
    await earlier.table('outbox').put({ ...write, opId: 'written-meanwhile' })
    await earlier.table('blobs').put(photoRow('photo-2'))
    await earlier.table('drafts').update('post:new', { values: { title: 'Zanzibar', photo: { blobId: 'photo-2' } } })
    await earlier.table('picked').clear()
  })
  earlier.close()
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await listSealed()).toMatchObject([{ writes: 2, drafts: 2 }])
  const back = new LocalDb(name)
  await unseal(back, keys.privateKey)
  expect(await back.outbox.toCollection().primaryKeys()).toContain('written-meanwhile')
  expect((await back.drafts.get('post:new'))?.values).toEqual({ title: 'Zanzibar', photo: { blobId: 'photo-2' } })
  expect((await back.blobs.toCollection().primaryKeys()).toSorted()).toEqual(['photo-1', 'photo-2'])
  expect(await back.picked.count()).toBe(0)
  back.close()
})

test('words that another tab notes while their account is sealed stay, and are sealed next', async () => {
  const { name } = await fill(user, 'Zanzibar')
  await sealDuring(name, async () => {
    noteUnsavedEdit(name, 'offer:3', { at: '2026-11-22', state: 'Zanzibar typed on' })
    noteUnsavedEdit(name, 'offer:9', { at: '2026-11-22', state: 'Zanzibar begun' })
  })
  await sealOthers(null)
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  const back = new LocalDb(name)
  await unseal(back, keys.privateKey)
  expect(['offer:3', 'offer:9'].map((id) => readUnsavedEdit(name, id)?.state)).toEqual([
    'Zanzibar typed on',
    'Zanzibar begun',
  ])
  back.close()
})

test('what others have left here goes, however their sessions ended; the account that stays keeps everything', async () => {
  const host = personOf(1, 'host', (await newSealKeys()).publicKey)
  const own = await fill(host, 'Own')
  await fill(user, 'Zanzibar')
  await storeUser(host)
  await sealOthers(own.name)
  const left = await readWholeDisk(notes.held)
  expect(left).not.toContain('Zanzibar')
  for (const words of ['Own waits', 'Own draft', 'Own typed', 'Own pixels', 'Own read']) expect(left).toContain(words)
  expect((await storedUser())?.username).toBe('host')
  expect((await listSealed()).map(({ username }) => username)).toEqual(['planner'])
})

test('receipts of what was sent are sealed, are no unsent work, and are looked at when their person is back', async () => {
  const db = new LocalDb(accountDbName(user))
  await storeOwner(db.name, { username: user.username, sealKey: user.sealKey })
  const payload = { bookingId: 7, content: 'Zanzibar was sent' }
  const receipt = { opId: 'key-1', kind: 'message.send', payload, outcome: 'sent', at: SINCE } as const
  await db.receipts.put(receipt)
  expect(await sealAccount(db.name)).toBeNull()
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await listSealed()).toEqual([])

  const back = new LocalDb(db.name)
  await unseal(back, keys.privateKey)
  expect(await back.receipts.toArray()).toEqual([receipt])
  expect(await readMeta<boolean>(back, 'restored')).toBe(true)
  expect(await deviceDb.sealed.count()).toBe(0)
  back.close()
})

test('an account with nothing unsent leaves nothing at all', async () => {
  const db = new LocalDb(accountDbName(user))
  await db.messages.put({ id: 3, content: 'Zanzibar', _q: 2 } as never)
  await sealOthers(null)
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  expect(await listSealed()).toEqual([])
})

test('a database from before there were ids keeps what was not sent, for its person alone', async () => {
  tellTime()
  const db = new LocalDb(numberedDbName(9))
  await db.messages.put({ id: 3, content: 'Zanzibar', _q: 2 } as never)
  await storePicture(new URL('https://x.example/offers'), {
    ...{ build: '/assets/index-1.js', account: db.name, title: 'Offers', width: 390, height: 900 },
    ...{ html: '<p>Zanzibar</p>', pageCss: '', css: '', scripts: [], styles: [] },
  })
  await db.drafts.put({ draftId: 'post:new', kind: 'post', values: { title: 'Half' }, updatedAt: '2026-11-20' })
  await sealOthers(null)
  const left = await readWholeDisk(notes.held)
  expect([left.includes('Zanzibar'), left.includes('Half')]).toEqual([false, true])

  // It is kept for as long as sealed work is, from the day on which its person was first found to be gone.
  await sealOthers(null)
  const sixtyDays = 60 * 86_400_000
  const nextPage = () => new LocalDb(db.name)
  const since = (await readMeta<string>(nextPage(), 'keptSince')) ?? ''
  await nextPage().meta.put({ k: 'keptSince', v: new Date(Date.parse(since) - sixtyDays + 60_000).toISOString() })
  await sealOthers(null)
  expect(await readWholeDisk(notes.held)).toContain('Half')
  await nextPage().meta.put({ k: 'keptSince', v: new Date(Date.parse(since) - sixtyDays - 60_000).toISOString() })
  await sealOthers(null)
  expect(await readWholeDisk(notes.held)).not.toContain('Half')
})

test('photos of public rows stay, all others go with the account', async () => {
  const [shown, hidden] = ['a'.repeat(64), 'b'.repeat(64)]
  const db = await fill(user, 'Zanzibar')
  await db.chunks.put({ coll: 'listing', n: 1, text: JSON.stringify({ mainImage: `/uploads/${shown}.jpg` }) })
  const box = await globalThis.caches.open(PHOTO_CACHE)
  const paths = [`/uploads/${shown}-320.jpg`, `/uploads/${hidden}.jpg`, '/api/users/4/avatar']
  for (const path of paths) {
    await box.put(path, new Response('photo'))
    await deviceDb.heldPhotos.put({ url: path, bytes: 5, lastUsed: 1 })
  }
  await sealOthers(null)
  const left = [`/uploads/${shown}-320.jpg`, '/api/users/4/avatar']
  expect((await box.keys()).map(({ url }) => new URL(url).pathname)).toEqual(left)
  expect((await deviceDb.heldPhotos.toCollection().primaryKeys()).toSorted()).toEqual(left.toSorted())
})

test('photos that the account alone may see go with it, and another account’s stay', async () => {
  const other = personOf(3, 'host', keys.publicKey)
  const [leaving, staying] = [accountDbName(user), accountDbName(other)]
  const paths = ['a', 'b'].map((digit) => `/uploads/${digit.repeat(64)}.jpg`)
  await fill(user, 'Zanzibar')
  for (const [at, name] of [leaving, staying].entries())
    await keepPhoto(accountShelf(name), paths[at] ?? '', new Response('photo'))
  await sealOthers(staying)
  expect((await globalThis.caches.keys()).filter((name) => name.startsWith('photos-trestle'))).toEqual([
    accountCache(staying),
  ])
  expect(await deviceDb.heldPhotos.toCollection().primaryKeys()).toEqual([paths[1]] as never)
  // A cache whose database is gone already, as when the browser was closed in between.
  await sealOthers(null)
  expect((await globalThis.caches.keys()).filter((name) => name.startsWith('photos-trestle'))).toEqual([])
})

test('files that were picked for a form count as a draft, and are sealed when there is nothing else', async () => {
  const db = new LocalDb(accountDbName(user))
  await storeOwner(db.name, { username: user.username, sealKey: user.sealKey })
  const bytes = new TextEncoder().encode('Zanzibar').buffer
  const file = { form: 'handover:7:pickup', batch: 'b', name: 'crate.jpg', type: 'image/jpeg', bytes }
  await db.picked.bulkPut([0, 1].map((n) => ({ ...file, id: crypto.randomUUID(), n })))
  expect(await countUnsent(db)).toEqual({ writes: 0, drafts: 1 })
  expect(await sealAccount(db.name)).toEqual({ writes: 0, drafts: 1 })
  expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
  const back = new LocalDb(db.name)
  await unseal(back, keys.privateKey)
  expect((await back.picked.toArray()).map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual([
    'Zanzibar',
    'Zanzibar',
  ])
  back.close()
})

const DAY_MS = 86_400_000
const daysOn = (days: number) => Date.now() + days * DAY_MS
/** A page that the server has just told the time. */
const tellTime = () => noteServerTime(new Date().toUTCString(), Date.now())

test('sealed work ends after sixty days', async () => {
  tellTime()
  await sealAccount((await fill(user, 'Zanzibar')).name)
  await dropOldSealed(daysOn(59))
  expect(await listSealed()).toHaveLength(1)
  await dropOldSealed(daysOn(61))
  expect(await listSealed()).toEqual([])
})

test('a clock that was set months ahead ends nothing that is kept, sealed or not', async () => {
  tellTime()
  await sealAccount((await fill(user, 'Zanzibar')).name)
  const numbered = new LocalDb(numberedDbName(9))
  await numbered.drafts.put({ draftId: 'post:new', kind: 'post', values: { title: 'Half' }, updatedAt: '2026-11-20' })
  await sealOthers(null)
  forgetToldTime()
  setSystemTime(new Date(daysOn(90)))
  await sealOthers(null)
  expect(await listSealed()).toHaveLength(1)
  expect(await readWholeDisk(notes.held)).toContain('Half')
})

test('sealed under a clock of years ago, work counts from when the server’s time is known', async () => {
  forgetToldTime()
  setSystemTime(new Date('2020-01-01'))
  await sealAccount((await fill(user, 'Zanzibar')).name)
  const numbered = new LocalDb(numberedDbName(9))
  await numbered.drafts.put({ draftId: 'post:new', kind: 'post', values: { title: 'Half' }, updatedAt: '2026-11-20' })
  await sealOthers(null)
  setSystemTime()
  tellTime()
  await sealOthers(null)
  expect(await readWholeDisk(notes.held)).toContain('Half')
  await dropOldSealed(daysOn(59))
  expect(await listSealed()).toHaveLength(1)
  await dropOldSealed(daysOn(61))
  expect(await listSealed()).toEqual([])
})

/** A tab that is asleep: it has the account's database open, and hears nothing. */
async function openAsleep(name: string): Promise<() => void> {
  const request = (Dexie.dependencies.indexedDB as IDBFactory).open(name)
  const disk = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  void navigator.locks.request(openName(name), { mode: 'shared' }, () => woken)
  return () => {
    disk.close()
    wake()
  }
}

describe('a tab that is asleep has the database open', () => {
  let timeouts: Mock<typeof AbortSignal.timeout>
  beforeEach(() => {
    const { timeout } = AbortSignal
    timeouts = spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.min(ms, 20)))
  })
  afterEach(() => timeouts.mockRestore())

  test('unsent work is sealed all the same, everything else is gone, and the next start deletes the database', async () => {
    const { name } = await fill(user, 'Zanzibar')
    const wake = await openAsleep(name)
    expect(await sealAccount(name)).toEqual({ writes: 1, drafts: 2 })
    expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
    expect(await listSealed()).toMatchObject([{ dbName: name, writes: 1, drafts: 2 }])

    // Their person signs in again, and leaves again.
    const again = new LocalDb(name)
    await unseal(again, keys.privateKey)
    expect(await again.outbox.count()).toBe(1)
    expect(await sealAccount(name)).toEqual({ writes: 1, drafts: 2 })

    wake()
    await sealOthers(null)
    expect(await Dexie.exists(name)).toBe(false)
    expect(await listSealed()).toMatchObject([{ dbName: name, writes: 1, drafts: 2 }])
  })

  test('words that a slow tab writes while the rest is emptied stay, and are sealed next', async () => {
    const { name } = await fill(user, 'Zanzibar')
    const wake = await openAsleep(name)
    const slow = new LocalDb(name)
    const late = { draftId: 'item:new', kind: 'item' as const, values: { title: 'Late' }, updatedAt: SINCE }
    const sealed = spyOn(deviceDb.shared, 'bulkDelete').mockImplementationOnce(() =>
      slow.drafts.put(late).then(() => slow.close()),
    )
    await sealAccount(name)
    sealed.mockRestore()
    wake()
    await sealOthers(null)
    expect(await Dexie.exists(name)).toBe(false)
    const back = new LocalDb(name)
    await unseal(back, keys.privateKey)
    expect((await back.drafts.toCollection().primaryKeys()).toSorted()).toEqual(['item:new', 'post:new'])
    back.close()
  })

  test('work that is given up is gone', async () => {
    const db = await fill(user, 'Zanzibar')
    const wake = await openAsleep(db.name)
    await wipeAccount(db)
    expect(await readWholeDisk(notes.held)).not.toContain('Zanzibar')
    wake()
    await sealOthers(null)
    expect([await Dexie.exists(db.name), await listSealed()]).toEqual([false, []])
  })
})

test('a photo counts with the write that needs it', async () => {
  const db = new LocalDb(accountDbName(user))
  const { blobId } = waitingPhoto()
  const post = { clientId: crypto.randomUUID(), title: 'Arch', description: null, alt: null, tags: [], links: [] }
  await enqueue(db, user.id, 'photo.upload', { blobId }, Date.now())
  await enqueue(db, user.id, 'post.create', { ...post, photo: { blobId } }, Date.now())
  expect(await countUnsent(db)).toEqual({ writes: 1, drafts: 0 })
})
