import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { readEarlierWords } from '../drafts/earlier-words'
import { archiveItem } from '../made-to-order/items/archive-item'
import { sentItemChange } from '../made-to-order/items/own-item-overlay'
import { pauseItem } from '../made-to-order/items/pause-item'
import { discardWrite, undoDiscard } from '../outbox/waiting-write'
import { deleteListing } from '../rentals/listings/delete-listing'
import { sentListingChange } from '../rentals/listings/own-listing-overlay'
import { SyncEngine } from '../sync/engine'
import { releaseAcked } from '../sync/outbox'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { changeThing } from './change-thing'
import { keepFormDraft, pendingEdits, readFormDraft, tidyFormDrafts } from './form-drafts'
import { dropDraft, sendDraft } from './keep-draft'
import { publishDraft, withdrawDraft } from './publish-draft'
import { editDraft, giveUpEdit } from './thing-edits'

const KEY = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a10'
const [FIRST, SECOND] = ['0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a97', '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a98']
const words = {
  title: 'Forty plates',
  description: 'White.',
  price: '9.25',
  category: 'tableware',
  terms: '',
  quantity: 40,
  cancellationPreset: 'standard',
  pickupNote: null,
} satisfies Omit<MutationPayload<'listing.create'>, 'clientId' | 'photos'>

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const blob = (blobId: string) => waitingPhoto({ blobId })
const photosOf = (...blobIds: string[]) => blobIds.map((blobId) => ({ photo: { blobId }, alt: '' }))
const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ kind, state }) => `${kind} ${state}`)
const held = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId)
const draft = (...blobIds: string[]) =>
  keepFormDraft(db, 'listing', KEY, {
    values: { title: words.title, photos: photosOf(...blobIds) },
    picked: blobIds.map(blob),
  })
const publish = (...blobIds: string[]) =>
  publishDraft(engine, 'listing.create', { ...words, photos: photosOf(...blobIds), clientId: KEY })
const refuse = (kind: string) =>
  db.outbox
    .filter((item) => item.kind === kind)
    .modify({ state: 'attention', error: { code: 'validation', message: 'No', status: 422 } })

describe('publishing', () => {
  test('puts photos and listing in line together; the draft stays whole', async () => {
    await draft(FIRST, SECOND)
    await publish(FIRST, SECOND)
    expect(await line()).toEqual(['photo.upload queued', 'photo.upload queued', 'listing.create queued'])
    expect((await readFormDraft(db, 'listing', KEY))?.values.title).toBe('Forty plates')
  })

  test('twice is once', async () => {
    await draft(FIRST)
    await Promise.all([publish(FIRST), publish(FIRST)])
    expect(await line()).toEqual(['photo.upload queued', 'listing.create queued'])
  })

  test('leaves out photos that are at the server or in line already, and saves of the draft that never left', async () => {
    await draft(FIRST, SECOND)
    await sendDraft(engine, 'listing', KEY)
    expect(await line()).toEqual(['photo.upload queued', 'photo.upload queued', 'draft.save queued'])
    await publish(FIRST, SECOND)
    expect(await line()).toEqual(['photo.upload queued', 'photo.upload queued', 'listing.create queued'])
    await sendDraft(engine, 'listing', KEY)
    expect(await line()).toHaveLength(3)
  })

  test.each([
    ['is taken back', () => withdrawDraft(engine, 'listing', KEY)],
    ['is refused', () => refuse('listing.create')],
  ])('and when it %s, words whose save was left out for it are still to be sent and to be chosen', async (_, end) => {
    await draft()
    await sendDraft(engine, 'listing', KEY)
    await publish()
    await end()
    const later = { value: 'Thirty plates', at: '2099-01-01T00:00:00.000Z', by: 'phone', base: null }
    await db.draftRows.put({ key: KEY, kind: 'listing', fields: { title: later }, others: {}, _q: 2 } as never)
    const read = await readFormDraft(db, 'listing', KEY)
    expect([read?.values.title, read?.others.title?.map(({ value }) => value)]).toEqual([
      words.title,
      ['Thirty plates'],
    ])
    expect(await pendingEdits(db, 'listing', KEY, { by: 'laptop' })).toHaveProperty('title.value', words.title)
  })

  test('again after a refusal takes its place, and tries refused photos again', async () => {
    await draft(FIRST)
    await publish(FIRST)
    await refuse('listing.create')
    await refuse('photo.upload')
    await publish(FIRST)
    expect(await line()).toEqual(['photo.upload queued', 'listing.create queued'])
  })

  test('can be taken back until it has left', async () => {
    await draft(FIRST)
    await publish(FIRST)
    expect(await withdrawDraft(engine, 'listing', KEY)).toBe(true)
    expect([await line(), await held()]).toEqual([['photo.upload queued'], [FIRST]])
    await publish(FIRST)
    await db.outbox.filter(({ kind }) => kind === 'listing.create').modify({ everSent: true })
    expect(await withdrawDraft(engine, 'listing', KEY)).toBe(false)
    expect(await withdrawDraft(engine, 'listing', 'another')).toBe(false)
  })
})

test('words of a draft whose save is discarded are still to be chosen, and are in line again where the save is brought back', async () => {
  await draft()
  await sendDraft(engine, 'listing', KEY)
  const before = await db.drafts.toArray()
  const [{ opId } = { opId: '' }] = await db.outbox.toArray()
  const discarded = await discardWrite(engine, opId)
  const later = { value: 'Thirty plates', at: '2099-01-01T00:00:00.000Z', by: 'phone', base: null }
  await db.draftRows.put({ key: KEY, kind: 'listing', fields: { title: later }, others: {}, _q: 2 } as never)
  const read = await readFormDraft(db, 'listing', KEY)
  expect([read?.values.title, read?.others.title?.map(({ value }) => value)]).toEqual([words.title, ['Thirty plates']])
  if (discarded) await undoDiscard(engine, discarded)
  expect([await db.drafts.toArray(), await line()]).toEqual([before, ['draft.save queued']])
})

describe('versions that stood beside a draft', () => {
  const [PHONE, TABLET] = ['0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a01', '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a02']
  const version = (value: string) => ({ value, at: new Date().toISOString(), by: TABLET })
  const old = (value: string) => ({ ...version(value), at: '2020-01-01T00:00:00.000Z' })
  const beside = async () =>
    db.draftRows.put({
      ...{ key: KEY, kind: 'listing', updatedAt: '', _q: 1 },
      fields: { title: old(words.title), terms: old('') },
      others: { title: [version('Plates of the tablet')] },
      earlier: { terms: [{ ...version('Ask first.'), asideAt: new Date().toISOString() }] },
    })
  const arrive = async () => {
    await db.draftRows.clear()
    await db.ownListings.put({ ...words, id: 9, clientId: KEY, images: [], photoAlts: [], _q: 2 } as never)
    await tidyFormDrafts(db, 'listing')
  }
  const earlier = async () => {
    const found = await readEarlierWords(db, 'listing:9', new Date())
    return Object.fromEntries(Object.entries(found).map(([name, list]) => [name, list.map(({ value }) => value)]))
  }

  test('are earlier versions of what was published, also where nothing was typed on this device', async () => {
    await beside()
    await publish()
    await arrive()
    expect(await earlier()).toEqual({ title: ['Plates of the tablet'], terms: ['Ask first.'] })
    expect(await db.drafts.count()).toBe(1)
  })

  test('are there once, with those that a choice on this device put aside, however often it is published', async () => {
    await beside()
    const aside = { description: [{ ...version('Cream.'), by: PHONE }] }
    const values = { description: 'White.' }
    await keepFormDraft(db, 'listing', KEY, { values, chosen: ['description'], aside })
    await publish()
    await withdrawDraft(engine, 'listing', KEY)
    await publish()
    await arrive()
    expect(await earlier()).toEqual({
      title: ['Plates of the tablet'],
      terms: ['Ask first.'],
      description: ['Cream.'],
    })
  })

  test('go with a draft that is thrown away', async () => {
    await beside()
    await publish()
    await dropDraft(engine, 'listing', KEY)
    expect(await db.drafts.count()).toBe(0)
  })
})

describe('throwing away', () => {
  const inLine = (change: object) => db.outbox.filter(({ kind }) => kind === 'listing.create').modify(change)

  test.each([
    ['waits', async () => undefined],
    ['was refused', () => refuse('listing.create')],
  ])('a draft whose publication %s takes the publication along, with its photos', async (_, end) => {
    await draft(FIRST)
    await publish(FIRST)
    await end()
    await keepFormDraft(db, 'listing', KEY, {
      values: { title: 'Thirty plates', photos: photosOf(SECOND) },
      picked: [blob(SECOND)],
    })
    expect(await dropDraft(engine, 'listing', KEY)).toBe(true)
    expect([await line(), await held(), await readFormDraft(db, 'listing', KEY)]).toEqual([[], [], null])
  })

  test.each([
    ['was tried', { everSent: true }],
    ['is on its way', { state: 'sending', everSent: true }],
    ['has arrived', { state: 'acked', everSent: true }],
  ])('a draft whose publication %s changes nothing', async (_, change) => {
    await draft(FIRST)
    await publish(FIRST)
    await inLine(change)
    const before = await db.outbox.toArray()
    expect(await dropDraft(engine, 'listing', KEY)).toBe(false)
    expect([await db.outbox.toArray(), await held()]).toEqual([before, [FIRST]])
    expect((await readFormDraft(db, 'listing', KEY))?.values.title).toBe('Forty plates')
  })

  test('a draft that the server holds ends there too', async () => {
    await draft()
    await db.draftRows.put({ key: KEY, kind: 'listing', fields: {}, others: {}, _q: 1 } as never)
    await publish()
    await dropDraft(engine, 'listing', KEY)
    expect(await line()).toEqual(['draft.drop queued'])
  })
})

describe('changing', () => {
  const change = async (...blobIds: string[]) =>
    changeThing(
      engine,
      'listing',
      5,
      { ...words, photos: photosOf(...blobIds), listingKey: '5', listingId: 5 },
      await db.outbox.toCollection().primaryKeys(),
      sentListingChange,
    )

  test('ends what was being written; only the last words and photos stay in line', async () => {
    await editDraft('listing', 5).save(db, { title: 'x', photos: photosOf(FIRST) }, blob(FIRST))
    await change(FIRST)
    expect(await editDraft('listing', 5).read(db)).toBeNull()
    await editDraft('listing', 5).save(db, { title: 'y', photos: photosOf(SECOND) }, blob(SECOND))
    await change(SECOND)
    expect((await line()).toSorted()).toEqual(['listing.change queued', 'photo.upload queued'])
    expect(await held()).toEqual([SECOND])
  })

  test('again after a refusal takes its place', async () => {
    await editDraft('listing', 5).save(db, { photos: photosOf(FIRST) }, blob(FIRST))
    await change(FIRST)
    await refuse('listing.change')
    await change(FIRST)
    expect(await line()).toEqual(['photo.upload queued', 'listing.change queued'])
  })

  test('a photo that another took the place of while writing is let go', async () => {
    await editDraft('listing', 5).save(db, { photos: photosOf(FIRST) }, blob(FIRST))
    await editDraft('listing', 5).save(db, { photos: photosOf(SECOND) }, blob(SECOND))
    expect(await held()).toEqual([SECOND])
  })

  test('giving up ends what was being written and a change that was refused, with the photos of both', async () => {
    await editDraft('listing', 5).save(db, { photos: photosOf(FIRST) }, blob(FIRST))
    await change(FIRST)
    await refuse('listing.change')
    await editDraft('listing', 5).save(db, { photos: photosOf(SECOND) }, blob(SECOND))
    const [refused] = await db.outbox.where({ lane: 'listing:5' }).toArray()
    await giveUpEdit(db, 'listing', 5, [refused?.opId ?? ''])
    expect([await editDraft('listing', 5).read(db), await held(), await line()]).toEqual([null, [], []])
  })

  test('giving up leaves a change that waits', async () => {
    await change()
    await editDraft('listing', 5).save(db, { title: 'y' })
    const waiting = await db.outbox.toCollection().primaryKeys()
    await giveUpEdit(db, 'listing', 5, waiting)
    expect([await editDraft('listing', 5).read(db), await line()]).toEqual([null, ['listing.change queued']])
  })

  test('deleting keeps what was being written until the server has deleted it', async () => {
    await editDraft('listing', 5).save(db, { photos: photosOf(FIRST) }, blob(FIRST))
    await deleteListing(engine, { id: 5, clientId: null })
    await refuse('listing.delete')
    expect([await editDraft('listing', 5).read(db), await held()]).toEqual([{ photos: photosOf(FIRST) }, [FIRST]])
    await db.outbox.toCollection().modify({ state: 'acked', ackSeq: 7, ackEpoch: 'e' })
    await releaseAcked(db, 6, 'e')
    expect(await held()).toEqual([FIRST])
    await releaseAcked(db, 7, 'e')
    expect([await editDraft('listing', 5).read(db), await held(), await line()]).toEqual([null, [], []])
  })
})

describe('an item', () => {
  const item = (...blobIds: string[]) => ({
    title: 'Place cards',
    description: 'Lettered by hand.',
    price: 4800,
    category: 'stationery' as const,
    customizationOptions: [],
    leadTimeInDays: 7,
    terms: 'Custom orders are final.',
    photos: photosOf(...blobIds),
  })
  const publishItem = (...blobIds: string[]) =>
    publishDraft(engine, 'item.create', { ...item(...blobIds), clientId: KEY })
  const draftItem = (...blobIds: string[]) =>
    keepFormDraft(db, 'item', KEY, {
      values: { title: 'Place cards', photos: photosOf(...blobIds) },
      picked: blobIds.map(blob),
    })

  test('is published once, with its photos, in place of a try that was refused, and can be taken back', async () => {
    await draftItem(FIRST, SECOND)
    await sendDraft(engine, 'item', KEY)
    await Promise.all([publishItem(FIRST, SECOND), publishItem(FIRST, SECOND)])
    expect(await line()).toEqual(['photo.upload queued', 'photo.upload queued', 'item.create queued'])
    await keepFormDraft(db, 'item', KEY, { values: { title: 'Typed late' } })
    await sendDraft(engine, 'item', KEY)
    expect(await line()).toHaveLength(3)
    await refuse('item.create')
    await publishItem(FIRST, SECOND)
    expect(await line()).toHaveLength(3)
    expect(await withdrawDraft(engine, 'item', KEY)).toBe(true)
    expect(await line()).toEqual(['photo.upload queued', 'photo.upload queued'])
  })

  test('is changed by its last words, which end what was being written', async () => {
    await editDraft('item', 5).save(db, { photos: photosOf(FIRST) }, blob(FIRST))
    await changeThing(engine, 'item', 5, { ...item(FIRST), itemKey: '5', itemId: 5 }, [], sentItemChange)
    expect([await editDraft('item', 5).read(db), await editDraft('listing', 5).read(db)]).toEqual([null, null])
    await changeThing(
      engine,
      'item',
      5,
      { ...item(FIRST), title: 'Once more', itemKey: '5', itemId: 5 },
      [],
      sentItemChange,
    )
    await pauseItem(engine, { id: 5, clientId: null }, '2026-12-05')
    await archiveItem(engine, { id: 5, clientId: null }, true)
    expect((await line()).toSorted()).toEqual([
      'item.archive queued',
      'item.change queued',
      'item.pause queued',
      'photo.upload queued',
    ])
  })
})
