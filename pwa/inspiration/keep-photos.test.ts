import { describe, expect, test } from 'bun:test'
import { handoverPhotos, mayFetchAhead, photosToFetch, photosToKeep } from './keep-photos'

const hash = (id: number) => id.toString(16).padStart(64, '0')
const post = (id: number, imageUrl = `/uploads/${hash(id)}.jpg`) => ({
  id,
  imageUrl,
  createdAt: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString(),
})
const newestFirst = (count: number) => Array.from({ length: count }, (_, n) => post(count - n))
const none = () => false

describe('photos to keep', () => {
  test('the newest 500 posts in the width of a card', () => {
    const pins = photosToKeep(newestFirst(700), none)
    expect(pins).toHaveLength(500)
    expect(pins[0]).toEqual({ url: `/uploads/${hash(700)}-640.jpg`, reason: 'card', postedAt: post(700).createdAt })
    expect(pins.at(-1)?.url).toBe(`/uploads/${hash(201)}-640.jpg`)
  })

  test('liked and saved posts in full, however old, before all cards', () => {
    const pins = photosToKeep(newestFirst(700), (id) => id === 3 || id === 650)
    expect(pins.slice(0, 3).map(({ url, reason }) => [url, reason])).toEqual([
      [`/uploads/${hash(650)}.jpg`, 'mark'],
      [`/uploads/${hash(3)}.jpg`, 'mark'],
      [`/uploads/${hash(700)}-640.jpg`, 'card'],
    ])
    expect(pins).toHaveLength(502)
  })

  test('of what the person has booked and ordered before all others', () => {
    const own = [{ imageUrl: `/uploads/${hash(9001)}.jpg`, createdAt: '2026-01-02' }]
    const pins = photosToKeep(newestFirst(3), (id) => id === 1, own)
    expect(pins.map(({ url, reason }) => [url, reason]).slice(0, 2)).toEqual([
      [`/uploads/${hash(9001)}-640.jpg`, 'mark'],
      [`/uploads/${hash(1)}.jpg`, 'mark'],
    ])
  })

  test('a photo that two posts show is kept once; photos from elsewhere are not ours to keep', () => {
    const same = `/uploads/${hash(1)}.jpg`
    const pins = photosToKeep([post(3, same), post(2, 'https://example.com/a.jpg'), post(1, same)], () => true)
    expect(pins.map(({ url }) => url)).toEqual([same, `/uploads/${hash(1)}-640.jpg`])
    expect(pins[0]?.postedAt).toBe(post(3).createdAt)
  })

  test('an address with our own origin in front is ours', () => {
    expect(photosToKeep([post(1, `https://trestle.example/uploads/${hash(1)}.jpg`)], none)[0]?.url).toBe(
      `/uploads/${hash(1)}-640.jpg`,
    )
  })
})

describe('photos to fetch', () => {
  const pins = photosToKeep(newestFirst(5), (id) => id <= 2)
  const held = (url: string, bytes: number) => ({ url, bytes, lastUsed: 0 })

  test('everything that is missing, the most wanted first', () => {
    const here = held(pins[1]?.url ?? '', 100_000)
    expect(photosToFetch(pins, [here], 150_000_000)).toEqual(pins.filter(({ url }) => url !== here.url))
  })

  test('nothing that would give way again at once', () => {
    expect(photosToFetch(pins, [], 400_000).map(({ reason }) => reason)).toEqual(['mark', 'mark', 'card'])
    expect(photosToFetch(pins, [], 100_000).map(({ reason }) => reason)).toEqual(['card'])
    expect(photosToFetch(pins, [], 0)).toEqual([])
  })

  test('a liked photo takes the place of cards, a card takes nobody’s', () => {
    const cards = pins.filter(({ reason }) => reason === 'card').map(({ url }) => held(url, 100_000))
    expect(photosToFetch(pins, cards, 500_000).map(({ reason }) => reason)).toEqual(['mark', 'mark'])
    expect(photosToFetch(pins, cards.slice(1), 400_000).map(({ reason }) => reason)).toEqual(['mark', 'mark'])
  })

  test('a photo that was only looked at does not count: it gives way by itself', () => {
    expect(photosToFetch(pins, [held('/uploads/other.jpg', 900_000)], 620_000)).toHaveLength(7)
  })
})

test('the photos of a hand-over that a claim has met are there without a connection too', () => {
  const [updatedAt, later] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z']
  const atClaim = { checks: [], photos: ['/uploads/met.jpg'], note: null, composedAt: null, updatedAt }
  const urlsOf = (page: Parameters<typeof handoverPhotos>[0]) => handoverPhotos(page).map(({ imageUrl }) => imageUrl)
  expect(urlsOf({ photos: ['/uploads/now.jpg'], atClaim, updatedAt: later })).toEqual([
    '/uploads/now.jpg',
    '/uploads/met.jpg',
  ])
  expect(urlsOf({ photos: ['/uploads/now.jpg'], updatedAt })).toEqual(['/uploads/now.jpg'])
})

test.each([
  [undefined, true],
  [{}, true],
  [{ saveData: false, effectiveType: '4g' }, true],
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ saveData: true, effectiveType: '4g' }, false],
])('a connection that says %p may be used ahead of time: %p', (report, may) => {
  expect(mayFetchAhead(report)).toBe(may)
})
