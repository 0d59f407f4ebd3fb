import { expect, test } from 'bun:test'
import { type Endpoint, endpoints } from '#schema/endpoints'
import { fillPath, laneOf, type MutationName, mutationKinds, parseMutation, requestOf } from '#schema/mutations'

const MESSAGE = {
  bookingId: 7,
  content: 'Hi Rosa',
  clientId: '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7aff',
  composedAt: '2026-12-01T17:00:00.000Z',
}
const SAMPLES: { [Name in MutationName]: unknown[] } = {
  'message.send': [MESSAGE],
  'post.like': [
    { postId: 3, on: true },
    { postId: 3, on: false },
  ],
  'post.save': [
    { postId: 3, on: true },
    { postId: 3, on: false },
  ],
  'booking.decline': [{ bookingId: 7 }],
}
const names = Object.keys(mutationKinds) as MutationName[]

test.each(names)('%s is carried by a call that may wait, and fits it', (name) => {
  expect(SAMPLES[name].length).toBeGreaterThan(0)
  for (const sample of SAMPLES[name]) {
    const payload = parseMutation(name, sample)
    if (!payload) throw new Error(`${name} does not take its own sample`)
    const { method, path, body } = requestOf(name, payload)
    const match = (Object.values(endpoints) as Endpoint[]).filter(
      (endpoint) => endpoint.method === method && new RegExp(`^${endpoint.path.replace(/:\w+/g, '\\d+')}$`).test(path),
    )
    expect(match.map((endpoint) => endpoint.offline)).toEqual(['queueable'])
    expect(match[0]?.body?.safeParse(body).success ?? body === undefined).toBe(true)
    expect(laneOf(name, payload)).toMatch(/^[a-z]+:\d+$/)
  }
})

test('the requests are these', () => {
  expect(requestOf('message.send', MESSAGE)).toEqual({
    method: 'POST',
    path: '/api/bookings/7/messages',
    body: MESSAGE,
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

test('of likes the last word counts, of messages every one', () => {
  expect(names.filter((name) => !mutationKinds[name].lastWordWins)).toEqual(['message.send'])
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
