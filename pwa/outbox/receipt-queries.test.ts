import { expect, test } from 'bun:test'
import type { ReceiptRow } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { readReceipts } from './receipt-queries'

test('what was sent beside a press is not listed among the presses, and takes no place there', async () => {
  const db = freshDb()
  const kinds = ['booking.decline', 'draft.save', 'photo.upload', 'draft.save', 'message.send'] as const
  const rows = kinds.map((kind, at) => ({
    opId: `${at}`,
    kind,
    outcome: 'sent',
    title: kind,
    at: `2026-11-24T10:0${at}`,
  }))
  await db.receipts.bulkAdd(rows as unknown as ReceiptRow[])
  expect((await readReceipts(db, 2)).map(({ kind }) => kind)).toEqual(['message.send', 'booking.decline'])
  await db.delete()
})
