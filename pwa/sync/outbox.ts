import type { PromiseExtended } from 'dexie'
import { identityOf } from '../disk/account-identity'
import type { Draft, LocalDb, OutboxItem, PhotoBlob, ReceiptRow } from '../disk/local-db'
import {
  laneOf,
  type MutationName,
  type MutationPayload,
  mutationKinds,
  parseMutation,
  subjectOf,
} from '../disk/mutations'
import { withRoom } from '../disk/with-room'
import { editDraftId, endDraft } from '../drafts/end-draft'
import { blobsIn, neededPhotos, unneededPhotos } from '../drafts/kept-photos'
import { isCertainlyHere } from './overlay'

/** Orders are microseconds, so that several writes of one millisecond keep their order. */
const ORDER_PER_MS = 1000

/**
 * Keeps a write: it is on disk when this resolves, whatever the network does. Where only the last word counts, a newer
 * write takes the place of one that never left the device; one that may have left is never rewritten.
 * @param further `readyAt`: when it may leave, in milliseconds; `after`: the id of a write that must arrive before
 */
export async function enqueue<Name extends MutationName>(
  db: LocalDb,
  userId: number,
  kind: Name,
  payload: MutationPayload<Name>,
  now: number,
  { readyAt = 0, after }: { readyAt?: number; after?: string | null } = {},
): Promise<string> {
  const lane = laneOf(kind, payload)
  const identity = identityOf(db)
  return db.transaction('rw', db.outbox, async () => {
    const line = await db.outbox.where('lane').equals(lane).sortBy('order')
    const last = line.at(-1)
    if (last && replacedIn(last, kind, payload)) {
      await db.outbox.update(last.opId, {
        payload,
        composedAt: new Date(now).toISOString(),
        readyAt,
        attempts: 0,
        error: null,
      })
      return last.opId
    }
    const newest = await db.outbox.orderBy('order').last()
    const item: OutboxItem = {
      opId: crypto.randomUUID(),
      userId,
      ...(identity ? { identity } : {}),
      kind,
      payload,
      lane,
      state: 'queued',
      order: Math.max(now * ORDER_PER_MS, (newest?.order ?? 0) + 1),
      composedAt: new Date(now).toISOString(),
      attempts: 0,
      readyAt,
      ...(after ? { after } : {}),
      everSent: false,
      ackSeq: null,
      ackEpoch: null,
      error: null,
    }
    await db.outbox.add(item)
    return item.opId
  })
}

/** The payload of the last write in line when a newer one about the same thing takes its place; null otherwise. */
export function replacedIn<Name extends MutationName>(
  last: OutboxItem | undefined,
  kind: Name,
  payload: MutationPayload<Name>,
): MutationPayload<Name> | null {
  if (!mutationKinds[kind].lastWordWins || last?.kind !== kind || last.state !== 'queued' || last.everSent) return null
  const earlier = parseMutation(kind, last.payload)
  return earlier !== null && subjectOf(kind, earlier) === subjectOf(kind, payload) ? earlier : null
}

/** The uploads of these photos, as they stand in line. */
export async function uploadsOf(db: LocalDb, blobIds: string[]): Promise<OutboxItem[]> {
  return db.outbox
    .where('lane')
    .anyOf(blobIds.map((blobId) => laneOf('photo.upload', { blobId })))
    .toArray()
}

/**
 * Puts a refused write back in line under the same key, and with it those of its photos that were refused. It waits for no other
 * any more.
 */
export async function tryAgain(db: LocalDb, opId: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const item = await db.outbox.get(opId)
    if (!item) return
    const uploads = await uploadsOf(db, neededPhotos(item))
    for (const { opId: id, state } of [item, ...uploads])
      if (state === 'attention') await db.outbox.update(id, TRIED_AGAIN)
    await waitAgainBehind(db, [opId])
  })
}

/** Writes that were refused because another had not arrived wait for that one again. */
async function waitAgainBehind(db: LocalDb, opIds: string[]): Promise<void> {
  const isBehind = ({ after, state }: OutboxItem) => state === 'attention' && opIds.includes(after ?? '')
  await db.outbox.filter(isBehind).modify({ state: 'queued', readyAt: 0, error: null })
}

const TRIED_AGAIN = { state: 'queued', readyAt: 0, attempts: 0, error: null, after: undefined } as const

/**
 * A write that has certainly not left the device, and those that stand behind it in its lane. Another in their place needs
 * a key of its own: the server may remember what it answered to a refused one's.
 * @returns in order; empty when the first may have left
 */
export async function lineFrom(db: LocalDb, opId: string): Promise<OutboxItem[]> {
  const item = await db.outbox.get(opId)
  if (!item || !isCertainlyHere(item)) return []
  const line = await db.outbox.where('lane').equals(item.lane).sortBy('order')
  return line.filter(({ order }) => order >= item.order)
}

/** A discarded write with everything that brings it back as it was. */
export interface Discarded {
  items: OutboxItem[]
  photos: PhotoBlob[]
  drafts: Draft[]
}

/**
 * Gives a write up at the person's word, and its photos with it: nothing of it stays on the disk. A photo goes with its
 * write alone, so that no post ever leaves without being asked about.
 * @returns what was discarded; null for one that is on its way at this moment, or was taken already: it stays
 */
export async function discard(db: LocalDb, opId: string): Promise<Discarded | null> {
  return db.transaction('rw', db.outbox, db.receipts, db.drafts, db.blobs, async () => {
    const item = await db.outbox.get(opId)
    if (!item || item.state === 'sending' || item.state === 'acked') return null
    if (item.kind === 'photo.upload' && (await isNeeded(db, item))) return null
    await db.outbox.delete(opId)
    // Earlier builds kept the words of what was discarded.
    await db.receipts.filter(({ outcome, kind }) => outcome === 'discarded' && !isMark(kind)).delete()
    // Waiting for a function that has nothing to ask of the disk would end the transaction.
    const own = photosWith(item)
    if (own.length === 0) return { items: [item], photos: [], drafts: [] }
    const left = await unneededPhotos(db, own)
    const uploads = await uploadsOf(db, left)
    const photos = await db.blobs.bulkGet(left)
    await db.outbox.bulkDelete(uploads.map((upload) => upload.opId))
    await db.blobs.bulkDelete(left)
    return { items: [item, ...uploads], photos: photos.filter((photo) => photo !== undefined), drafts: [] }
  })
}

/**
 * Puts back what was discarded, under its keys and in its place: what may have left is offered again, and not done twice. A
 * draft in which somebody has typed since stays.
 */
export async function bringBack(db: LocalDb, { items, photos, drafts }: Discarded): Promise<void> {
  await db.transaction('rw', db.outbox, db.drafts, db.blobs, async () => {
    await db.blobs.bulkPut(photos)
    const held = await db.drafts.bulkGet(drafts.map(({ draftId }) => draftId))
    await db.drafts.bulkPut(drafts.filter(({ updatedAt }, nth) => (held[nth]?.updatedAt ?? updatedAt) === updatedAt))
    await db.outbox.bulkPut(items.map((item) => (item.state === 'sending' ? { ...item, state: 'queued' } : item)))
    await waitAgainBehind(
      db,
      items.map(({ opId }) => opId),
    )
  })
}

const isMark = (kind: MutationName) => kind === 'post.like' || kind === 'post.save'

/** The photos that go with a write; those of an upload are its own. */
function photosWith(item: OutboxItem): string[] {
  const upload = item.kind === 'photo.upload' ? parseMutation('photo.upload', item.payload) : null
  return upload ? [upload.blobId] : neededPhotos(item)
}

/** Does a write that waits need the photo of this upload? */
async function isNeeded(db: LocalDb, upload: OutboxItem): Promise<boolean> {
  const [blobId] = photosWith(upload)
  return (await db.outbox.toArray()).some((item) => blobId !== undefined && neededPhotos(item).includes(blobId))
}

/** The receipt of a write that has ended. Its photos leave the device: their addresses are kept in their place. */
export function receiptOf(
  { opId, kind, payload, order, ackedAt = new Date().toISOString() }: OutboxItem,
  outcome: ReceiptRow['outcome'],
  addresses: ReadonlyMap<string, string> = new Map(),
): ReceiptRow {
  const isPhoto = kind === 'photo.upload'
  return {
    opId,
    kind,
    payload: isPhoto ? payload : addressed(payload, addresses),
    outcome,
    order,
    at: ackedAt,
  }
}

/** The payload with the addresses of photos in the place of those on this device. */
export function addressed<Payload>(payload: Payload, addresses: ReadonlyMap<string, string>): Payload {
  if (addresses.size === 0) return payload
  return JSON.parse(JSON.stringify(payload), (_, value) => {
    const url = addresses.get(value?.blobId)
    return url === undefined ? value : { url }
  })
}

/** The addresses under which those of the photos were sent that are not on this device any more. Runs within a transaction. */
export function addressesOfGone(db: LocalDb, blobIds: string[]): PromiseExtended<Map<string, string>> {
  const held = db.blobs.where('blobId').anyOf(blobIds).primaryKeys()
  return held.then((here) => {
    const gone = blobIds.filter((blobId) => !here.includes(blobId))
    return gone.length > 0 ? addressesIn(db.receipts, gone) : new Map()
  })
}

function addressesIn(receipts: LocalDb['receipts'], blobIds: string[]): PromiseExtended<Map<string, string>> {
  const uploads = receipts.filter(({ kind }) => kind === 'photo.upload').toArray()
  return uploads.then((rows) => {
    const sent = rows.flatMap(({ payload }) => parseMutation('photo.upload', payload) ?? [])
    return new Map(sent.flatMap(({ blobId, url }) => (url && blobIds.includes(blobId) ? [[blobId, url]] : [])))
  })
}

/** The server no longer has these photos: they go out again before what needs them. */
export async function sendPhotosAgain(db: LocalDb, userId: number, blobIds: string[], now: number): Promise<void> {
  await db.transaction('rw', db.outbox, db.blobs, async () => {
    await db.outbox.bulkDelete((await uploadsOf(db, blobIds)).map((upload) => upload.opId))
    for (const blobId of blobIds) {
      await db.blobs.update(blobId, { url: null })
      await enqueue(db, userId, 'photo.upload', { blobId }, now)
    }
  })
}

/** A limit of a day holds a write for no longer; a later instant comes from a clock that was set back. */
const LONGEST_LIMIT_MS = 2 * 24 * 3_600_000

/** A press that can be undone leaves so much later. */
export const HELD_BACK_MS = 10_000

/**
 * Makes every waiting write due now: the person asked, or the connection is back. A write that the server told to wait
 * until some moment waits until then, and so does one that can still be undone.
 */
export async function makeAllDue(db: LocalDb, now: number): Promise<void> {
  const isLimited = ({ error, readyAt }: OutboxItem) => error?.status === 429 && readyAt - now <= LONGEST_LIMIT_MS
  const isHeldBack = ({ attempts, readyAt }: OutboxItem) =>
    attempts === 0 && readyAt > now && readyAt - now <= HELD_BACK_MS
  const pausing = db.outbox
    .where('state')
    .equals('queued')
    .filter((item) => !isLimited(item) && !isHeldBack(item))
  await withRoom(() => pausing.modify({ readyAt: 0 }))
}

/**
 * Lets go of confirmed writes whose effect a complete pull has brought into the base rows. After the database's epoch
 * changed, a confirmation of the old one proves nothing any more: those are sent again under their keys. So are those that
 * were `confirmedBefore` the pull asked and that the server had not even counted to when it answered: it has lost them.
 */
export async function releaseAcked(
  db: LocalDb,
  pulledTo: number,
  epoch: string,
  confirmedBefore: ReadonlySet<string> = new Set(),
): Promise<void> {
  await db.transaction('rw', db.outbox, db.receipts, db.drafts, db.blobs, async () => {
    const acked = await db.outbox.where('state').equals('acked').toArray()
    const isReached = ({ ackSeq }: OutboxItem) => (ackSeq ?? 0) <= pulledTo
    const isLost = (item: OutboxItem) => item.ackEpoch !== epoch || (!isReached(item) && confirmedBefore.has(item.opId))
    const again = acked.filter(isLost)
    const released = acked.filter((item) => isReached(item) && !isLost(item))
    if (again.length > 0) await db.outbox.bulkUpdate(again.map(({ opId }) => ({ key: opId, changes: OFFERED_AGAIN })))
    if (released.length === 0) return
    const edits = released.flatMap(editOfDeleted)
    const kept = edits.length > 0 ? await db.drafts.bulkGet(edits) : []
    const needed = [...released.flatMap(neededPhotos), ...blobsIn(kept)]
    const photos = needed.length > 0 ? await db.blobs.bulkGet(needed) : []
    const addresses = new Map(photos.flatMap((photo) => (photo?.url ? [[photo.blobId, photo.url] as const] : [])))
    await db.receipts.bulkPut(released.map((item) => receiptOf(item, 'sent', addresses)))
    await forgetReceipts(db, released)
    await db.outbox.bulkDelete(released.map(({ opId }) => opId))
    for (const draftId of edits) await endDraft(db, draftId)
    if (needed.length > 0) await db.blobs.bulkDelete(await unneededPhotos(db, needed))
  })
}

/** The draft that ends with a listing or a post which the server has deleted. */
function editOfDeleted({ kind, payload, lane }: OutboxItem): string[] {
  // The form of a post and the post's writes have one name.
  if (kind === 'post.delete') return [lane]
  return kind === 'listing.delete'
    ? [editDraftId('listing', (payload as MutationPayload<'listing.delete'>).listingId)]
    : []
}

/** The server forgets its own after as long: an older receipt proves nothing. */
const RECEIPT_MS = 30 * 86_400_000

/** Lets old receipts go, and those of a draft whose form was sent or discarded: a restored server has no use for its words. */
async function forgetReceipts(db: LocalDb, released: readonly OutboxItem[]): Promise<void> {
  const tooOld = new Date(Date.now() - RECEIPT_MS).toISOString()
  await db.receipts.where('at').below(tooOld).delete()
  const ended = new Set(
    released.flatMap(({ kind, payload }) =>
      kind === 'draft.drop' ? [laneOf(kind, payload as MutationPayload<'draft.drop'>)] : publishedDraft(kind, payload),
    ),
  )
  if (ended.size === 0) return
  const isOfEnded = ({ kind, payload }: ReceiptRow) => {
    const saved = kind === 'draft.save' ? parseMutation('draft.save', payload) : null
    return saved !== null && ended.has(laneOf('draft.save', saved))
  }
  await db.receipts.filter(isOfEnded).delete()
}

const OFFERED_AGAIN = { state: 'queued', ackSeq: null, ackEpoch: null, readyAt: 0 } as const

/**
 * Offers what was confirmed once more, under its keys: the server turned out to be an earlier copy of itself, which may
 * never have heard of it.
 * @param isLost which of them
 */
export async function requeueAcked(db: LocalDb, isLost = (_: OutboxItem) => true): Promise<void> {
  await db.outbox.where('state').equals('acked').filter(isLost).modify(OFFERED_AGAIN)
}

/** The lane of the draft that was published with a write. */
export function publishedDraft(kind: MutationName, payload: unknown): string[] {
  if (kind !== 'listing.create' && kind !== 'item.create') return []
  const { clientId } = payload as { clientId?: string }
  return clientId ? [`draft:${clientId}`] : []
}
