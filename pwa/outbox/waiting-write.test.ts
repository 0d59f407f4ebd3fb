import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { sendMessage } from '../messages/send-message'
import { SyncEngine } from '../sync/engine'
import { freshDb } from '../test-support/disk-in-memory'
import { rewriteMessage } from './waiting-write'

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
