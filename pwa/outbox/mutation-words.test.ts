import { describe, expect, test } from 'bun:test'
import type { MutationName } from '../disk/mutations'
import { type KnownThings, mutationWords } from './mutation-words'

const known: KnownThings = {
  booking: (id) => (id === 7 ? { other: 'Rosa', title: 'Gold plates' } : undefined),
  itemTitle: (id: number) => (id === 9 ? 'Place cards' : undefined),
  order: () => undefined,
  question: (id) => (id === 5 ? { other: 'Rene', title: 'Gold plates' } : undefined),
  listingTitle: (id: number) => (id === 12 ? 'Forty plates' : undefined),
  postTitle: (id) => (id === 3 ? 'Rooftop at dusk' : undefined),
}
const message = { content: 'Hello', clientId: crypto.randomUUID(), composedAt: '2026-11-21T14:02:00.000Z' }

const id = crypto.randomUUID()
const post = { title: 'Dusk', description: 'Lights', tags: ['lights'], photo: { blobId: id } }

const table: [MutationName, unknown, string, string | null, string | null][] = [
  ['message.send', { ...message, bookingId: 7 }, 'Message to Rosa about “Gold plates”', 'Hello', '/offers?thread=7'],
  ['message.send', { ...message, bookingId: 8 }, 'Message about an offer', 'Hello', '/offers?thread=8'],
  [
    'question.ask',
    { ...message, about: 'item', id: 9, other: 'Mira', title: 'Place cards' },
    'Message to Mira about “Place cards”',
    'Hello',
    '/made-to-order/9?messages=1',
  ],
  [
    'question.message',
    { ...message, questionId: 5 },
    'Message to Rene about “Gold plates”',
    'Hello',
    '/inbox?thread=5',
  ],
  ['question.message', { ...message, questionId: 6 }, 'Message about a question', 'Hello', '/inbox?thread=6'],
  ['post.like', { postId: 3, on: true }, 'Like “Rooftop at dusk”', null, '/inspiration/3'],
  ['post.like', { postId: 3, on: false }, 'Take back your like of “Rooftop at dusk”', null, '/inspiration/3'],
  ['post.save', { postId: 4, on: true }, 'Save a post', null, '/inspiration/4'],
  ['post.save', { postId: 3, on: false }, 'Remove from your saved posts: “Rooftop at dusk”', null, '/inspiration/3'],
  ['booking.decline', { bookingId: 7 }, 'Decline Rosa’s offer for “Gold plates”', null, '/offers?tab=received'],
  ['booking.decline', { bookingId: 8 }, 'Decline an offer', null, '/offers?tab=received'],
  ['photo.upload', { blobId: id }, 'A photo', null, null],
  ['post.create', { ...post, clientId: id }, 'Share “Dusk”', 'Lights', '/inspiration'],
  ['post.change', { ...post, postKey: '3', postId: 3 }, 'Change “Dusk”', 'Lights', '/inspiration/3'],
  ['post.delete', { postKey: '3', postId: 3 }, 'Delete “Rooftop at dusk”', null, '/inspiration/3'],
  ['board.delete', { key: id }, 'Delete a board', null, '/inspiration?tab=saved'],
  [
    'board.put',
    { key: id, name: 'Ana’s 40th', eventDate: null, place: 'The barn', guests: 40 },
    'Board “Ana’s 40th”',
    'The barn',
    '/inspiration?tab=saved',
  ],
  [
    'board.thing',
    { key: id, thing: { kind: 'listing', id: 12, pieces: 0 } },
    'Take off a board: “Forty plates”',
    null,
    '/listings/12',
  ],
  ['board.pin', { key: id, postId: 3, on: true }, 'Put on a board: “Rooftop at dusk”', null, '/inspiration/3'],
  ['message.send', { text: 'from long ago' }, 'A change made in an older version', null, null],
  ['message.pin' as never, { id: 5 }, 'A change made in an older version', null, null],
]

describe('a write in words', () => {
  for (const [name, payload, title, text, to] of table)
    test(`${name}: ${title}`, () => expect(mutationWords(name, payload, known)).toEqual({ title, text, to }))
})
