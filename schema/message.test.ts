import { expect, test } from 'bun:test'
import { canTalk, NewMessage } from '#schema/message'

test('a message is trimmed and keeps its lines', () => {
  expect(NewMessage.parse({ content: '  Hi Rosa,\n\nשלום 🎉  ' })).toEqual({ content: 'Hi Rosa,\n\nשלום 🎉' })
})

test.each([
  [{}, 'Message cannot be empty'],
  [{ content: '' }, 'Message cannot be empty'],
  [{ content: ' \n\t ' }, 'Message cannot be empty'],
  [{ content: '\u200b\u2060' }, 'Message cannot be empty'],
  [{ content: 7 }, 'Message cannot be empty'],
  [{ content: 'x'.repeat(4001) }, 'Please keep a message under 4,000 characters'],
])('%j is refused', (input, message) => {
  expect(NewMessage.safeParse(input).error?.issues[0]?.message).toBe(message)
})

test.each([
  { clientId: 'not-a-uuid' },
  { composedAt: 'yesterday' },
  { composedAt: `2026-12-01T16:00:00.${'0'.repeat(40)}Z` },
  { bookingId: 1.5 },
])('%j is refused', (further) => {
  expect(NewMessage.safeParse({ content: 'Hi', ...further }).success).toBe(false)
})

test('only the two sides talk, and nobody writes before the owner sees the offer', () => {
  const booking = { userId: 1, ownerId: 2, visibleToOwner: true }
  const unseen = { ...booking, visibleToOwner: false }
  expect([1, 2, 3].map((id) => canTalk({ id }, booking))).toEqual([true, true, false])
  expect([1, 2, 3].map((id) => canTalk({ id }, unseen))).toEqual([false, false, false])
})
