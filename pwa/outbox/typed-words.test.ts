import { expect, test } from 'bun:test'
import { typedWords } from './typed-words'

test.each([
  [{ bookingId: 7, content: 'See you at six' }, 'See you at six'],
  [{ title: 'Dusk', description: 'Lights', alt: null, tags: ['lights'] }, 'Dusk\nLights'],
  [{ postId: 3, on: true }, null],
  [{ key: 'k', fields: { title: { value: 'Forty plates', at: '2026-12-01' }, price: { value: 5 } } }, 'Forty plates'],
  [{ title: ' ', description: null }, null],
  [null, null],
])('%o', (payload, words) => expect(typedWords({ payload })).toBe(words))
