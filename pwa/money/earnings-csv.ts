import type { Transaction } from '#schema/earnings'
import { STATUS_WORDS, typeWord } from './transaction-words'

/** Without it spreadsheets take the file for something else than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const HEADER = [
  'Number',
  'Date (UTC)',
  'Type',
  'Listing',
  'Offer',
  'Amount (USD)',
  'Platform fee (USD)',
  'Status',
  'Yours on (UTC)',
  'Held because',
]
const HELD = {
  claim: 'Damage claim',
  payout_account: 'No payout account',
  dispute: 'Asked back by a bank',
  operator: 'Held by an operator',
  not_arrived: 'Did not arrive',
  new_seller: 'First payouts of a new seller',
  payout_limit: 'Limit of a day',
} as const

/** A person's earnings as a file for spreadsheets: RFC 4180, in UTF-8 with its mark, oldest line first. */
export function earningsCsv(lines: readonly Transaction[]): string {
  const rows = lines
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id)
    .map((line) => [
      String(line.id),
      textCell(line.createdAt),
      typeWord(line),
      textCell(line.listing),
      line.bookingId === null ? '' : String(line.bookingId),
      dollars(line.totalAmount),
      dollars(line.fee),
      STATUS_WORDS[line.status].word,
      textCell(line.dueAt ?? ''),
      line.heldBecause === null ? '' : HELD[line.heldBecause],
    ])
  return BYTE_ORDER_MARK + [HEADER, ...rows].map((row) => row.map(quoted).join(',') + LINE_END).join('')
}

/**
 * Words that somebody else may have chosen, such as a title: a spreadsheet would run one that begins like a formula, also
 * behind spaces and in full-width letters. The apostrophe makes it a text.
 */
function textCell(text: string): string {
  return /^[\s\p{Cf}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}

/** '-73.50': plain digits, which spreadsheets can add up. */
function dollars(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
