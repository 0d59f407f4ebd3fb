import { expect, test } from 'bun:test'
import { addressHint } from './address-hint'

const NOW = new Date(2026, 10, 21, 12, 0)
const LINK = 'We mail a link there. The address changes once you open the link'

test.each([
  [{ unverified: true }, `${LINK}.`],
  [{ unverified: false }, `${LINK}; the old one is told, and can undo it for 7 days.`],
  [
    { unverified: false, undoUntil: new Date(2026, 10, 27, 15, 10).toISOString() },
    `${LINK}; the old one is told, but until Friday, 3:10 PM only the address before it can undo a change.`,
  ],
  [
    { unverified: false, undoUntil: new Date(2026, 10, 21, 11, 59).toISOString() },
    `${LINK}; the old one is told, and can undo it for 7 days.`,
  ],
])('who can undo another address: %p', (state, words) => expect(addressHint(state, NOW)).toBe(words))
