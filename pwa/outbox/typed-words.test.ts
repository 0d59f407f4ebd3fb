import { expect, test } from 'bun:test'
import { typedWords } from './typed-words'

test.each([
  [{ bookingId: 7, content: 'See you at six' }, 'See you at six'],
  [{ title: 'Dusk', description: 'Lights', alt: null, tags: ['lights'] }, 'Dusk\nLights'],
  [{ postId: 3, on: true }, null],
  [{ key: 'k', fields: { title: { value: 'Forty plates', at: '2026-12-01' }, price: { value: 5 } } }, 'Forty plates'],
  [{ name: 'Ana’s 40th', place: 'The barn', guests: 40 }, 'Ana’s 40th\nThe barn'],
  [{ kind: 'listing', id: 3, reason: 'scam', words: 'It is mine' }, 'It is mine'],
  [{ title: 'Plates', terms: 'No candles', pickupNote: 'The blue door' }, 'Plates\nNo candles\nThe blue door'],
  [{ startDate: '2026-12-01', reason: 'Holiday' }, 'Holiday'],
  [{ title: ' ', description: null }, null],
  [null, null],
])('%o', (payload, words) => expect(typedWords({ payload })).toBe(words))
