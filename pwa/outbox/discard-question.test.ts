import { expect, test } from 'bun:test'
import { discardQuestion } from './discard-question'

const photo = () => ({ blobId: crypto.randomUUID() })
const post = { title: 'Dusk', description: null, alt: null, tags: [], links: [], clientId: crypto.randomUUID() }
const handover = { bookingId: 7, moment: 'pickup', checks: [], note: null, composedAt: '2026-11-21T14:02:00.000Z' }
const HERE = { state: 'queued', everSent: false } as const
const TRIED = { state: 'queued', everSent: true } as const
const REFUSED = { state: 'attention', everSent: true } as const

test.each([
  ['message.send', {}, HERE, 'Discard this?'],
  ['message.send', {}, REFUSED, 'Discard this?'],
  ['message.send', {}, TRIED, 'Discard this? It may have arrived already. What arrived stays there.'],
  ['post.create', { ...post, photo: photo() }, HERE, 'Discard this and its photo?'],
  [
    'post.create',
    { ...post, photo: photo() },
    TRIED,
    'Discard this and its photo? It may have arrived already. What arrived stays there.',
  ],
  ['handover.put', { ...handover, photos: [photo(), photo()] }, HERE, 'Discard this and its 2 photos?'],
  ['listing.create', {}, REFUSED, 'Discard this? Your draft stays.'],
] as const)('%s %o %o: %s', (kind, payload, state, words) => {
  expect(discardQuestion({ kind, payload, ...state })).toBe(words)
})
