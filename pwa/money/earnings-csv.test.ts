import { expect, test } from 'bun:test'
import type { Transaction } from '#schema/earnings'
import { earningsCsv } from './earnings-csv'

const line = (change: Partial<Transaction>): Transaction => ({
  id: 1,
  type: 'rental',
  listing: 'Lanterns',
  bookingId: 5,
  purchaseId: null,
  totalAmount: 7350,
  fee: 0,
  status: 'pending',
  dueAt: null,
  heldBecause: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  ...change,
})

/** Reads a file as RFC 4180 says, so that the test does not trust the writer. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]]
  let rest = csv
  while (rest !== '') {
    const [, inQuotes, plain = '', end = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? []
    if (end === '') throw new Error(`Not RFC 4180: ${rest}`)
    rows.at(-1)?.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'))
    rest = rest.slice((inQuotes === undefined ? plain.length : inQuotes.length + 2) + end.length)
    if (end === '\r\n' && rest !== '') rows.push([])
  }
  return rows
}
const cells = (lines: Transaction[]) => parse(earningsCsv(lines).slice(1)).slice(1)
const titleOf = (listing: string) => cells([line({ listing })])[0]?.[3]

test('it is UTF-8 with its mark, one line per amount behind a header, the oldest first', () => {
  const csv = earningsCsv([
    line({ id: 2, type: 'refund', totalAmount: -3675, status: 'available', createdAt: '2026-11-22T09:30:00.000Z' }),
    line({ id: 1, fee: 735, dueAt: '2026-11-30T04:59:00.000Z', heldBecause: 'claim' }),
  ])
  expect([...new TextEncoder().encode(csv).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(csv.slice(1)).toBe(
    [
      'Number,Date (UTC),Type,Listing,Offer,Amount (USD),Platform fee (USD),Status,Yours on (UTC),Held because',
      '1,2026-11-21T12:00:00.000Z,Rental,Lanterns,5,73.50,7.35,Pending,2026-11-30T04:59:00.000Z,Damage claim',
      '2,2026-11-22T09:30:00.000Z,Refund,Lanterns,5,-36.75,0.00,Available,,',
      '',
    ].join('\r\n'),
  )
})

test.each([
  'Plates, forty',
  'The "good" plates',
  'Two\nlines',
  'Two\r\nlines, "quoted"',
  'شمعدان 🕯️',
  "Rosa's lanterns",
  'a'.repeat(300),
])('a title comes out as it went in: %j', (title) => expect(titleOf(title)).toBe(title))

test.each([
  '=HYPERLINK("https://evil.example","Click")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u00a0=1',
  '\u200b=1',
  '＝1',
  '＋1',
  '|cmd',
  '%0A=1',
])('a title that begins like a formula is a text: %j', (title) => expect(titleOf(title)).toBe(`'${title}`))

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [100_000, '1000.00'],
  [-123_456, '-1234.56'],
])('%p cents are %p, a number', (totalAmount, words) => expect(cells([line({ totalAmount })])[0]?.[5]).toBe(words))

test('nothing earned is a header alone', () => expect(cells([])).toEqual([]))
