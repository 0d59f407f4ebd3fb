import { routes } from '#schema/routes'
import { KEY_HEADER, PUSH_MAX, SYNC_USER_HEADER } from '#schema/sync-scopes'
import { type BenchRow, inTurn } from '../../../server/test-support/bench/bench-rounds'
import { LocalDb } from '../../disk/local-db'
import { httpCall } from '../../sync/http'
import { enqueue } from '../../sync/outbox'
import { sendSlice } from '../../sync/sender'
import { count, timed } from './timing'

/** The person who is signed in, and posts to like, one id after the other: half for the product, half for the yardstick. */
export interface Likes {
  userId: number
  firstPostId: number
  posts: number
}

/** Sends likes that were kept without a signal, against the same calls written by hand without keeping anything. */
export async function benchFlush({ userId, firstPostId, posts }: Likes, rounds: number): Promise<BenchRow> {
  const halfFrom = (first: number) => Array.from({ length: posts / 2 }, (_, nth) => first + nth)
  const [mine, others] = [halfFrom(firstPostId), halfFrom(firstPostId + posts / 2)]
  const db = new LocalDb(`bench-${crypto.randomUUID()}`)
  await db.open()
  const pressed = { ours: false, theirs: false }
  const ours = async () => {
    pressed.ours = !pressed.ours
    await db.outbox.clear()
    await db.transaction('rw', db.outbox, async () => {
      for (const postId of mine) await enqueue(db, userId, 'post.like', { postId, on: pressed.ours }, Date.now())
    })
    const ms = await timed(() => flush(db, userId))
    if ((await db.outbox.where('state').equals('acked').count()) < mine.length) throw new Error('Not all were taken')
    return ms
  }
  const theirs = async () => {
    pressed.theirs = !pressed.theirs
    return timed(() => pushByHand(userId, others, pressed.theirs))
  }
  const times = await inTurn(rounds, ours, theirs)
  await db.delete()
  const yardstick = `the same by hand, ${count(PUSH_MAX)} in a request`
  return { what: `send ${count(mine.length)} waiting likes`, ...times, yardstick, aim: 1.5 }
}

async function flush(db: LocalDb, userId: number): Promise<void> {
  const send = () =>
    sendSlice({
      db,
      task: 'sender',
      userId,
      call: httpCall,
      now: Date.now,
      random: Math.random,
      holdsLease: async () => true,
      onRefused: (opId) => {
        throw new Error(`${opId} was refused`)
      },
    })
  let end = await send()
  while (end === 'more') end = await send()
  if (end !== 'empty') throw new Error(`The likes were not sent: ${end}`)
}

async function pushByHand(userId: number, postIds: number[], on: boolean): Promise<void> {
  const { method, path } = routes.push
  for (let start = 0; start < postIds.length; start += PUSH_MAX) {
    const writes = postIds
      .slice(start, start + PUSH_MAX)
      .map((id) => ({ key: crypto.randomUUID(), call: on ? 'likePost' : 'unlikePost', id }))
    const headers = {
      'content-type': 'application/json',
      [SYNC_USER_HEADER]: String(userId),
      [KEY_HEADER]: crypto.randomUUID(),
    }
    const answer = await fetch(path, { method, headers, body: JSON.stringify({ writes }) })
    const { answers } = (await answer.json()) as { answers: { status: number }[] }
    if (answers.some(({ status }) => status >= 300)) throw new Error('The server refused a like')
  }
}
