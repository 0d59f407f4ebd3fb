import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { autosaveOf } from '../../drafts/autosave'
import { keptText, readKeptText } from '../../drafts/kept-text'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { declineDraftId, declineOffer, undoDecline } from './decline-offer'

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ kind }) => kind)
const reasonOf = (bookingId: number) => readKeptText(db, declineDraftId(bookingId))

test('a reason is kept as it is typed, and its draft ends with the answer; that of another offer stays', async () => {
  for (const bookingId of [3, 4])
    await autosaveOf(db, keptText(db, declineDraftId(bookingId))).keep('They are lent to my sister that day.')
  expect(await reasonOf(3)).toBe('They are lent to my sister that day.')
  await declineOffer(engine, 3, 'They are lent to my sister that day.')
  expect(await line()).toEqual(['booking.decline', 'message.send'])
  const [answer, words] = await db.outbox.orderBy('order').toArray()
  expect(words?.after).toBe(answer?.opId)
  expect([await reasonOf(3), await reasonOf(4)]).toEqual(['', 'They are lent to my sister that day.'])
})

test('an answer without a reason ends the draft too, and says nothing', async () => {
  await autosaveOf(db, keptText(db, declineDraftId(3))).keep(' ')
  await declineOffer(engine, 3, '')
  expect([await line(), await reasonOf(3)]).toEqual([['booking.decline'], ''])
})

test('a decline that is taken back leaves its reason as a draft', async () => {
  const opIds = await declineOffer(engine, 3, 'Lent out')
  expect(await undoDecline(engine, 3, opIds, 'Lent out')).toBe(true)
  expect([await line(), await reasonOf(3)]).toEqual([[], 'Lent out'])
})

test('a decline that is on its way keeps its reason behind it', async () => {
  const opIds = await declineOffer(engine, 3, 'Lent out')
  await db.outbox.update(opIds[0] ?? '', { state: 'sending', everSent: true })
  expect(await undoDecline(engine, 3, opIds, 'Lent out')).toBe(false)
  expect(await line()).toEqual(['booking.decline', 'message.send'])
})
