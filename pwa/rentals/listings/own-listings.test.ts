import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { OwnListing } from '#schema/listing'
import type { LocalDb, OutboxState } from '../../disk/local-db'
import type { MutationName, MutationPayload } from '../../disk/mutations'
import { keepFormDraft, listFormDrafts, readFormDraft, tidyFormDrafts } from '../../offerings/form-drafts'
import { thingKey } from '../../offerings/own-thing-writes'
import { readPublication } from '../../offerings/publications'
import { enqueue } from '../../sync/outbox'
import { freshDb } from '../../test-support/disk-in-memory'
import { listingWords } from './own-listing-overlay'
import { readOwnListing, readOwnListings } from './own-listings'

const ME = 7
const KEY = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a10'
const BLOB = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a99'
const COVER = `/uploads/${'a'.repeat(64)}.jpg`
const SIDE = `/uploads/${'b'.repeat(64)}.jpg`
const REFUSED = { code: 'quantity_booked', message: 'More pieces than that are booked already.', status: 409 }

let db: LocalDb
let clock = 1_000
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const row = (id: number, clientId: string | null = null): OwnListing => ({
  id,
  userId: ME,
  ownerUsername: 'rosa',
  title: 'Plates',
  description: 'Forty white ones.',
  images: [SIDE],
  mainImage: COVER,
  price: 12.5,
  category: 'tableware',
  availability: { available: true },
  terms: 'Clean, please.',
  quantity: 40,
  cancellationPreset: 'standard',
  neighborhood: null,
  city: null,
  timezone: 'America/New_York',
  photoAlts: ['A stack of plates'],
  createdAt: '2026-11-20T10:00:00.000Z',
  pickupNote: null,
  hidden: false,
  clientId,
})
const words: Omit<MutationPayload<'listing.create'>, 'clientId'> = {
  title: 'Forty plates',
  description: 'White.',
  price: '9.25',
  category: 'serving',
  terms: 'None',
  quantity: 12,
  cancellationPreset: 'strict',
  pickupNote: 'Second bell',
  photos: [
    { photo: { blobId: BLOB }, alt: 'New' },
    { photo: { url: COVER }, alt: 'Old' },
  ],
}
const put = (...rows: OwnListing[]) => db.ownListings.bulkPut(rows.map((one) => ({ ...one, _q: 1 })))
const queue = <Name extends MutationName>(kind: Name, payload: MutationPayload<Name>) =>
  enqueue(db, ME, kind, payload, clock++)
const about = { listingKey: '5', listingId: 5 }
const setState = (opId: string, state: OutboxState) =>
  db.outbox.update(opId, { state, error: state === 'attention' ? REFUSED : null })
const read = async () => (await readOwnListing(db, 5)) ?? undefined

describe('a listing with waiting writes', () => {
  test('is as the server has it while there are none; photos carry their words', async () => {
    await put(row(5))
    expect(await read()).toEqual({
      listing: { ...row(5), _q: 1 } as OwnListing,
      photos: [
        { photo: { url: COVER }, alt: 'A stack of plates' },
        { photo: { url: SIDE }, alt: '' },
      ],
    })
  })

  test('shows an edit at once, photos of this device included', async () => {
    await put(row(5))
    await queue('listing.change', { ...words, ...about })
    const shown = await read()
    expect(shown?.listing).toMatchObject({
      title: 'Forty plates',
      price: 9.25,
      quantity: 12,
      cancellationPreset: 'strict',
      pickupNote: 'Second bell',
      availability: { available: true },
    })
    expect([shown?.photos, shown?.waiting]).toEqual([words.photos, 'waiting'])
  })

  test.each([
    ['queued', 'waiting'],
    ['sending', 'sending'],
    ['acked', 'sending'],
  ] as const)('an edit that is %s shows as %s', async (state, shown) => {
    await put(row(5))
    await setState(await queue('listing.change', { ...words, ...about }), state)
    expect((await read())?.waiting).toBe(shown)
  })

  test('is paused and reopened by the last word, whatever else is written', async () => {
    await put(row(5))
    await queue('listing.show', { ...about, available: false })
    await queue('listing.change', { ...words, ...about })
    expect((await read())?.listing).toMatchObject({ title: 'Forty plates', availability: { available: false } })
    await queue('listing.show', { ...about, available: true })
    expect((await read())?.listing.availability.available).toBe(true)
  })

  test('shows two edits with a pause between them: of each what it changed', async () => {
    await put(row(5))
    const edit = async (changed: Partial<typeof words>) => {
      const shown = await read()
      if (!shown) throw new Error('There is no listing')
      const seen = listingWords(shown)
      const { title, description, terms, category, quantity, cancellationPreset, pickupNote } = shown.listing
      const stands = { title, description, terms, category, quantity, cancellationPreset, pickupNote }
      const form = { ...stands, price: String(shown.listing.price), photos: shown.photos, ...changed }
      await queue('listing.change', { ...form, ...about, seen })
    }
    await edit({ title: 'Forty plates', photos: words.photos })
    await queue('listing.show', { ...about, available: false })
    await edit({ price: '9.25' })
    const shown = await read()
    expect(shown?.listing).toMatchObject({ title: 'Forty plates', price: 9.25, availability: { available: false } })
    expect(shown?.photos).toEqual(words.photos)
  })

  test('is gone as soon as it is deleted, and back with the reason when that was refused', async () => {
    await put(row(5), row(6))
    const opId = await queue('listing.delete', about)
    expect((await readOwnListings(db)).listings.map(({ listing }) => listing.id)).toEqual([6])
    await setState(opId, 'attention')
    expect((await readOwnListings(db)).listings.map(({ listing }) => listing.id)).toEqual([6, 5])
    expect((await read())?.refused).toMatchObject({ opId, kind: 'listing.delete', error: REFUSED })
  })

  test('is as it was when an edit was refused, until another edit takes its place', async () => {
    await put(row(5))
    const opId = await queue('listing.change', { ...words, ...about })
    await setState(opId, 'attention')
    expect(await read()).toMatchObject({ listing: { title: 'Plates' }, refused: { opId, error: REFUSED } })
    await queue('listing.change', { ...words, ...about, title: 'Once more' })
    const shown = await read()
    expect([shown?.listing.title, shown?.refused]).toEqual(['Once more', undefined])
  })

  test('keeps a refused edit behind a later pause and a refused deletion, until another edit takes its place', async () => {
    await put(row(5))
    const opId = await queue('listing.change', { ...words, ...about })
    await setState(opId, 'attention')
    await queue('listing.show', { ...about, available: false })
    expect(await read()).toMatchObject({ refused: { opId }, refusedChange: { opId, error: REFUSED } })
    const deletion = await queue('listing.delete', about)
    await setState(deletion, 'attention')
    expect(await read()).toMatchObject({ refused: { opId: deletion }, refusedChange: { opId } })
    await queue('listing.change', { ...words, ...about, title: 'Once more' })
    const shown = await read()
    expect([shown?.refused, shown?.refusedChange]).toEqual([undefined, undefined])
  })

  test('has no refused edit where an earlier deletion was refused and the edit behind it has arrived', async () => {
    await put(row(5))
    await setState(await queue('listing.delete', about), 'attention')
    const opId = await queue('listing.change', { ...words, ...about })
    expect((await read())?.refused).toBeUndefined()
    await db.outbox.delete(opId)
    const shown = await read()
    expect([shown?.refused?.kind, shown?.refusedChange]).toEqual(['listing.delete', undefined])
  })

  test('nonsense in the outbox changes nothing', async () => {
    await put(row(5))
    const opId = await queue('listing.show', { ...about, available: false })
    await db.outbox.update(opId, { payload: { listingId: 'x' } })
    expect(await read()).toMatchObject({ listing: { availability: { available: true } } })
  })

  test('has one key before and after it has a number', () => {
    expect([thingKey(row(5)), thingKey(row(5, KEY))]).toEqual(['5', KEY])
  })
})

describe('a draft that was published', () => {
  const publish = () => queue('listing.create', { ...words, clientId: KEY })
  const draft = () => keepFormDraft(db, 'listing', KEY, { values: { title: 'Forty plates' } })

  test('is only a draft until then', async () => {
    await draft()
    expect(await readPublication(db, 'listing', KEY)).toBeNull()
  })

  test('waits, and can be taken back while it has not left', async () => {
    const opId = await publish()
    expect(await readPublication(db, 'listing', KEY)).toMatchObject({
      waiting: { opId, state: 'waiting', isUnsent: true },
    })
    await db.outbox.update(opId, { everSent: true })
    expect(await readPublication(db, 'listing', KEY)).toMatchObject({ waiting: { isUnsent: false } })
  })

  test('says what was refused, and stays a draft', async () => {
    await draft()
    await setState(await publish(), 'attention')
    expect(await readPublication(db, 'listing', KEY)).toMatchObject({ waiting: { state: 'attention', error: REFUSED } })
    await tidyFormDrafts(db, 'listing')
    expect((await readFormDraft(db, 'listing', KEY))?.values).toEqual({ title: 'Forty plates' })
  })

  test('is a listing once that has come back: the draft is listed no more, and forgotten', async () => {
    await draft()
    await publish()
    expect((await readOwnListings(db)).waiting.map(({ thing }) => thing.title)).toEqual(['Forty plates'])
    expect((await listFormDrafts(db, 'listing')).map(({ key }) => key)).toEqual([KEY])
    await put(row(9, KEY))
    expect(await readPublication(db, 'listing', KEY)).toEqual({ id: 9 })
    expect((await readOwnListings(db)).waiting).toEqual([])
    expect(await listFormDrafts(db, 'listing')).toEqual([])
    await tidyFormDrafts(db, 'listing')
    expect(await readFormDraft(db, 'listing', KEY)).toBeNull()
  })
})
