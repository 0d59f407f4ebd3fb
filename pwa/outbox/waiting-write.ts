import type { Draft, LocalDb, OutboxItem, PhotoBlob } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { editDraftId, endDraft } from '../drafts/end-draft'
import { blobsIn } from '../drafts/kept-photos'
import { addText } from '../drafts/kept-text'
import { addressDraft } from '../drafts/settings-drafts'
import { withoutEdit } from '../drafts/without-edit'
import { postDraft } from '../inspiration/sharing/post-drafts'
import { draftId, noteOffered } from '../offerings/form-drafts'
import type { SyncEngine } from '../sync/engine'
import { bringBack, type Discarded, discard, tryAgain } from '../sync/outbox'
import { isCertainlyHere } from '../sync/overlay'
import { draftIdOfLane, isMessage, MESSAGE_KINDS, rewriteDraftId } from '../sync/thread'

/** Sends a refused write once more, under the key that it has had all along. */
export async function retryWrite(engine: SyncEngine, opId: string): Promise<void> {
  await tryAgain(engine.db, opId)
  engine.wake({ dueNow: true })
}

/**
 * Gives a write up at the person's word, with its photos and the edits that stand behind it. The backup follows at once.
 * @param mayHaveArrived the person was told that the server may have it already
 * @returns what was discarded; null for one that is on its way, or that left since the person was asked: it stays
 */
export async function discardWrite(
  engine: SyncEngine,
  opId: string,
  { mayHaveArrived = false }: { mayHaveArrived?: boolean } = {},
): Promise<Discarded | null> {
  const { db } = engine
  const discarded = await db.transaction('rw', db.outbox, db.receipts, db.drafts, db.blobs, async () => {
    const item = await db.outbox.get(opId)
    if (!item || !(isCertainlyHere(item) || (mayHaveArrived && item.state === 'queued'))) return null
    const [post] = pendingOf([item], 'post.create')
    return post ? discardPost(db, item, post.payload.clientId) : discardOne(db, item)
  })
  if (discarded) engine.backUp()
  return discarded
}

/** Discards a write and tells its form that the words never arrive: they are not offered, or were shown and do not stand. */
async function discardOne(db: LocalDb, item: OutboxItem): Promise<Discarded | null> {
  const [save] = pendingOf([item], 'draft.save')
  const one = await discard(db, item.opId)
  const draft = one && (await db.drafts.get(save ? draftId(save.payload.kind, save.payload.key) : formOver(item)))
  if (!draft) return one
  if (save) await noteOffered(db, save.payload.kind, save.payload.key, save.payload.fields, false)
  else await db.drafts.put({ ...draft, values: formWithout(item, draft.values as object) })
  return { ...one, drafts: [draft] }
}

/** The form of a post or a thing finds out itself what stood before. */
function formWithout(item: OutboxItem, values: { discarded?: OutboxItem[] }): object {
  if (!item.kind.endsWith('.change')) return withoutEdit({ ...values }, item)
  return { ...values, discarded: [...(values.discarded ?? []), item] }
}

/** Their forms and their writes have one name. */
const NAMED_AS_LANE: OutboxItem['kind'][] = ['post.change', 'board.put', 'review.put', 'profile.save']

/** The draft of the form that may show the words of an edit; empty for another write. */
function formOver({ kind, lane, payload }: OutboxItem): string {
  const { listingId, itemId } = payload as { listingId: number; itemId: number }
  if (NAMED_AS_LANE.includes(kind)) return lane
  if (kind === 'address.save') return addressDraft.id
  if (kind === 'listing.change') return editDraftId('listing', listingId)
  return kind === 'item.change' ? editDraftId('item', itemId) : ''
}

async function discardPost(db: LocalDb, item: OutboxItem, clientId: string): Promise<Discarded> {
  const line = await db.outbox.where('lane').equals(item.lane).sortBy('order')
  const draft = await db.drafts.get(postDraft(clientId).id)
  const picked = await photosOfDraft(db, draft)
  await postDraft(clientId).forget(db)
  const all: Discarded = { items: [], photos: picked, drafts: draft ? [draft] : [] }
  for (const { opId } of line.filter(({ order }) => order >= item.order).toReversed()) {
    const one = await discard(db, opId)
    all.items.push(...(one?.items ?? []))
    all.photos.push(...(one?.photos ?? []))
  }
  return all
}

async function photosOfDraft(db: LocalDb, draft: Draft | undefined): Promise<PhotoBlob[]> {
  const held = await db.blobs.bulkGet(blobsIn(draft?.values))
  return held.filter((photo) => photo !== undefined)
}

/** Puts back what was discarded just now; it is sent as if nothing had happened. */
export async function undoDiscard(engine: SyncEngine, discarded: Discarded): Promise<void> {
  await bringBack(engine.db, discarded)
  engine.backUp()
  engine.wake()
}

/**
 * Puts other words in the place of a write that waits or was refused. A write that may have left gets another key, and a
 * message another name, so that the server takes the new words for what they are. The draft of the new words ends with it.
 * @returns false for one that is on its way at this moment, or has arrived: it stays
 */
export async function rewriteMessage(engine: SyncEngine, opId: string, content: string): Promise<boolean> {
  const { db } = engine
  const isDone = await db.transaction('rw', db.outbox, db.drafts, async () => {
    const [message] = pendingOf(await db.outbox.where({ opId }).toArray(), ...MESSAGE_KINDS)
    if (message?.item.state !== 'queued' && message?.item.state !== 'attention') return false
    const { item, payload } = message
    const isNew = !isCertainlyHere(item)
    const words = { ...payload, content, ...(isNew ? { clientId: crypto.randomUUID() } : {}) }
    await db.outbox.delete(opId)
    const after = item.state === 'queued' ? item.after : undefined
    await db.outbox.add({ ...item, ...AS_NEW, opId: crypto.randomUUID(), payload: words, after })
    await endDraft(db, rewriteDraftId(item.lane, opId))
    return true
  })
  if (isDone) engine.backUp()
  engine.wake()
  return isDone
}

/** Words for a message that has left meanwhile: they go into the box of its thread, after what stands there. */
export async function returnToBox({ db }: SyncEngine, { kind, lane }: OutboxItem, content: string): Promise<void> {
  if (isMessage(kind)) await addText(db, draftIdOfLane(lane), content)
}

const AS_NEW = { state: 'queued', attempts: 0, readyAt: 0, everSent: false, error: null } as const
