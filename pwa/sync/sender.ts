import type { ErrorBody } from '#schema/errors'
import { routes } from '#schema/routes'
import { PushAnswer } from '#schema/sync'
import { KEY_HEADER, MARK_HEADER, PUSH_MAX, QUEUED_HEADER } from '#schema/sync-scopes'
import { keptUploadPath, Uploaded } from '#schema/upload'
import { identityOf } from '../disk/account-identity'
import { type LocalDb, type OutboxItem, readMeta, writeMeta } from '../disk/local-db'
import { batchedCallOf, goesInTurn, laneOf, mutationKinds, Numbered, parseMutation, requestOf } from '../disk/mutations'
import { pendingOf } from '../disk/pending-of'
import { withRoom } from '../disk/with-room'
import { neededPhotos } from '../drafts/kept-photos'
import { accountHeaders } from './account-headers'
import { holdBackSending, isHeldBack } from './held-back'
import { type HttpAnswer, type HttpRequest, refusalIn } from './http'
import { sendPhotosAgain } from './outbox'
import { type Outgoing, outgoingOf, PHOTO_LOST } from './outgoing'
import { moveToDeal } from './question-threads'
import { reachability } from './reachability'
import { backoffMs, type Settlement, settleAnswer } from './settle-answer'

/** A holder of the sender's lock gives it back after this long, so that others get their turn. */
export const SLICE_MS = 20_000
const LANES_AT_ONCE = 4
/** A slow line carries few photos at once in time. One that did not arrive is sent alone. */
const PHOTOS_AT_ONCE = 2
/** Tries without an answer, while the server has answered something else, after which a photo keeps no other write waiting. */
const STUCK_AFTER = 5
const LATELY_MS = 15_000

/** The uploader sends photos, the sender everything else: no word waits for a picture. */
export type SendingTask = 'sender' | 'uploader'

/** The parts that the sender needs from outside; tests drive it with arrays. */
export interface SenderParts {
  db: LocalDb
  task: SendingTask
  userId: number
  call(request: HttpRequest): Promise<HttpAnswer>
  now(): number
  random(): number
  /** False once somebody else has taken the sender's place: then nothing more may be sent. */
  holdsLease(): Promise<boolean>
  /** Hears of a write that the server will not take, once that is on disk. */
  onRefused(opId: string): void
  /** Hears of each write that has arrived, once that is on disk. */
  onArrived?(): void
}

export type SliceEnd = 'empty' | 'waiting' | 'unreachable' | 'paused' | 'lost' | 'more'

/**
 * Sends what is due of its task: lanes side by side, each in order. Only the holder of the task's lock may call this, so whatever
 * is still marked as being sent was left by one that died and is sent again under the same key.
 */
export async function sendSlice(given: SenderParts): Promise<SliceEnd> {
  const { db } = given
  const parts = { ...given, mark: (await readMeta<string>(db, 'mark')) ?? '' }
  const isOurs = ({ kind }: OutboxItem) => (kind === 'photo.upload') === (given.task === 'uploader')
  await withRoom(() => db.outbox.where('state').equals('sending').filter(isOurs).modify({ state: 'queued' }))
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
    const waiting = await db.outbox.where('state').equals('queued').filter(isOurs).sortBy('order')
    // A photo that does not get through holds up no other.
    if (given.task === 'uploader') waiting.sort((one, other) => one.attempts - other.attempts)
    await sendLanes(slice, waiting)
  } while ((slice.confirmed > 0 || slice.fellBehind) && !slice.end)
  if (slice.end) return slice.end
  const left = await db.outbox.where('state').equals('queued').filter(isOurs).count()
  return left === 0 ? 'empty' : 'waiting'
}

async function sendLanes(slice: Slice, waiting: OutboxItem[]): Promise<void> {
  const lanes = [...Map.groupBy(waiting, (item) => item.lane).values()]
  const all = lanes.filter(([first]) => first && !slice.behind.has(first.lane))
  const together = slice.oneByOne ? [] : firstOnes(slice, all)
  for (let start = 0; start < together.length && !slice.end && !slice.oneByOne; start += PUSH_MAX)
    await send(slice, together.slice(start, start + PUSH_MAX))
  const sent = new Set(slice.oneByOne ? [] : together.map(({ lane }) => lane))
  const left = all.filter(([first]) => first && !sent.has(first.lane))
  const workers = Array.from({ length: Math.min(mostAtOnce(slice, left), left.length) }, async () => {
    for (let lane = left.shift(); lane && !slice.end; lane = left.shift()) await sendLane(slice, lane)
  })
  await Promise.all(workers)
}

function mostAtOnce({ parts }: Slice, lanes: OutboxItem[][]): number {
  if (parts.task === 'sender') return LANES_AT_ONCE
  return lanes.some(([first]) => first?.everSent) ? 1 : PHOTOS_AT_ONCE
}

/** The first write of every lane whose writes may travel together, where there are several. */
function firstOnes({ parts }: Slice, lanes: OutboxItem[][]): OutboxItem[] {
  const first = lanes.flatMap(([item]) => (item && item.readyAt <= parts.now() && amongMany(item) ? [item] : []))
  return first.length > 1 ? first : []
}

type BatchedWrite = NonNullable<ReturnType<typeof batchedCallOf>>

/** A write that may travel among many; null where its kind goes alone, because it may need a photo's address or its turn. */
function amongMany({ kind, payload }: OutboxItem): { request: HttpRequest; call: BatchedWrite } | null {
  if (!Object.hasOwn(mutationKinds, kind)) return null
  const parsed = parseMutation(kind, payload)
  const call = parsed && batchedCallOf(kind, parsed)
  return call && { request: requestOf(kind, parsed), call }
}

/** Sends writes of different lanes, several of them in one request, and says what became of each. */
async function send(slice: Slice, items: OutboxItem[]): Promise<Sent[]> {
  const { parts } = slice
  if (parts.now() > slice.endsAt) {
    slice.end = 'more'
    return []
  }
  const taken = await withRoom(() => takeUp(parts, items))
  const ready = taken.filter((one) => one.kind === 'ready')
  const answers = ready.length > 1 ? await askTogether(parts, ready) : await Promise.all(ready.map(askAlone(parts)))
  if (!answers) {
    // A server that does not know this call, or will not have it, is sent one after the other.
    slice.oneByOne = true
    const asBefore = ready.map(({ item: { opId, attempts } }) => ({
      key: opId,
      changes: { state: 'queued' as const, attempts: attempts - 1 },
    }))
    await parts.db.outbox.bulkUpdate(asBefore)
    return []
  }
  const settled = (await settle(parts, ready, answers)).values()
  const sent = taken.map((one): Sent => (one.kind === 'ready' ? (settled.next().value ?? { kind: 'gone' }) : one))
  for (const [nth, item] of items.entries()) note(slice, item, sent[nth] ?? { kind: 'gone' })
  return sent
}

const askAlone = (parts: MarkedParts) => (one: Ready) =>
  parts.call({
    ...one.request,
    headers: { ...one.request.headers, [KEY_HEADER]: one.item.opId, ...headersFor(parts) },
  })

async function askTogether(parts: MarkedParts, ready: Ready[]): Promise<HttpAnswer[] | null> {
  const { method, path } = routes.push
  const writes = ready.map(({ item, call }) => ({ key: item.opId, ...call }))
  return answersIn(await parts.call({ method, path, body: { writes }, headers: headersFor(parts) }), ready.length)
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

/** Notes the effect of one write's end on all that are still to be sent. */
function note(slice: Slice, { opId, lane }: OutboxItem, { kind }: Sent): void {
  if (kind === 'acked') {
    slice.confirmed += 1
    slice.parts.onArrived?.()
  }
  if (kind === 'attention') slice.parts.onRefused(opId)
  if (kind === 'lost' || kind === 'unreachable' || kind === 'paused') slice.end = kind
  if (kind === 'limited') slice.end = 'waiting'
  if (kind === 'retry') slice.behind.add(lane)
  if (kind === 'retry' || kind === 'attention') slice.fellBehind = true
}

async function sendLane(slice: Slice, lane: OutboxItem[]): Promise<void> {
  for (const item of lane) {
    if (slice.end || item.readyAt > slice.parts.now()) return
    const [sent] = await send(slice, [item])
    if (!sent || sent.kind === 'retry' || sent.kind === 'waits') return
  }
}

/** `gone`: somebody has dealt with it; `lost`: somebody else is the sender now; `waits`: its photos are not there yet. */
type Sent = Settlement | { kind: 'gone' } | { kind: 'lost' } | { kind: 'waits' }

/** A write that is marked as being sent. `call`: how it stands among many, where its kind may travel so. */
interface Ready {
  kind: 'ready'
  item: OutboxItem
  request: HttpRequest
  call: BatchedWrite | null
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

/** Marks writes as being sent. What is sent is read in the same transaction: an edit comes before or after, never between. */
async function takeUp(parts: SenderParts, items: OutboxItem[]): Promise<(Ready | Sent)[]> {
  const { db, userId, holdsLease, now } = parts
  return db.transaction('rw', db.outbox, db.receipts, db.meta, db.blobs, async () => {
    if (!(await holdsLease())) return items.map(() => ({ kind: 'lost' }))
    const taken: (Ready | Sent)[] = []
    const changes = new Map<string, Partial<OutboxItem>>()
    for (const item of await db.outbox.bulkGet(items.map(({ opId }) => opId))) {
      if (item?.state !== 'queued' || !isOwn(parts, item)) {
        taken.push({ kind: 'gone' })
        continue
      }
      // Dexie loses its transaction in a row of awaits without work for the disk: many are made ready without one.
      const many = amongMany(item)
      const outgoing = many ? { kind: 'ready' as const, request: many.request } : await outgoingInTurn(db, item)
      if (outgoing.kind === 'ready') {
        const attempts = item.attempts + 1
        changes.set(item.opId, { state: 'sending', everSent: true, attempts })
        taken.push({ ...outgoing, item: { ...item, attempts }, call: many?.call ?? null })
      } else if (outgoing.kind === 'refused') {
        changes.set(item.opId, { state: 'attention', error: outgoing.error })
        taken.push({ kind: 'attention' })
      } else {
        // A photo that was restored after a loss has no address any more.
        if (outgoing.kind === 'unsent') await sendPhotosAgain(db, userId, outgoing.photos, now())
        taken.push({ kind: 'waits' })
      }
    }
    await updateAll(db, changes)
    return taken
  })
}

async function outgoingInTurn(db: LocalDb, item: OutboxItem): Promise<Outgoing> {
  return (await isAfterOthers(db, item)) ? { kind: 'waits' } : outgoingOf(db, item)
}

/** The disk is waited for once. */
async function updateAll(db: LocalDb, changes: Map<string, Partial<OutboxItem>>): Promise<void> {
  await db.outbox.bulkUpdate([...changes].map(([key, changed]) => ({ key, changes: changed })))
}

/**
 * Does a write wait for its turn, because one of the same kind that was made earlier is still on its way? One that the
 * server has trouble with, or with a photo of, holds nobody up.
 */
async function isAfterOthers(db: LocalDb, { userId, kind, order }: OutboxItem): Promise<boolean> {
  // A kind of another build is dealt with elsewhere.
  if (!Object.hasOwn(mutationKinds, kind) || !goesInTurn(kind)) return false
  const line = await db.outbox.where('state').anyOf('queued', 'sending').toArray()
  const troubled = new Set(line.filter((one) => one.error !== null || isStuck(one)).map(({ lane }) => lane))
  const isTroubled = (item: OutboxItem) =>
    troubled.has(item.lane) || neededPhotos(item).some((blobId) => troubled.has(laneOf('photo.upload', { blobId })))
  return line.some((one) => one.userId === userId && one.kind === kind && one.order < order && !isTroubled(one))
}

/** A photo that gets no answer, try after try, although others may: a thin line, or something on the way that refuses its size. */
const isStuck = ({ kind, attempts }: OutboxItem) => kind === 'photo.upload' && attempts >= STUCK_AFTER

/** An answer, and what it means for its write. */
interface Settled {
  item: OutboxItem
  answer: HttpAnswer
  settlement: Settlement
  refusal: ErrorBody | null
}

async function settle(parts: SenderParts, ready: Ready[], answers: HttpAnswer[]): Promise<Sent[]> {
  const ends: Sent[] = []
  const settled: Settled[] = []
  for (const [nth, { item, request }] of ready.entries()) {
    const answer = answers[nth] ?? { kind: 'unreachable' }
    const refusal = refusedBy(answer)
    const sentAgain = refusal && (await makeReadyAgain(parts, item, refusal))
    const settlement = settleAnswer(answer, refusal, request.method === 'DELETE')
    ends.push(sentAgain ?? settlement)
    if (!sentAgain) settled.push({ item, answer, settlement, refusal })
  }
  const outdated = await withRoom(() => writeDown(parts, settled))
  return ends.map((end, nth) => (outdated.includes(ready[nth]?.item.opId ?? '') ? { kind: 'gone' } : end))
}

/** Writes down what the answers mean, in one transaction. @returns the ids of refused edits that are gone: see `isOutdated` */
async function writeDown(parts: SenderParts, settled: Settled[]): Promise<string[]> {
  const { db } = parts
  return db.transaction('rw', db.outbox, db.meta, db.blobs, async () => {
    await updateAll(
      db,
      new Map(
        settled.map((one) => [one.item.opId, changesBy(parts, one.item, one.settlement, one.answer, one.refusal)]),
      ),
    )
    const outdated: string[] = []
    // Dexie loses its transaction in a row of awaits without work for the disk, so only work is waited for.
    for (const { item, answer, settlement, refusal } of settled) {
      if (refusal?.code === 'edit_conflict' && (await isOutdated(db, item))) outdated.push(item.opId)
      if (settlement.kind === 'paused') await writeMeta(db, 'paused', settlement.why)
      if (settlement.kind === 'limited') await holdBackSending(db, parts.now() + settlement.afterMs)
      if (settlement.kind !== 'acked' || answer.kind !== 'answered') continue
      if (item.kind === 'photo.upload') await noteAddress(db, item, answer.json)
      if (item.kind === 'post.create') await noteNumber(db, item, answer.json)
    }
    await db.outbox.bulkDelete(outdated)
    return outdated
  })
}

/** Mends a write that was refused for something that the device can put right; null where it cannot. */
async function makeReadyAgain({ db, userId, now }: SenderParts, item: OutboxItem, refusal: ErrorBody) {
  if (refusal.code === 'upload_gone') {
    const photos = neededPhotos(item)
    // Refused again with its own photos just sent, it names one that only another device has.
    if (photos.length > 0 && item.error?.code !== 'upload_gone') {
      await sendPhotosAgain(db, userId, photos, now())
      await db.outbox.update(item.opId, { state: 'queued', error: { ...refusal, status: 410 } })
      return { kind: 'waits' } as const
    }
    refusal.message = PHOTO_LOST
  }
  // Its words go to the offer or the order that there is now.
  if (refusal.code === 'question_moved' && (await moveToDeal(db, item)))
    return { kind: 'retry', afterMs: null } as const
  return null
}

/** Has the person of a refused edit put something else into all of its fields meanwhile, while it was under way? */
async function isOutdated(db: LocalDb, { kind, lane, order, payload }: OutboxItem): Promise<boolean> {
  if (!['address.save', 'profile.save'].includes(kind)) return false
  const line = await db.outbox.where('lane').equals(lane).toArray()
  const fields = Object.keys(payload as object)
  const holdsAll = (edit: unknown) => fields.every((field) => field !== 'photo' && Object.hasOwn(edit as object, field))
  return line.some((one) => one.order > order && one.state === 'queued' && holdsAll(one.payload))
}

const refusedBy = (answer: HttpAnswer) => (answer.kind === 'answered' && !answer.ok ? refusalIn(answer) : null)

/** The changes that an answer makes in its write. */
function changesBy(
  { task, now, random }: SenderParts,
  { attempts, ackedAt = new Date().toISOString() }: OutboxItem,
  settlement: Settlement,
  answer: HttpAnswer,
  refusal: ErrorBody | null,
): Partial<OutboxItem> {
  const error = refusal && answer.kind === 'answered' ? { ...refusal, status: answer.status } : null
  if (settlement.kind === 'acked' && answer.kind === 'answered')
    return { state: 'acked', ackSeq: answer.seq, ackEpoch: answer.epoch, ackedAt, error: null }
  if (settlement.kind === 'attention') return { state: 'attention', error }
  if (settlement.kind === 'unreachable' && task === 'uploader') {
    // A server that answers nothing at all has no trouble with this photo: those that wait keep their order.
    const isThere = Date.now() - reachability().seenAt < LATELY_MS
    return { state: 'queued', attempts: isThere ? attempts : Math.min(attempts, STUCK_AFTER - 1) }
  }
  if (settlement.kind !== 'retry') return { state: 'queued', attempts: attempts - 1 }
  return { state: 'queued', error, readyAt: now() + (settlement.afterMs ?? backoffMs(attempts - 1, random())) }
}

/** Forms that show the photo outlive its bytes: its receipt has the address too. */
async function noteAddress(db: LocalDb, { opId, payload }: OutboxItem, answer: unknown): Promise<void> {
  const upload = parseMutation('photo.upload', payload)
  const url = keptUploadPath(Uploaded.parse(answer).url)
  if (!upload) return
  await db.blobs.update(upload.blobId, { url })
  await db.outbox.update(opId, { payload: { ...upload, url } })
}

/** From now on a post has a number, and so have the edits that stand behind it. */
async function noteNumber(db: LocalDb, { opId, lane }: OutboxItem, answer: unknown): Promise<void> {
  const read = Numbered.safeParse(answer)
  if (!read.success) return
  const number = read.data.id
  await db.outbox.update(opId, { number })
  // Without a number an edit cannot have left, whatever its backup says.
  for (const { item, payload } of pendingOf(await db.outbox.where('lane').equals(lane).toArray(), 'post.change'))
    if (payload.postId === null) await db.outbox.update(item.opId, { payload: { ...payload, postId: number } })
}
