import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openRental, type Rental } from '../test-support/rental-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  await keepTestPhoto(t, rental.owner, 'a', 'b', 'c')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const PHOTOS = ['a', 'b', 'c'].map(testPhoto)
const [A = '', B = '', C = ''] = PHOTOS
const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', path, { as: rental.owner.as, body, headers })
const ON_DESKTOP = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' }

const KINDS = {
  listing: {
    words: {
      title: 'Forty plates',
      description: 'Speckled, counted, washed.',
      price: 15,
      category: 'tableware',
      terms: 'Back by noon.',
      mainImage: A,
      images: [B],
      photoAlts: ['Plates', ''],
      quantity: 40,
      cancellationPreset: 'strict',
      pickupNote: 'Ring twice.',
    },
    async path() {
      await send(`/api/listings/${rental.listingId}`, this.words)
      return `/api/listings/${rental.listingId}`
    },
    otherPhoto: { images: [C], photoAlts: ['Plates', 'A bowl'] },
  },
  item: {
    words: {
      title: 'Place cards',
      description: 'Lettered by hand.',
      price: 4000,
      category: 'stationery',
      mainImage: A,
      images: [B],
      photoAlts: ['', ''],
      customizationOptions: [{ name: 'Ink', type: 'color', options: ['Sage #9CAF88'], required: true }],
      leadTimeInDays: 7,
      terms: 'Final sale, paid at once.',
    },
    path: async () => `/api/made-to-order/${(await send('/api/made-to-order', KINDS.item.words)).body.id}`,
    otherPhoto: { images: [C], photoAlts: ['', ''] },
  },
  post: {
    words: { title: 'A table', description: 'At dusk.', imageUrl: B, alt: 'A table', tags: ['dusk'], links: [] },
    path: async () => `/api/inspiration/${(await send('/api/inspiration', KINDS.post.words)).body.id}`,
    otherPhoto: { alt: 'A long table' },
  },
}

for (const [name, kind] of Object.entries(KINDS)) {
  const changed = (words: Record<string, unknown>) => ({ ...kind.words, ...words, seen: kind.words })

  test(`two devices change different fields of one ${name}: both changes stay`, async () => {
    const path = await kind.path()
    expect((await send(path, changed({ title: 'From the desktop' }))).status).toBe(200)
    const second = await send(path, changed({ description: 'From the phone, hours later.' }))
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ title: 'From the desktop', description: 'From the phone, hours later.' })
    const third = await send(path, changed(kind.otherPhoto))
    expect(third.body).toMatchObject({ ...kind.otherPhoto, title: 'From the desktop' })
  })

  test(`two devices change one field of a ${name}: the second is asked, and nothing of its edit is stored`, async () => {
    const path = await kind.path()
    const first = await send(path, changed({ title: 'From the desktop' }), ON_DESKTOP)
    const at = t.clock.now.toISOString()
    t.clock.advance(60_000)
    const second = await send(path, changed({ title: 'From the phone', description: 'Also new here.' }))
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'edit_conflict', now: { title: 'From the desktop' } })
    expect(Object.keys(second.body.now)).toEqual(['title'])
    expect(second.body.edited).toEqual({ at, device: 'Firefox on Windows' })
    const seen = { ...kind.words, title: 'From the desktop' }
    const chosen = await send(path, { ...kind.words, title: 'From the phone', seen })
    expect(chosen.body).toEqual({ ...first.body, title: 'From the phone' })
  })

  test(`an edit of a ${name} that does not say what it had seen replaces everything`, async () => {
    const path = await kind.path()
    await send(path, changed({ title: 'From the desktop' }))
    const older = await send(path, { ...kind.words, description: 'An older app.' })
    expect(older.body).toMatchObject({ title: kind.words.title, description: 'An older app.' })
  })

  test(`nonsense as what was seen of a ${name} breaks nothing`, async () => {
    const path = await kind.path()
    expect((await send(path, { ...kind.words, seen: 'all' })).status).toBe(422)
    expect((await send(path, { ...kind.words, seen: { images: 3, mainImage: null, constructor: 1 } })).status).toBe(200)
  })
}

test('the price of a listing is compared as an amount, however it is written', async () => {
  const path = await KINDS.listing.path()
  const { words } = KINDS.listing
  await send(path, { ...words, price: '20.00', seen: words })
  const late = await send(path, { ...words, title: 'Still fifteen?', price: '15.00', seen: words })
  expect(late.body).toMatchObject({ title: 'Still fifteen?', price: 20 })
  const clash = await send(path, { ...words, price: '30', seen: words })
  expect(clash.body).toMatchObject({ code: 'edit_conflict', now: { price: 20 } })
})
