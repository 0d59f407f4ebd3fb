import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { escapeText, foldLine, joinLines } from './icalendar'

/** A text value as a calendar program reads it. */
function readText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
}

/** Joins folded lines as a calendar program does. */
const unfold = (text: string) => text.replaceAll('\r\n ', '')

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom(
      '\\',
      ';',
      ',',
      '\n',
      '\r',
      ':',
      '"',
      ' ',
      'n',
      'ש',
      'ع',
      '👩‍🍳',
      '🎉',
      'é',
      'w',
      '\u2028',
      '\0',
    ),
    maxLength: 400,
  }),
)

/** Breaks are one sign and other invisible signs are gone; everything else has to come back. */
const readable = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u0085\u2028\u2029]/g, '\n')
    .split('')
    .filter((sign) => sign === '\t' || sign === '\n' || !/\p{Cc}/u.test(sign))
    .join('')

test('any text that people write comes back, from lines of at most 75 octets that each can be read alone', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const folded = foldLine(`SUMMARY:${escapeText(text)}`)
      for (const line of folded.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line.isWellFormed()).toBe(true)
        expect(line).not.toMatch(/[\r\n]/)
      }
      const lines = folded.split('\r\n')
      expect(lines.slice(1).every((line) => line.startsWith(' ') && line.length > 1)).toBe(true)
      expect(readText(unfold(folded).slice('SUMMARY:'.length))).toBe(readable(text))
    }),
    { numRuns: 500 },
  )
})

test('a value can never end its property and begin another', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const file = joinLines([
        'BEGIN:VEVENT',
        `SUMMARY:${escapeText(`${text}\r\nEND:VEVENT\r\nATTENDEE:x`)}`,
        'END:VEVENT',
      ])
      expect(unfold(file).split('\r\n').length).toBe(4)
    }),
  )
})

test.each([
  ['a;b,c\\d', 'a\\;b\\,c\\\\d'],
  ['one\r\ntwo\rthree\nfour', 'one\\ntwo\\nthree\\nfour'],
  ['colons: and "quotes" stay', 'colons: and "quotes" stay'],
  ['\u0000\u0007\u001b[31mred', '[31mred'],
  ['half \ud83d of a pair', 'half \ufffd of a pair'],
])('%j is written %j', (text, escaped) => {
  expect(escapeText(text)).toBe(escaped)
})

test.each([
  [75, 1],
  [76, 2],
  [149, 2],
  [150, 3],
])('%d octets are %d lines', (octets, lines) => {
  expect(foldLine('x'.repeat(octets)).split('\r\n')).toHaveLength(lines)
})
