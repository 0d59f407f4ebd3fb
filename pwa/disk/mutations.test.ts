import { expect, test } from 'bun:test'
import { type Endpoint, endpoints } from '#schema/endpoints'
import { fillPath } from '#schema/routes'
import {
  laneOf,
  type MutationName,
  type MutationPayload,
  mutationKinds,
  parseMutation,
  photosOf,
  requestOf,
  subjectOf,
} from './mutations'

const MESSAGE = {
  bookingId: 7,
  content: 'Hi Rosa',
  clientId: '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7aff',
  composedAt: '2026-12-01T17:00:00.000Z',
}
const BLOB = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a01'
const POST = { title: 'Gold arch', description: null, alt: 'An arch', tags: ['gold'], links: [] }
const LISTING = {
  title: 'Forty plates',
  description: 'Speckled stoneware.',
  price: '12.50',
  category: 'tableware',
  terms: 'Bring them back clean.',
  quantity: 40,
  cancellationPreset: 'standard',
  pickupNote: 'Ring twice',
  photos: [
    { photo: { blobId: BLOB }, alt: 'A stack of plates' },
    { photo: { url: `/uploads/${'3e'.repeat(32)}.jpg` }, alt: '' },
  ],
}
const ITEM = {
  title: 'Place cards',
  description: 'Lettered by hand.',
  price: 4000,
  category: 'stationery',
  customizationOptions: [{ name: 'Ink', type: 'color', options: ['Sage #9CAF88'], required: true }],
  leadTimeInDays: 7,
  terms: 'Custom orders are final sale.',
  photos: LISTING.photos,
}
const WORDS = { content: 'Hi', clientId: MESSAGE.clientId, composedAt: MESSAGE.composedAt }
const SEEN = { words: { title: 'Plates', price: 10 }, photos: LISTING.photos }
const SAMPLES: { [Name in MutationName]: unknown[] } = {
  'message.send': [MESSAGE],
  'message.order': [{ purchaseId: 7, ...WORDS }],
  'question.ask': [
    { ...WORDS, about: 'listing', id: 7, other: 'rosa', title: 'Plates' },
    { ...WORDS, about: 'item', id: 7, other: 'mira', title: 'Cards' },
  ],
  'question.message': [{ ...WORDS, questionId: 7 }],
  'purchase.status': [
    { purchaseId: 7, status: 'shipped', trackingNote: 'On its way', seen: 'processing' },
    { purchaseId: 7, status: 'cancelled', seen: 'shipped', seenMissing: true },
  ],
  'purchase.askCancel': [{ purchaseId: 7 }],
  'item.create': [{ ...ITEM, clientId: BLOB }],
  'item.change': [
    { ...ITEM, itemKey: '3', itemId: 3 },
    { ...ITEM, itemKey: '3', itemId: 3, seen: SEEN },
  ],
  'item.pause': [
    { itemKey: '3', itemId: 3, until: '2027-01-05' },
    { itemKey: '3', itemId: 3, until: null },
  ],
  'item.archive': [{ itemKey: '3', itemId: 3, archived: true }],
  'post.like': [
    { postId: 3, on: true },
    { postId: 3, on: false },
  ],
  'post.save': [
    { postId: 3, on: true },
    { postId: 3, on: false },
  ],
  'booking.decline': [{ bookingId: 7 }],
  'photo.upload': [{ blobId: BLOB }],
  'post.create': [
    { ...POST, photo: { blobId: BLOB }, clientId: BLOB },
    { ...POST, photo: { url: `/uploads/${'ca'.repeat(32)}.jpg` }, clientId: BLOB },
  ],
  'post.change': [
    { ...POST, photo: { blobId: BLOB }, postKey: '3', postId: 3 },
    { ...POST, photo: { blobId: BLOB }, postKey: '3', postId: 3, seen: SEEN },
  ],
  'post.delete': [{ postKey: '3', postId: 3 }],
  'listing.create': [{ ...LISTING, clientId: BLOB }],
  'listing.change': [{ ...LISTING, listingKey: '3', listingId: 3 }],
  'listing.show': [{ listingKey: '3', listingId: 3, available: false }],
  'listing.delete': [{ listingKey: '3', listingId: 3 }],
  'draft.save': [
    {
      key: BLOB,
      kind: 'listing',
      fields: {
        title: { value: 'Forty plates', at: '2026-12-01T17:00:00.000Z', by: BLOB, base: null },
        photos: { value: LISTING.photos, at: '2026-12-01T17:00:00.000Z', by: BLOB, base: null },
      },
    },
  ],
  'draft.drop': [{ key: BLOB }],
  'handover.put': [
    {
      bookingId: 7,
      moment: 'pickup',
      checks: ['counted'],
      photos: [{ blobId: BLOB }],
      note: 'Two are chipped',
      composedAt: '2026-12-01T17:00:00.000Z',
    },
  ],
  'review.put': [
    { about: 'booking', id: 7, stars: 5, points: ['clean'], content: 'Spotless' },
    { about: 'order', id: 7, stars: 1, points: [], content: '' },
  ],
  'person.block': [
    { personId: 7, username: 'rene', on: true },
    { personId: 7, username: 'rene', on: false },
  ],
  'report.put': [
    { kind: 'listing', id: 7, reason: 'scam', words: 'Photos from a shop', title: 'Plates', from: '/listings/7' },
    {
      kind: 'post',
      id: 7,
      reason: 'other',
      words: '',
      title: 'Arch',
      from: '/inspiration/7',
      photo: `/uploads/${'27'.repeat(32)}.jpg`,
    },
  ],
  'review.answer': [{ about: 'booking', id: 7, reviewId: 4, content: 'Thank you' }],
  'blocked.add': [{ userId: 7, startDate: '2027-01-01', endDate: '2027-01-07', reason: 'Holiday', clientId: BLOB }],
  'blocked.remove': [{ userId: 7, blockId: 3 }],
  'profile.save': [
    { description: 'Plates', photo: { blobId: BLOB } },
    { description: null, photo: null },
    { description: 'Only the words' },
    { photo: { url: `/uploads/${'27'.repeat(32)}.jpg` } },
  ],
  'address.save': [{ street: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' }],
  'board.put': [{ key: BLOB, name: 'Ana’s 40th', eventDate: '2027-05-01' }],
  'board.delete': [{ key: BLOB }],
  'board.pin': [
    { key: BLOB, postId: 3, on: true },
    { key: BLOB, postId: 3, on: false },
  ],
  'board.thing': [
    { key: BLOB, thing: { kind: 'listing', id: 3, pieces: 40 } },
    { key: BLOB, thing: { kind: 'item', id: 3, pieces: 0 } },
  ],
}
const names = Object.keys(mutationKinds) as MutationName[]

test.each(names)('%s is carried by a call that may wait, and fits it', (name) => {
  expect(SAMPLES[name].length).toBeGreaterThan(0)
  for (const sample of SAMPLES[name]) {
    const payload = parseMutation(name, sample)
    if (!payload) throw new Error(`${name} does not take its own sample`)
    const { method, path, body, file } = requestOf(name, payload, () => `/uploads/${'3c'.repeat(32)}.jpg`)
    expect(photosOf(name, payload).length + (file ? 1 : 0)).toBeLessThanOrEqual(1)
    const match = (Object.values(endpoints) as Endpoint[]).filter(
      (endpoint) =>
        endpoint.method === method &&
        new RegExp(`^${endpoint.path.replace(/:\w+/g, '(?:[\\da-f-]+|pickup|listing|item)')}$`).test(path),
    )
    expect(match.map((endpoint) => endpoint.offline)).toEqual(['queueable'])
    expect(match[0]?.body?.safeParse(body).success ?? body === undefined).toBe(true)
    expect(laneOf(name, payload)).toMatch(
      /^(?:profile|address|thread:(?:order|listing|item|question):7|review:(?:booking|order|answer):\d|report:[a-z]+:\d|[a-z]+:[\da-f-]+(?::(?:pickup|return))?)$/,
    )
  }
})

test('photos anywhere in a draft go first, and their addresses stand in for them', () => {
  const [draft] = SAMPLES['draft.save'] as [MutationPayload<'draft.save'>]
  expect(photosOf('draft.save', draft)).toEqual([BLOB])
  const { body } = requestOf('draft.save', draft, () => `/uploads/${'ca'.repeat(32)}.jpg`)
  expect(body).toMatchObject({
    fields: {
      photos: {
        value: [
          { photo: { url: `/uploads/${'ca'.repeat(32)}.jpg` }, alt: 'A stack of plates' },
          { photo: { url: `/uploads/${'3e'.repeat(32)}.jpg` }, alt: '' },
        ],
      },
    },
  })
})

test.each<[MutationPayload<'profile.save'>, object]>([
  [{ description: 'Plates' }, { description: 'Plates' }],
  [{ photo: { blobId: BLOB } }, { profilePhoto: `/uploads/${'ca'.repeat(32)}.jpg` }],
  [{ photo: null }, { profilePhoto: '' }],
  [
    { description: null, photo: null },
    { description: null, profilePhoto: '' },
  ],
])('of a profile %j nothing else is sent', (payload, body) => {
  const sent = requestOf('profile.save', payload, () => `/uploads/${'ca'.repeat(32)}.jpg`).body
  expect(JSON.parse(JSON.stringify(sent))).toEqual(body)
})

test('a listing’s first photo is its cover', () => {
  const [listing] = SAMPLES['listing.create'] as [MutationPayload<'listing.create'>]
  expect(requestOf('listing.create', listing, () => `/uploads/${'ca'.repeat(32)}.jpg`).body).toMatchObject({
    mainImage: `/uploads/${'ca'.repeat(32)}.jpg`,
    images: [`/uploads/${'3e'.repeat(32)}.jpg`],
    photoAlts: ['A stack of plates', ''],
  })
})

test('the requests are these', () => {
  expect(requestOf('message.send', MESSAGE)).toEqual({
    method: 'POST',
    path: '/api/bookings/7/messages',
    body: MESSAGE,
  })
  const ask = { ...WORDS, id: 7, other: 'rosa', title: 'Plates' }
  expect(requestOf('question.ask', { ...ask, about: 'item' })).toEqual({
    method: 'POST',
    path: '/api/questions',
    body: { ...WORDS, itemId: 7 },
  })
  expect(requestOf('post.like', { postId: 3, on: true })).toEqual({ method: 'POST', path: '/api/inspiration/3/like' })
  expect(requestOf('post.like', { postId: 3, on: false })).toEqual({
    method: 'DELETE',
    path: '/api/inspiration/3/like',
  })
  expect(requestOf('post.save', { postId: 3, on: false })).toEqual({
    method: 'DELETE',
    path: '/api/inspiration/3/save',
  })
  expect(requestOf('booking.decline', { bookingId: 7 })).toEqual({
    method: 'POST',
    path: '/api/bookings/7/status',
    body: { status: 'declined' },
  })
})

test('order is kept within a thread, a like, a save, and not between them', () => {
  const lanes = [
    laneOf('message.send', MESSAGE),
    laneOf('message.send', { ...MESSAGE, bookingId: 8 }),
    laneOf('post.like', { postId: 7, on: true }),
    laneOf('post.save', { postId: 7, on: true }),
    laneOf('booking.decline', { bookingId: 7 }),
  ]
  expect(new Set(lanes).size).toBe(lanes.length)
  expect(laneOf('post.like', { postId: 7, on: false })).toBe(laneOf('post.like', { postId: 7, on: true }))
})

test('of likes the last word counts; messages, photos and what is new count every one', () => {
  expect(names.filter((name) => !mutationKinds[name].lastWordWins)).toEqual([
    'message.send',
    'message.order',
    'question.ask',
    'question.message',
    'photo.upload',
    'post.create',
    'listing.create',
    'item.create',
    'blocked.add',
  ])
})

test('on one board the last word counts per post and thing', () => {
  const pin = (postId: number, on: boolean) => ({ key: BLOB, postId, on })
  expect(laneOf('board.pin', pin(1, true))).toBe(laneOf('board.put', { key: BLOB, name: 'x' }))
  expect(subjectOf('board.pin', pin(1, true))).toBe(subjectOf('board.pin', pin(1, false)))
  expect(subjectOf('board.pin', pin(1, true))).not.toBe(subjectOf('board.pin', pin(2, true)))
  const put = (kind: 'listing' | 'item', pieces: number) => ({ key: BLOB, thing: { kind, id: 1, pieces } })
  expect(laneOf('board.thing', put('item', 1))).toBe(laneOf('board.put', { key: BLOB, name: 'x' }))
  expect(subjectOf('board.thing', put('item', 1))).toBe(subjectOf('board.thing', put('item', 0)))
  expect(subjectOf('board.thing', put('item', 1))).not.toBe(subjectOf('board.thing', put('listing', 1)))
})

test('a write with a photo of this device carries the address under which it was uploaded', () => {
  const post = { ...POST, photo: { blobId: BLOB }, clientId: BLOB }
  expect(photosOf('post.create', post)).toEqual([BLOB])
  expect(requestOf('post.create', post, (blobId) => `https://example.com/${blobId}.jpg`).body).toEqual({
    ...POST,
    clientId: BLOB,
    imageUrl: `https://example.com/${BLOB}.jpg`,
  })
  expect(() => requestOf('post.create', post)).toThrow('has not been uploaded')
  expect(requestOf('photo.upload', { blobId: BLOB })).toEqual({ method: 'POST', path: '/api/upload', file: BLOB })
})

test.each([
  ['message.send', { ...MESSAGE, content: '  ' }],
  ['message.send', { ...MESSAGE, clientId: 'x' }],
  ['message.send', { ...MESSAGE, bookingId: '7' }],
  ['post.like', { postId: 3 }],
  ['post.save', null],
  ['booking.decline', 'x'],
] as const)('%s from disk as %j makes no sense any more', (name, payload) => {
  expect(parseMutation(name, payload)).toBeNull()
})

test('what a newer build added to a payload is left out', () => {
  expect(parseMutation('post.like', { postId: 3, on: true, mood: 'happy' })).toEqual({ postId: 3, on: true })
})

test('a path is filled with numbers and escaped words', () => {
  expect(fillPath('/api/users/:id/blocked-dates/:blockId', { id: 1, blockId: 22 })).toBe(
    '/api/users/1/blocked-dates/22',
  )
  expect(fillPath('/api/sync/snapshot/:scope', { scope: 'pub:l/../x' })).toBe('/api/sync/snapshot/pub%3Al%2F..%2Fx')
})
