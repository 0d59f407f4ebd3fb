import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Registration } from '#schema/registration'
import { FORMER_MEMBER } from '#schema/user'
import type { LocalDb } from '../disk/local-db'
import type { ThreadAbout } from '../sync/thread'
import { freshDb } from '../test-support/disk-in-memory'
import { isThreadClosed } from './message-queries'

const ME = 7
const OTHER = 8
let db: LocalDb

beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

/** The deals and the questions of this person and the other side, on either side of them. */
async function hold(mine: string, theirs: string): Promise<ThreadAbout[]> {
  const [asks, owns] = [
    { userId: ME, ownerId: OTHER, sellerId: OTHER, listingId: 5, itemId: null },
    { userId: OTHER, ownerId: ME, sellerId: ME, listingId: 6, itemId: null },
  ]
  const named = (asker: string, owner: string) => ({
    ...{ username: asker, renterUsername: asker, buyerUsername: asker },
    ...{ ownerUsername: owner, sellerUsername: owner },
  })
  const rows = [
    { id: 1, ...asks, ...named(mine, theirs) },
    { id: 2, ...owns, ...named(theirs, mine) },
  ]
  await db.bookings.bulkPut(rows as never[])
  await db.purchases.bulkPut(rows as never[])
  await db.questions.bulkPut(rows as never[])
  const byNumber = (['booking', 'order', 'question'] as const).flatMap((about) => [
    { about, id: 1 },
    { about, id: 2 },
  ])
  return [...byNumber, { about: 'listing', id: 5 }]
}

const closed = (threads: ThreadAbout[]) => Promise.all(threads.map((thread) => isThreadClosed(db, thread, ME)))

test('threads between two people are open', async () => {
  const threads = await hold('rene', 'rosa')
  expect(await closed(threads)).toEqual(threads.map(() => false))
  expect(await closed([{ about: 'listing', id: 9 }])).toEqual([false])
})

test('threads are closed once one side has blocked the other', async () => {
  const threads = await hold('rene', 'rosa')
  await db.personBlocks.put({ id: OTHER, username: null } as never)
  expect(await closed(threads)).toEqual(threads.map(() => true))
})

test('threads with somebody who has closed their account for good are closed', async () => {
  const threads = await hold('rene', FORMER_MEMBER)
  expect(await closed(threads)).toEqual(threads.map(() => true))
})

test('nobody can be called as closed accounts are', () => {
  const { success, error } = Registration.shape.username.safeParse(FORMER_MEMBER)
  expect([success, error?.issues[0]?.message]).toEqual([false, 'A username has no spaces, slashes or @'])
})
