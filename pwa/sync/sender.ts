import { parseMutation, requestOf } from '#schema/mutations'
import { KEY_HEADER, QUEUED_HEADER, SYNC_USER_HEADER } from '#schema/sync'
import { type HttpAnswer, type HttpRequest, refusalIn } from '../api/http'
import { type LocalDb, type OutboxItem, writeMeta } from '../db/local-db'
import { backoffMs, type Settlement, settleAnswer } from './settle-answer'

/** A holder of the sender's lock gives it back after this long, so that others get their turn. */
export const SLICE_MS = 20_000
const LANES_AT_ONCE = 4

/** What the sender needs from outside; tests drive it with arrays. */
export interface SenderParts {
  db: LocalDb
  userId: number
  call(request: HttpRequest): Promise<HttpAnswer>
  now(): number
  random(): number
  /** False once somebody else has taken the sender's place: then nothing more may be sent. */
  holdsLease(): Promise<boolean>
}

export type SliceEnd = 'empty' | 'waiting' | 'unreachable' | 'paused' | 'lost' | 'more'

/**
 * Sends what is due: lanes side by side, each in order. Only the holder of the sender's lock may call this, so whatever is
 * still marked as being sent was left by one that died and is sent again under the same key.
 */
export async function sendSlice(parts: SenderParts): Promise<SliceEnd> {
  const { db } = parts
  await db.outbox.where('state').equals('sending').modify({ state: 'queued' })
  const waiting = await db.outbox.where('state').equals('queued').sortBy('order')
  if (waiting.length === 0) return 'empty'
  const slice: Slice = { parts, endsAt: parts.now() + SLICE_MS, end: null }
  const lanes = [...Map.groupBy(waiting, (item) => item.lane).values()]
  const workers = Array.from({ length: Math.min(LANES_AT_ONCE, lanes.length) }, async () => {
    for (let lane = lanes.shift(); lane && !slice.end; lane = lanes.shift()) await sendLane(slice, lane)
  })
  await Promise.all(workers)
  if (slice.end) return slice.end
  const left = await db.outbox.where('state').equals('queued').count()
  return left === 0 ? 'empty' : 'waiting'
}

interface Slice {
  parts: SenderParts
  endsAt: number
  /** Set by the first lane that finds that nothing can be sent any more. */
  end: SliceEnd | null
}

async function sendLane(slice: Slice, lane: OutboxItem[]): Promise<void> {
  for (const item of lane) {
    if (slice.end) return
    if (slice.parts.now() > slice.endsAt) {
      slice.end = 'more'
      return
    }
    if (item.readyAt > slice.parts.now()) return
    const settlement = await sendItem(slice.parts, item.opId)
    if (settlement === 'gone') continue
    if (settlement === 'lost') slice.end = 'lost'
    else if (settlement.kind === 'unreachable' || settlement.kind === 'paused') slice.end = settlement.kind
    else if (settlement.kind === 'retry') return
  }
}

async function sendItem(
  { db, userId, call, now, random, holdsLease }: SenderParts,
  opId: string,
): Promise<Settlement | 'gone' | 'lost'> {
  // The payload is read in the very transaction that marks it as sent: an edit comes before or after, never between.
  const item = await db.transaction('rw', db.outbox, db.meta, async () => {
    if (!(await holdsLease())) return 'lost' as const
    const current = await db.outbox.get(opId)
    if (current?.state !== 'queued' || current.userId !== userId) return 'gone' as const
    await db.outbox.update(opId, { state: 'sending', everSent: true, attempts: current.attempts + 1 })
    return current
  })
  if (item === 'lost' || item === 'gone') return item
  const payload = parseMutation(item.kind, item.payload)
  if (payload === null) {
    const error = {
      code: 'validation',
      message: 'This was written by an older version of the app and cannot be sent as it is.',
      status: 0,
    }
    await db.outbox.update(opId, { state: 'attention', error })
    return { kind: 'attention' }
  }
  const { method, path, body } = requestOf(item.kind, payload)
  const answer = await call({
    method,
    path,
    ...(body === undefined ? {} : { body }),
    headers: { [KEY_HEADER]: opId, [SYNC_USER_HEADER]: String(userId), [QUEUED_HEADER]: '1' },
  })
  const refusal = answer.kind === 'answered' && !answer.ok ? refusalIn(answer) : null
  const settlement = settleAnswer(answer, refusal, method === 'DELETE')
  const error =
    refusal && answer.kind === 'answered'
      ? { code: refusal.code, message: refusal.message, status: answer.status }
      : null
  await db.transaction('rw', db.outbox, db.meta, async () => {
    if (settlement.kind === 'acked' && answer.kind === 'answered') {
      await db.outbox.update(opId, { state: 'acked', ackSeq: answer.seq, ackEpoch: answer.epoch, error: null })
    } else if (settlement.kind === 'attention') {
      await db.outbox.update(opId, { state: 'attention', error })
    } else if (settlement.kind === 'retry') {
      await db.outbox.update(opId, {
        state: 'queued',
        error,
        readyAt: now() + (settlement.afterMs ?? backoffMs(item.attempts, random())),
      })
    } else {
      await db.outbox.update(opId, { state: 'queued', attempts: item.attempts })
      if (settlement.kind === 'paused') await writeMeta(db, 'paused', settlement.why)
    }
  })
  return settlement
}
