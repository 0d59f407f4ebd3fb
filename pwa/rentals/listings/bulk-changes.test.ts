import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { OwnListing } from '#schema/listing'
import type { LocalDb } from '../../disk/local-db'
import { noteUnsavedEdit } from '../../drafts/unsaved-edits'
import { changeThing } from '../../offerings/change-thing'
import { autosaveEdit, editDraft } from '../../offerings/thing-edits'
import { readStart } from '../../offerings/use-edit'
import { SyncEngine } from '../../sync/engine'
import { freshDb, waitingPhoto } from '../../test-support/disk-in-memory'
import { installNotes, NotesInMemory } from '../../test-support/notes-in-memory'
import { changedNotice, changeLine, priceAfter, priceListings } from './bulk-changes'
import { LISTING_FORM } from './listing-form'
import { ListingForm, sentListing, valuesOf } from './listing-values'
import { listingWords, type ShownOwnListing, sentListingChange } from './own-listing-overlay'
import { readOwnListings } from './own-listings'

test.each([
  [12, { to: '15' }, '15.00'],
  [12, { to: '12.345' }, null],
  [12, { to: '0' }, null],
  [20, { percent: 10 }, '22.00'],
  [20, { percent: -10 }, '18.00'],
  [9.99, { percent: 7.5 }, '10.74'],
  [20, { percent: -100 }, null],
  [20, { percent: Number.NaN }, null],
  [100_000, { percent: 1 }, null],
])('%p with %j is %p', (price, change, changed) => {
  expect(priceAfter(price, change)).toBe(changed)
})

describe('listings that are priced together', () => {
  const ME = 7
  const REFUSED = { code: 'quantity_booked', message: 'More pieces than that are booked already.', status: 409 }
  let db: LocalDb
  let engine: SyncEngine
  beforeEach(async () => {
    db = freshDb()
    // Never started: what it queues stays in line.
    engine = new SyncEngine(db, ME)
    await db.ownListings.bulkPut([plates(3), plates(4)].map((row) => ({ ...row, _q: 1 })))
  })
  afterEach(() => db.delete())

  const plates = (id: number): OwnListing => ({
    ...{ id, userId: ME, ownerUsername: 'rosa', title: `Plates ${id}`, description: 'Forty white ones.', images: [] },
    ...{ mainImage: `/uploads/${'a'.repeat(64)}.jpg`, price: 12.5, category: 'tableware', quantity: 40 },
    ...{ availability: { available: true }, terms: 'Clean, please.', cancellationPreset: 'standard' },
    ...{ neighborhood: null, city: null, timezone: 'America/New_York', photoAlts: [], hidden: false, clientId: null },
    ...{ createdAt: '2026-11-20T10:00:00.000Z', pickupNote: null },
  })
  const shown = async () => (await readOwnListings(db)).listings
  const find = (all: readonly ShownOwnListing[], id: number) => {
    const found = all.find(({ listing }) => listing.id === id)
    if (!found) throw new Error(`There is no listing ${id}`)
    return found
  }
  const save = async (id: number, typed: Partial<ListingForm>) => {
    const before = find(await shown(), id)
    const form = ListingForm.parse({ ...valuesOf(before), ...typed })
    const change = { ...sentListing(form), listingKey: String(id), listingId: id, seen: listingWords(before) }
    await changeThing(engine, 'listing', id, change, [], sentListingChange)
  }

  const openForm = async () => readStart(db, autosaveEdit(db, 'listing', 3), LISTING_FORM, find(await shown(), 3))

  test('keep the edits that are being typed in their forms, with their photos', async () => {
    const blobId = await db.blobs.add(waitingPhoto())
    const typed = { title: 'Forty plates', photos: [{ photo: { blobId }, alt: 'New' }] }
    await editDraft('listing', 3).save(db, typed)
    await priceListings(engine, await shown(), { to: '15' })
    expect((await shown()).map(({ listing }) => listing.price)).toEqual([15, 15])
    expect(await editDraft('listing', 3).read(db)).toMatchObject(typed)
    expect(await db.blobs.count()).toBe(1)
  })

  test('give a form that is being typed in the new price, which its Save does not take back', async () => {
    const before = find(await shown(), 3)
    const typed = { ...valuesOf(before), title: 'Forty plates' }
    await editDraft('listing', 3).save(db, { ...typed, seen: listingWords(before) })
    await priceListings(engine, await shown(), { to: '15' })
    const { seen, values } = await openForm()
    const form = sentListing(ListingForm.parse(values))
    await changeThing(engine, 'listing', 3, { ...form, listingKey: '3', listingId: 3, seen }, [], sentListingChange)
    const line = await db.outbox.where('lane').equals('listing:3').toArray()
    expect(line.map(({ payload }) => payload)).toMatchObject([
      { title: 'Forty plates', price: '15.00', seen: { words: { title: 'Plates 3', price: 12.5 } } },
    ])
  })

  test('keep words that a page was left with before the disk had them', async () => {
    installNotes(new NotesInMemory())
    const before = find(await shown(), 3)
    await editDraft('listing', 3).save(db, { ...valuesOf(before), seen: listingWords(before) })
    const state = { ...valuesOf(before), title: 'Forty plates', seen: listingWords(before) }
    noteUnsavedEdit(db.name, 'listing-edit:3', { at: new Date(Date.now() + 1).toISOString(), state })
    await priceListings(engine, await shown(), { to: '15' })
    expect((await openForm()).values).toMatchObject({ title: 'Forty plates', price: '15' })
    installNotes(undefined)
  })

  test('leave a price alone that is being typed', async () => {
    const before = find(await shown(), 3)
    await editDraft('listing', 3).save(db, { ...valuesOf(before), price: '9', seen: listingWords(before) })
    await priceListings(engine, await shown(), { to: '15' })
    expect(await openForm()).toMatchObject({ values: { price: '9' }, seen: { words: { price: 12.5 } } })
  })

  test('join an edit that has not left the device', async () => {
    await save(3, { title: 'Forty plates' })
    await priceListings(engine, await shown(), { to: '15' })
    expect(find(await shown(), 3).listing).toMatchObject({ title: 'Forty plates', price: 15 })
    const line = await db.outbox.where('lane').equals('listing:3').toArray()
    expect(line.map(({ payload }) => payload)).toMatchObject([
      { title: 'Forty plates', price: '15.00', seen: { words: { title: 'Plates 3', price: 12.5 } } },
    ])
  })

  test('keep the new price when a form that never showed it is saved', async () => {
    const before = find(await shown(), 3)
    const form = ListingForm.parse({ ...valuesOf(before), title: 'Forty plates' })
    await db.ownListings.update(3, { price: 14 })
    await priceListings(engine, await shown(), { to: '15' })
    const change = { ...sentListing(form), listingKey: '3', listingId: 3, seen: listingWords(before) }
    await changeThing(engine, 'listing', 3, change, [], sentListingChange)
    expect(find(await shown(), 3).listing).toMatchObject({ title: 'Forty plates', price: 15 })
    const line = await db.outbox.where('lane').equals('listing:3').toArray()
    expect(line.map(({ payload }) => payload)).toMatchObject([
      { title: 'Forty plates', price: '15.00', seen: { words: { title: 'Plates 3', price: 14 } } },
    ])
  })

  test('keep an edit that another page has saved since the listings were shown', async () => {
    const before = await shown()
    const photos = [{ photo: { url: `/uploads/${'b'.repeat(64)}.jpg` }, alt: 'New' }]
    await save(3, { description: 'Forty blue ones.', photos })
    await priceListings(engine, before, { to: '15' })
    expect(find(await shown(), 3)).toMatchObject({ listing: { description: 'Forty blue ones.', price: 15 }, photos })
  })

  test('get their new prices together or not at all, and a second press changes each of them once', async () => {
    let writes = 0
    db.outbox.hook('creating', () => {
      if (++writes === 2) throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    await expect(priceListings(engine, await shown(), { percent: 10 })).rejects.toThrow()
    expect(await db.outbox.count()).toBe(0)
    await priceListings(engine, await shown(), { percent: 10 })
    expect((await shown()).map(({ listing }) => listing.price)).toEqual([13.75, 13.75])
  })

  test('leave out one whose last change was refused, and its words stay to be read and mended', async () => {
    await save(3, { quantity: 12 })
    await db.outbox.toCollection().modify({ state: 'attention', error: REFUSED })
    const before = await db.outbox.toArray()
    expect(changeLine(find(await shown(), 3), { to: '15' })).toEqual({
      words: 'left out, because a change to it was refused',
      ok: true,
    })
    await priceListings(engine, await shown(), { to: '15' })
    const [refused, priced] = [find(await shown(), 3), find(await shown(), 4)]
    expect([refused.refused?.error, refused.listing.price]).toEqual([REFUSED, 12.5])
    expect(priced.listing.price).toBe(15)
    expect(await db.outbox.where('lane').equals('listing:3').toArray()).toEqual(before)
  })
})

test.each([
  [2, 0, true, '2 listings changed', undefined],
  [1, 0, false, '1 listing changed', 'It goes out automatically once there is a connection.'],
  [1, 1, true, '1 listing changed', '1 listing was left out, because a change to it was refused.'],
  [0, 2, true, 'No listing changed', '2 listings were left out, because changes to them were refused.'],
  [
    2,
    1,
    false,
    '2 listings changed',
    '1 listing was left out, because a change to it was refused. The rest goes out automatically once there is a connection.',
  ],
])('%d changed and %d left out are told of', (changed, left, reachable, title, description) => {
  expect(changedNotice(changed, left, reachable)).toEqual({ title, description })
})
