import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { keepText, readKeptText } from '../drafts/kept-text'
import { noteUnsavedEdit, readUnsavedEdit } from '../drafts/unsaved-edits'
import { rewriteDraftId } from '../sync/thread'
import { freshDb } from '../test-support/disk-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { adoptDraft } from './adopted-draft'

const ASKER = 7
const ASKED = 'message:listing:5'
const NUMBERED = 'message:question:3'
const BOX = 'message:12'
const OFFER = { about: 'booking', id: 12 } as const
let db: LocalDb

beforeEach(async () => {
  installNotes(new NotesInMemory())
  db = freshDb()
  await db.bookings.put({ id: 12, listingId: 5, userId: ASKER, status: 'pending', _q: 1 } as never)
})
afterEach(async () => {
  await db.delete()
  installNotes(undefined)
})

const kept = async () => [await readKeptText(db, BOX), await readKeptText(db, ASKED)]

test.each([
  ['', 'Then we come at', 'Then we come at'],
  ['Hello', 'Then we come at', 'Hello\nThen we come at'],
  ['Then we come at nine', 'Then we come at', 'Then we come at nine'],
  ['Hello', '', 'Hello'],
  ['Not sure', 'No', 'Not sure\nNo'],
  ['At 5:30, I know', 'At 5', 'At 5:30, I know\nAt 5'],
  ['Is it gold? No', 'No', 'Is it gold? No'],
  ['Yes\nNo\nMaybe', 'No', 'Yes\nNo\nMaybe'],
  ['Then we\ncome at nine', 'Then we come ', 'Then we\ncome at nine'],
])('the offer’s box holds %j, the question’s %j: it goes on with %j', async (before, words, after) => {
  await keepText(db, BOX, before)
  await keepText(db, ASKED, words)
  await adoptDraft(db, OFFER, ASKER)
  expect(await kept()).toEqual([after, ''])
})

test('two pages that open the thread at once move the words once, and so do words that are written again', async () => {
  await keepText(db, ASKED, 'Then we come at')
  await Promise.all([adoptDraft(db, OFFER, ASKER), adoptDraft(db, OFFER, ASKER)])
  await keepText(db, ASKED, 'Then we come at')
  await adoptDraft(db, OFFER, ASKER)
  expect(await kept()).toEqual(['Then we come at', ''])
})

test('the last words before a page was closed, noted beside the disk, move too', async () => {
  noteUnsavedEdit(db.name, ASKED, { at: new Date().toISOString(), state: 'Then we come at nine' })
  await adoptDraft(db, OFFER, ASKER)
  expect(await kept()).toEqual(['Then we come at nine', ''])
  expect(readUnsavedEdit(db.name, ASKED)).toBeNull()
})

test('words that lie in the box of an offer that was never sent go on in that of the listing', async () => {
  await db.bookings.update(12, { status: 'expired', statusReason: 'not_confirmed' } as never)
  await keepText(db, BOX, 'Is there a ramp?')
  await adoptDraft(db, { about: 'listing', id: 5 }, ASKER)
  expect(await kept()).toEqual(['', 'Is there a ramp?'])
})

test('words that an asker typed under the number of the question go on in the box of the listing, and in that of the offer', async () => {
  await db.questions.put({ id: 3, listingId: 5, itemId: null, userId: ASKER, ownerId: 8, _q: 1 } as never)
  await keepText(db, NUMBERED, 'Is there a ramp?')
  await adoptDraft(db, { about: 'listing', id: 5 }, ASKER)
  expect([await readKeptText(db, ASKED), await readKeptText(db, NUMBERED)]).toEqual(['Is there a ramp?', ''])
  await keepText(db, NUMBERED, 'And a lift?')
  await adoptDraft(db, OFFER, ASKER)
  expect(await kept()).toEqual(['Is there a ramp?\nAnd a lift?', ''])
  expect(await readKeptText(db, NUMBERED)).toBe('')
})

test.each([
  ['a run-out offer that was never sent', { status: 'pending', paymentState: 'unconfirmed' }],
  ['an offer that ended unsent', { status: 'expired', statusReason: 'not_confirmed', paymentState: 'released' }],
])('words of a question stay where they are beside %s', async (_, standing) => {
  await db.questions.put({ id: 3, listingId: 5, itemId: null, userId: ASKER, ownerId: 8, _q: 1 } as never)
  await db.bookings.put({ id: 12, listingId: 5, userId: ASKER, ...standing, _q: 1 } as never)
  await keepText(db, ASKED, 'Is there a ramp?')
  await keepText(db, NUMBERED, 'And a lift?')
  await adoptDraft(db, OFFER, ASKER)
  expect([...(await kept()), await readKeptText(db, NUMBERED)]).toEqual(['', 'Is there a ramp?', 'And a lift?'])
})

test.each([
  ['unpaid', ['Is it gold?', '']],
  ['failed', ['Is it gold?', '']],
  ['refunded', ['', 'Is it gold?']],
])('words of a question beside an order that was cancelled %s', async (paymentState, after) => {
  await db.purchases.put({ id: 3, itemId: 5, userId: ASKER, status: 'cancelled', paymentState, _q: 1 } as never)
  await keepText(db, 'message:item:5', 'Is it gold?')
  await adoptDraft(db, { about: 'order', id: 3 }, ASKER)
  expect([await readKeptText(db, 'message:item:5'), await readKeptText(db, 'message:order:3')]).toEqual(after)
})

test('other words for a message go into the box once it waits no more, on whichever lane it stood, and stay where they are until then', async () => {
  await keepText(db, BOX, 'See you')
  const waiting = crypto.randomUUID()
  await db.outbox.add({ opId: waiting, lane: 'thread:12', state: 'queued', order: 1 } as never)
  await keepText(db, rewriteDraftId('thread:12', waiting), 'At eight')
  await keepText(db, rewriteDraftId('thread:12', 'arrived'), 'At nine')
  await keepText(db, rewriteDraftId('thread:123', 'elsewhere'), 'Not here')
  noteUnsavedEdit(db.name, rewriteDraftId('thread:listing:5', 'moved'), {
    at: new Date().toISOString(),
    state: 'With two',
  })
  await adoptDraft(db, OFFER, ASKER)
  await adoptDraft(db, OFFER, ASKER)
  expect((await readKeptText(db, BOX)).split('\n').toSorted()).toEqual(['At nine', 'See you', 'With two'])
  expect(await readKeptText(db, rewriteDraftId('thread:12', waiting))).toBe('At eight')
  await db.outbox.update(waiting, { state: 'acked' })
  await adoptDraft(db, OFFER, ASKER)
  expect(await readKeptText(db, BOX)).toContain('At eight')
  expect((await db.drafts.toCollection().primaryKeys()).toSorted()).toEqual([BOX, 'rewrite:123:elsewhere'])
})
