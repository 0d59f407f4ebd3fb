import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import type { DeviceDraft } from '../drafts/draft-of'
import { addressDraft } from '../drafts/settings-drafts'
import { boardDraft } from '../inspiration/boards/board-draft'
import { putBoard } from '../inspiration/boards/put-board'
import { sendMessage } from '../messages/send-message'
import { profileDraft } from '../people/profile-draft'
import { saveProfile } from '../people/save-profile'
import { putReview } from '../reviews/put-review'
import { reviewDraft } from '../reviews/review-drafts'
import { SyncEngine } from '../sync/engine'
import { freshDb } from '../test-support/disk-in-memory'
import { discardWrite, rewriteMessage, undoDiscard } from './waiting-write'

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

async function said(content: string, changes: Partial<OutboxItem> = {}): Promise<OutboxItem> {
  await sendMessage(engine, { about: 'booking', id: 77 }, { other: 'rosa', title: 'Plates' }, content)
  const item = (await line()).at(-1) as OutboxItem
  await db.outbox.update(item.opId, changes)
  return { ...item, ...changes }
}
const line = () => db.outbox.orderBy('order').toArray()
const words = async () => (await line()).map(({ payload }) => (payload as { content: string }).content)
const nameOf = ({ payload }: OutboxItem) => (payload as { clientId: string }).clientId

describe('a message that waits is written anew', () => {
  const REFUSED = {
    state: 'attention',
    everSent: true,
    error: { code: 'validation', message: 'No', status: 400 },
  } as const

  test('in its place in line', async () => {
    const first = await said('See you at sxi')
    await said('Bye')
    expect(await rewriteMessage(engine, first.opId, 'See you at six')).toBe(true)
    expect(await words()).toEqual(['See you at six', 'Bye'])
  })

  test('after it was refused: under another key, because the server remembers what it answered to the first', async () => {
    const refused = await said('too long', REFUSED)
    await rewriteMessage(engine, refused.opId, 'short')
    const [item] = (await line()) as [OutboxItem]
    expect(item).toMatchObject({ state: 'queued', everSent: false, error: null, order: refused.order })
    expect([item.opId === refused.opId, nameOf(item) === nameOf(refused)]).toEqual([false, true])
  })

  test('and goes by itself from then on, if the answer was refused that it had waited for', async () => {
    const waiting = await said('Lent otu', { after: 'an answer' })
    const stayed = await said('Lent otu', { ...REFUSED, after: 'an answer' })
    for (const { opId } of [waiting, stayed]) await rewriteMessage(engine, opId, 'Lent out')
    expect((await line()).map(({ after }) => after)).toEqual(['an answer', undefined])
  })

  test('after a try whose answer was lost: as a message of its own, so that the new words arrive whatever became of it', async () => {
    const tried = await said('sxi', { everSent: true, attempts: 1 })
    await rewriteMessage(engine, tried.opId, 'six')
    const [item] = (await line()) as [OutboxItem]
    expect([item.opId === tried.opId, nameOf(item) === nameOf(tried)]).toEqual([false, false])
    expect(await words()).toEqual(['six'])
  })

  test.each(['sending', 'acked'] as const)('not while it is %s', async (state) => {
    const { opId } = await said('six', { state, everSent: true })
    expect(await rewriteMessage(engine, opId, 'seven')).toBe(false)
    expect(await words()).toEqual(['six'])
  })
})

describe('a form that was left over an edit that is discarded shows what stands and what was typed: that of', () => {
  const KEY = '22222222-2222-4222-8222-222222222222'
  const DEAL = { about: 'booking', id: 77 } as const
  const event = (name: string, place: string | null = null) => ({ name, eventDate: null, place, guests: 12 })
  const review = (content: string, stars = 4) => ({ stars, points: [], content })
  const profile = (description: string, photoUrl = '') => ({ description, photo: null, photoUrl })
  const address = (street: string) => ({ street, city: 'Queens', state: 'NY', zipCode: '11101' })

  interface Left<Values extends object = object> {
    draft: DeviceDraft<Values>
    save: () => Promise<unknown>
    left: Values
    found: Values
  }
  const form = <Values extends object>(name: string, left: Left<Values>): [string, Left] => [
    name,
    left as unknown as Left,
  ]

  test.each([
    form('a board in which the place was typed', {
      draft: boardDraft(KEY),
      save: () => putBoard(engine, event('Mine'), KEY, event('Ana')),
      left: { values: event('Mine', 'The barn'), seen: event('Mine') },
      found: { values: event('Ana', 'The barn'), seen: event('Ana') },
    }),
    form('a board whose name was typed over', {
      draft: boardDraft(KEY),
      save: () => putBoard(engine, event('Mine'), KEY, event('Ana')),
      left: { values: event('Ours'), seen: event('Mine') },
      found: { values: event('Ours'), seen: event('Ana') },
    }),
    form('a review that nobody had written before', {
      draft: reviewDraft(DEAL),
      save: () => putReview(engine, { ...DEAL, ...review('Clean.'), seen: review('', 0) }),
      left: { ...review('Clean, but late.'), seen: review('Clean.') },
      found: { ...review('Clean, but late.', 0), seen: review('', 0) },
    }),
    form('a profile that had no description', {
      draft: profileDraft,
      save: () => saveProfile(engine, { description: 'Plates', seen: { description: null } }),
      left: { base: profile('Plates'), values: profile('Plates and lights') },
      found: { base: profile(''), values: profile('Plates and lights') },
    }),
    form('a profile whose photo alone was chosen', {
      draft: profileDraft,
      save: () => saveProfile(engine, { description: 'Plates', seen: { description: 'Cups' } }),
      left: { base: profile('Plates'), values: profile('Plates', 'https://photos.example.com/me.jpg') },
      found: { base: profile('Cups'), values: profile('Cups', 'https://photos.example.com/me.jpg') },
    }),
    form('an address', {
      draft: addressDraft,
      save: () => engine.submit('address.save', { ...address('2 Main St'), seen: address('1 Main St') }),
      left: { ...address('3 Main St'), seen: address('2 Main St') },
      found: { ...address('3 Main St'), seen: address('1 Main St') },
    }),
    form('a board that was typed in before the edit', {
      draft: boardDraft(KEY),
      save: () => putBoard(engine, event('Mine'), KEY, event('Ana')),
      left: { values: event('Ours'), seen: event('Ana') },
      found: { values: event('Ours'), seen: event('Ana') },
    }),
  ])('%s', async (_, { draft, save, left, found }) => {
    await save()
    await draft.save(db, left)
    const kept = await db.drafts.toArray()
    const [{ opId } = { opId: '' }] = await line()
    const discarded = await discardWrite(engine, opId)
    expect(await draft.read(db)).toEqual(found)
    if (discarded) await undoDiscard(engine, discarded)
    expect(await db.drafts.toArray()).toEqual(kept)
  })
})
