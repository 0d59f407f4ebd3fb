import type { ErrorBody } from '#schema/errors'
import { routes } from '#schema/routes'
import { PushAnswer } from '#schema/sync'
import { type BatchedCall, KEY_HEADER, MARK_HEADER, PUSH_MAX, QUEUED_HEADER } from '#schema/sync-scopes'
import { keptUploadPath, Uploaded } from '#schema/upload'
import { identityOf } from '../disk/account-identity'
import { type LocalDb, type OutboxItem, readMeta, writeMeta } from '../disk/local-db'
import { batchedCallOf, goesInTurn, laneOf, mutationKinds, Numbered, parseMutation } from '../disk/mutations'
import { pendingOf } from '../disk/pending-of'
import { neededPhotos } from '../drafts/kept-photos'
import { accountHeaders } from './account-headers'
import { holdBackSending, isHeldBack } from './held-back'
import { type HttpAnswer, type HttpRequest, refusalIn } from './http'
import { sendPhotosAgain } from './outbox'
import { outgoingOf, PHOTO_LOST } from './outgoing'
import { isCertainlyHere } from './overlay'
import { moveToDeal } from './question-threads'
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
  /** Hears of a write that the server will not take, once that is on disk. */
  onRefused(opId: string): void
}

export type SliceEnd = 'empty' | 'waiting' | 'unreachable' | 'paused' | 'lost' | 'more'

/**
 * Sends what is due: lanes side by side, each in order. Only the holder of the sender's lock may call this, so whatever is
 * still marked as being sent was left by one that died and is sent again under the same key.
 */
export async function sendSlice(given: SenderParts): Promise<SliceEnd> {
  const { db } = given
  const parts = { ...given, mark: (await readMeta<string>(db, 'mark')) ?? '' }
  await db.outbox.where('state').equals('sending').modify({ state: 'queued' })
  if (await isHeldBack(db, parts.now())) return 'waiting'
  const slice: Slice = {
    parts,
    endsAt: parts.now() + SLICE_MS,
    end: null,
    confirmed: 0,
    fellBehind: false,
    behind: new Set(),
    oneByOne: false,
  }
  // A write that arrives, or falls behind, lets go of those that were waiting for it: then look again.
  do {
    slice.confirmed = 0
    slice.fellBehind = false
    await sendLanes(slice, await db.outbox.where('state').equals('queued').sortBy('order'))
  } while ((slice.confirmed > 0 || slice.fellBehind) && !slice.end)
  if (slice.end) return slice.end
  const left = await db.outbox.where('state').equals('queued').count()
  return left === 0 ? 'empty' : 'waiting'
}

async function sendLanes(slice: Slice, waiting: OutboxItem[]): Promise<void> {
  const lanes = [...Map.groupBy(waiting, (item) => item.lane).values()]
  const all = lanes.filter(([first]) => first && !slice.behind.has(first.lane))
  const together = slice.oneByOne ? [] : firstOnes(slice, all)
  for (let start = 0; start < together.length && !slice.end && !slice.oneByOne; start += PUSH_MAX)
    await sendTogether(slice, together.slice(start, start + PUSH_MAX))
  const sent = new Set(slice.oneByOne ? [] : together.map(({ lane }) => lane))
  const left = all.filter(([first]) => first && !sent.has(first.lane))
  const workers = Array.from({ length: Math.min(LANES_AT_ONCE, left.length) }, async () => {
    for (let lane = left.shift(); lane && !slice.end; lane = left.shift()) await sendLane(slice, lane)
  })
  await Promise.all(workers)
}

/** The first write of every lane whose writes may travel together, where there are several. */
function firstOnes({ parts }: Slice, lanes: OutboxItem[][]): OutboxItem[] {
  const first = lanes.flatMap(([item]) => (item && item.readyAt <= parts.now() && callAmongMany(item) ? [item] : []))
  return first.length > 1 ? first : []
}

function callAmongMany({ kind, payload }: OutboxItem): Taken['call'] | null {
  if (!Object.hasOwn(mutationKinds, kind)) return null
  const parsed = parseMutation(kind, payload)
  return parsed && batchedCallOf(kind, parsed)
}

/** Sends writes of different lanes as one request; each is answered for itself. */
async function sendTogether(slice: Slice, items: OutboxItem[]): Promise<void> {
  const { parts } = slice
  if (parts.now() > slice.endsAt) {
    slice.end = 'more'
    return
  }
  const taken = await takeUpTogether(parts, items)
  if (taken === 'lost') {
    slice.end = 'lost'
    return
  }
  if (taken.length === 0) return
  const { method, path } = routes.push
  const writes = taken.map(({ item, call }) => ({ key: item.opId, ...call }))
  const answer = await parts.call({ method, path, body: { writes }, headers: headersFor(parts) })
  const each = answersIn(answer, taken.length)
  if (!each) {
    // A server that does not know this call, or will not have it, is sent one after the other.
    slice.oneByOne = true
    await parts.db.outbox.bulkUpdate(
      taken.map(({ item: { opId, attempts } }) => ({
        key: opId,
        changes: { state: 'queued', attempts: attempts - 1 },
      })),
    )
    return
  }
  const settlements = await settleTogether(
    parts,
    taken.map(({ item, call }, nth) => ({
      item,
      answer: each[nth] ?? { kind: 'unreachable' },
      method: routes[call.call].method,
    })),
  )
  for (const [nth, { item }] of taken.entries()) note(slice, item.opId, settlements[nth] ?? { kind: 'gone' })
}

/** The answers to writes that travelled together; null when the request as a whole was refused for what it is. */
function answersIn(answer: HttpAnswer, count: number): HttpAnswer[] | null {
  if (answer.kind === 'unreachable') return Array<HttpAnswer>(count).fill(answer)
  if (!answer.ok) {
    const isOfTheSender = settleAnswer(answer, refusalIn(answer), false).kind !== 'attention'
    return isOfTheSender ? Array<HttpAnswer>(count).fill(answer) : null
  }
  const read = PushAnswer.safeParse(answer.json)
  if (!read.success || read.data.answers.length !== count) return null
  return read.data.answers.map(({ status, seq, body, retryAfterMs }) => ({
    ...answer,
    status,
    ok: status >= 200 && status < 300,
    json: body,
    text: JSON.stringify(body),
    seq,
    retryAfterMs,
  }))
}

/** With the mark of the last pull: a server that was restored since takes nothing before the next one. */
type MarkedParts = SenderParts & { mark: string }

interface Slice {
  parts: MarkedParts
  endsAt: number
  /** Set by the first lane that finds that nothing can be sent any more. */
  end: SliceEnd | null
  confirmed: number
  /** A write that others stood behind was not taken, for now or for good. */
  fellBehind: boolean
  /** Lanes in which the server could not now: they wait for the next slice. */
  behind: Set<string>
  /** The server would not take several writes in one request. */
  oneByOne: boolean
}

/** What one write's end means for all that are still to be sent. */
function note(slice: Slice, opId: string, settlement: Sent): void {
  if (settlement.kind === 'acked') slice.confirmed += 1
  if (settlement.kind === 'attention') slice.parts.onRefused(opId)
  if (settlement.kind === 'lost' || settlement.kind === 'unreachable' || settlement.kind === 'paused') {
    slice.end = settlement.kind
  }
  if (settlement.kind === 'limited') slice.end = 'waiting'
}

async function sendLane(slice: Slice, lane: OutboxItem[]): Promise<void> {
  for (const item of lane) {
    if (slice.end) return
    if (slice.parts.now() > slice.endsAt) {
      slice.end = 'more'
      return
    }
    if (item.readyAt > slice.parts.now()) return
    const settlement = await sendItem(slice.parts, item)
    note(slice, item.opId, settlement)
    if (settlement.kind === 'retry') slice.behind.add(item.lane)
    if (settlement.kind === 'retry' || settlement.kind === 'attention') slice.fellBehind = true
    if (settlement.kind === 'retry' || settlement.kind === 'waits') return
  }
}

/** `gone`: somebody has dealt with it; `lost`: somebody else is the sender now; `waits`: its photos are not there yet. */
type Sent = Settlement | { kind: 'gone' } | { kind: 'lost' } | { kind: 'waits' }

async function sendItem(parts: MarkedParts, { opId }: OutboxItem): Promise<Sent> {
  const outgoing = await takeUp(parts, opId)
  if (outgoing.kind !== 'ready') return outgoing
  const { item, request } = outgoing
  const answer = await parts.call({
    ...request,
    headers: { ...request.headers, [KEY_HEADER]: opId, ...headersFor(parts) },
  })
  return settleAnswered(parts, item, answer, request.method)
}

const headersFor = ({ db, userId, mark }: MarkedParts) => ({
  ...accountHeaders(db, userId),
  ...(mark ? { [MARK_HEADER]: mark } : {}),
  [QUEUED_HEADER]: '1',
})

/** Is this a write of the account that sends, and of the life of the server that the account belongs to? */
function isOwn({ db, userId }: Pick<SenderParts, 'db' | 'userId'>, item: OutboxItem): boolean {
  const own = identityOf(db)
  const { accountId = own?.accountId, lifeId = own?.lifeId } = item.identity ?? {}
  return item.userId === userId && accountId === own?.accountId && lifeId === own?.lifeId
}

async function settleAnswered(parts: SenderParts, item: OutboxItem, answer: HttpAnswer, method: string): Promise<Sent> {
  const { db, userId } = parts
  const { opId } = item
  const refusal = refusedBy(answer)
  const photos = neededPhotos(item)
  if (refusal?.code === 'upload_gone' && photos.length === 0) refusal.message = PHOTO_LOST
  else if (refusal?.code === 'upload_gone') {
    await sendPhotosAgain(db, userId, photos, parts.now())
    await db.outbox.update(opId, { state: 'queued' })
    return { kind: 'waits' }
  }
  // Its words go to the offer or the order that there is now.
  if (refusal?.code === 'question_moved' && (await moveToDeal(db, item))) return { kind: 'retry', afterMs: null }
  const settlement = settleAnswer(answer, refusal, method === 'DELETE')
  await db.transaction('rw', db.outbox, db.meta, db.blobs, () => settle(parts, item, settlement, answer, refusal))
  return settlement
}

/** Marks a write as being sent. What is sent is read in the same transaction: an edit comes before or after, never between. */
async function takeUp(
  { db, userId, holdsLease, now }: SenderParts,
  opId: string,
): Promise<
  Exclude<Sent, Settlement> | { kind: 'attention' } | { kind: 'ready'; item: OutboxItem; request: HttpRequest }
> {
  return db.transaction('rw', db.outbox, db.meta, db.blobs, async () => {
    if (!(await holdsLease())) return { kind: 'lost' }
    const item = await db.outbox.get(opId)
    if (item?.state !== 'queued' || !isOwn({ db, userId }, item)) return { kind: 'gone' }
    if (await isAfterOthers(db, item)) return { kind: 'waits' }
    const outgoing = await outgoingOf(db, item)
    if (outgoing.kind === 'waits') return outgoing
    if (outgoing.kind === 'unsent') {
      // A photo that was restored after a loss has no address any more.
      await sendPhotosAgain(db, userId, outgoing.photos, now())
      return { kind: 'waits' }
    }
    if (outgoing.kind === 'refused') {
      await db.outbox.update(opId, { state: 'attention', error: outgoing.error })
      return { kind: 'attention' }
    }
    await db.outbox.update(opId, { state: 'sending', everSent: true, attempts: item.attempts + 1 })
    return { kind: 'ready', item: { ...item, attempts: item.attempts + 1 }, request: outgoing.request }
  })
}

/**
 * Does a write wait for its turn, because one of the same kind that was made earlier is still on its way? One that the
 * server has trouble with, or with a photo of, holds nobody up.
 */
async function isAfterOthers(db: LocalDb, { userId, kind, order }: OutboxItem): Promise<boolean> {
  // A kind of another build is dealt with elsewhere.
  if (!Object.hasOwn(mutationKinds, kind) || !goesInTurn(kind)) return false
  const line = await db.outbox.where('state').anyOf('queued', 'sending').toArray()
  const troubled = new Set(line.filter(({ error }) => error !== null).map(({ lane }) => lane))
  const isTroubled = (item: OutboxItem) =>
    troubled.has(item.lane) || neededPhotos(item).some((blobId) => troubled.has(laneOf('photo.upload', { blobId })))
  return line.some((one) => one.userId === userId && one.kind === kind && one.order < order && !isTroubled(one))
}

/** The same for writes that travelled together, in one transaction: the disk is waited for once. */
async function settleTogether(
  parts: SenderParts,
  answered: { item: OutboxItem; answer: HttpAnswer; method: string }[],
): Promise<Settlement[]> {
  const { db } = parts
  const ends = answered.map(({ item, answer, method }) => {
    const refusal = refusedBy(answer)
    const settlement = settleAnswer(answer, refusal, method === 'DELETE')
    return { item, settlement, changes: changesBy(parts, item, settlement, answer, refusal) }
  })
  const paused = ends.find(({ settlement }) => settlement.kind === 'paused')?.settlement
  await db.transaction('rw', db.outbox, db.meta, async () => {
    await db.outbox.bulkUpdate(ends.map(({ item: { opId }, changes }) => ({ key: opId, changes })))
    if (paused?.kind === 'paused') await writeMeta(db, 'paused', paused.why)
    for (const { settlement } of ends) await holdIfLimited(parts, settlement)
  })
  return ends.map(({ settlement }) => settlement)
}

interface Taken {
  item: OutboxItem
  call: { call: BatchedCall; id: number; at?: string }
}

/** The same for many at once; those that somebody has dealt with meanwhile, or that cannot travel so, are left out. */
async function takeUpTogether({ db, userId, holdsLease }: SenderParts, items: OutboxItem[]): Promise<Taken[] | 'lost'> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    if (!(await holdsLease())) return 'lost'
    const held = await db.outbox.bulkGet(items.map(({ opId }) => opId))
    const taken = held.flatMap((item): Taken[] => {
      if (item?.state !== 'queued' || !isOwn({ db, userId }, item)) return []
      const call = callAmongMany(item)
      return call ? [{ item: { ...item, state: 'sending', everSent: true, attempts: item.attempts + 1 }, call }] : []
    })
    await db.outbox.bulkPut(taken.map(({ item }) => item))
    return taken
  })
}

async function settle(
  parts: SenderParts,
  item: OutboxItem,
  settlement: Settlement,
  answer: HttpAnswer,
  refusal: ErrorBody | null,
): Promise<void> {
  const { db } = parts
  await db.outbox.update(item.opId, changesBy(parts, item, settlement, answer, refusal))
  if (settlement.kind === 'paused') await writeMeta(db, 'paused', settlement.why)
  await holdIfLimited(parts, settlement)
  if (settlement.kind !== 'acked' || answer.kind !== 'answered') return
  if (item.kind === 'photo.upload') await noteAddress(db, item.payload, answer.json)
  if (item.kind === 'post.create') await noteNumber(db, item, answer.json)
}

async function holdIfLimited({ db, now }: SenderParts, settlement: Settlement): Promise<void> {
  if (settlement.kind === 'limited') await holdBackSending(db, now() + settlement.afterMs)
}

const refusedBy = (answer: HttpAnswer) => (answer.kind === 'answered' && !answer.ok ? refusalIn(answer) : null)

/** What an answer changes in the write that it is for. */
function changesBy(
  { now, random }: SenderParts,
  { attempts }: OutboxItem,
  settlement: Settlement,
  answer: HttpAnswer,
  refusal: ErrorBody | null,
): Partial<OutboxItem> {
  const error = refusal && answer.kind === 'answered' ? { ...refusal, status: answer.status } : null
  if (settlement.kind === 'acked' && answer.kind === 'answered')
    return { state: 'acked', ackSeq: answer.seq, ackEpoch: answer.epoch, error: null }
  if (settlement.kind === 'attention') return { state: 'attention', error }
  if (settlement.kind !== 'retry') return { state: 'queued', attempts: attempts - 1 }
  return { state: 'queued', error, readyAt: now() + (settlement.afterMs ?? backoffMs(attempts - 1, random())) }
}

async function noteAddress(db: LocalDb, payload: unknown, answer: unknown): Promise<void> {
  const upload = mutationKinds['photo.upload'].payload.safeParse(payload)
  const url = keptUploadPath(Uploaded.parse(answer).url)
  if (upload.success) await db.blobs.update(upload.data.blobId, { url })
}

/** From now on a post has a number, and so have the edits that stand behind it. */
async function noteNumber(db: LocalDb, { opId, lane }: OutboxItem, answer: unknown): Promise<void> {
  const read = Numbered.safeParse(answer)
  if (!read.success) return
  const number = read.data.id
  await db.outbox.update(opId, { number })
  for (const { item, payload } of pendingOf(await db.outbox.where('lane').equals(lane).toArray(), 'post.change'))
    if (isCertainlyHere(item)) await db.outbox.update(item.opId, { payload: { ...payload, postId: number } })
}
