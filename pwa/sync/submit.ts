import { keepStorage } from '../disk/keep-storage'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { laneOf, type MutationName, type MutationPayload, photosOf } from '../disk/mutations'
import { withRoom } from '../disk/with-room'
import { endDraft } from '../drafts/end-draft'
import { dropPhotoIfUnneeded, neededPhotos } from '../drafts/kept-photos'
import { addressed, addressesOfGone, enqueue, replacedIn, uploadsOf } from './outbox'
import { reachability } from './reachability'

/** Further steps in the transaction of a write. */
export interface SubmitOptions<Name extends MutationName> {
  /** The draft that ends, or the id of one that is text alone. Photos that only earlier writes had shown end with it. */
  draft?: { forget(db: LocalDb): Promise<void> } | string
  /** Takes refused writes of the kind out of the lane: all of them, or those with these ids. */
  replacesRefused?: true | readonly string[]
  /**
   * Makes the payload from what stands in line.
   * @param replaced the payload whose place the write takes; null for none
   * @param line all writes of the lane, in order, refused ones included
   * @returns null when nothing is to be sent: `replaced` is taken back, and the draft ends all the same
   */
  merge?(replaced: MutationPayload<Name> | null, line: OutboxItem[]): MutationPayload<Name> | null
  /** When the write may leave, in milliseconds; at once otherwise. */
  readyAt?: number
  /** The id of the write that must arrive before. */
  after?: string | null
}

/** Keeps one write with what belongs to it; see `submitWrite`. */
export type Submit = <Name extends MutationName>(
  kind: Name,
  payload: MutationPayload<Name>,
  options?: SubmitOptions<Name>,
) => Promise<string | null>

/**
 * Keeps a write, with its photos before it, and ends the draft that it was typed in. Runs within a transaction over the
 * outbox, the drafts, the photos and the receipts: awaiting a function that has nothing to ask of the disk would end the
 * transaction.
 * @returns the id of the write; null when nothing is to be sent
 */
export async function submitWrite<Name extends MutationName>(
  db: LocalDb,
  userId: number,
  kind: Name,
  payload: MutationPayload<Name>,
  { draft, replacesRefused, merge, readyAt, after }: SubmitOptions<Name> = {},
): Promise<string | null> {
  const line = await db.outbox.where('lane').equals(laneOf(kind, payload)).sortBy('order')
  const earlier = line.filter((item) => item.kind === kind)
  const isReplaced = ({ opId }: OutboxItem) => replacesRefused === true || replacesRefused?.includes(opId)
  const refused = earlier.filter((item) => item.state === 'attention' && isReplaced(item))
  if (refused.length > 0) await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
  const last = line.findLast((item) => !refused.includes(item))
  const replaced = replacedIn(last, kind, payload)
  const merged = merge ? merge(replaced, line) : payload
  // A form may show a photo whose bytes left this device with an earlier write.
  const needed = merged ? photosOf(kind, merged) : []
  const sent = merged && needed.length > 0 ? addressed(merged, await addressesOfGone(db, needed)) : merged
  if (!sent && replaced && last) await db.outbox.delete(last.opId)
  if (sent) for (const blobId of photosOf(kind, sent)) await submitPhoto(db, userId, blobId)
  const opId = sent && (await enqueue(db, userId, kind, sent, Date.now(), { readyAt, after }))
  if (draft) {
    await (typeof draft === 'string' ? endDraft(db, draft) : draft.forget(db))
    for (const blobId of earlier.flatMap(neededPhotos)) await dropPhotoIfUnneeded(db, blobId)
  }
  return opId
}

/**
 * Runs `work` in one transaction over the outbox, the drafts, the photos and the receipts: all of its writes are kept, or
 * none. It must wait for nothing else, and may run again when downloaded photos have made room on a full disk.
 * @returns what `work` returned
 */
export function submitTogether<Value>(
  db: LocalDb,
  userId: number,
  work: (submit: Submit) => Promise<Value>,
): Promise<Value> {
  return withRoom(() =>
    db.transaction('rw', db.outbox, db.drafts, db.blobs, db.receipts, () =>
      work((kind, payload, options) => submitWrite(db, userId, kind, payload, options)),
    ),
  )
}

const SYNC_TAG = 'outbox'

/**
 * Asks the browser to wake the service worker when the connection is back, which not every browser can, and without a connection
 * to keep its storage: the first moment at which a person would be asked for it.
 */
export async function prepareForLater(): Promise<void> {
  if (!reachability().reachable) void keepStorage()
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
    await sync?.register(SYNC_TAG)
  } catch {
    // Refused or unknown here: the page's own timers do the sending.
  }
}

/**
 * Sends a photo along, unless it has arrived or is in line already. One that was refused is tried once more, under a key
 * of its own.
 */
async function submitPhoto(db: LocalDb, userId: number, blobId: string): Promise<void> {
  const uploads = await uploadsOf(db, [blobId])
  const refused = uploads.filter(({ state }) => state === 'attention')
  if (refused.length > 0) await db.outbox.bulkDelete(refused.map(({ opId }) => opId))
  const isInLine = uploads.length > refused.length
  if (!isInLine && (await db.blobs.get(blobId))?.url == null)
    await enqueue(db, userId, 'photo.upload', { blobId }, Date.now())
}
