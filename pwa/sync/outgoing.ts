import type { LocalDb, OutboxItem, PhotoBlob } from '../disk/local-db'
import { isNumbered, laneOf, mutationKinds, parseMutation, requestOf } from '../disk/mutations'
import { neededPhotos } from '../drafts/kept-photos'
import { type HttpRequest, UPLOAD_TIMEOUT_MS } from './http'
import { uploadsOf } from './outbox'

/**
 * A write as a call; or it waits for its photos, for the number of what it names, or for another write; or photos that it needs are not on
 * their way; or it can never be sent as it is, with the words that say why.
 */
export type Outgoing =
  | { kind: 'ready'; request: HttpRequest }
  | { kind: 'waits' }
  | { kind: 'unsent'; photos: string[] }
  | { kind: 'refused'; error: NonNullable<OutboxItem['error']> }

/** Makes the call that carries a write, once everything that it needs has an address. */
export async function outgoingOf(db: LocalDb, item: OutboxItem): Promise<Outgoing> {
  // Another build may have kept a kind that this one does not know: it must not stop the lanes of the others.
  const payload = Object.hasOwn(mutationKinds, item.kind) ? parseMutation(item.kind, item.payload) : null
  if (payload === null) return refused('This was written by another version of the app and cannot be sent as it is.')
  if (!isNumbered(item.kind, payload)) return { kind: 'waits' }
  const behind = item.after ? await behindOther(db, item.after) : null
  if (behind) return behind
  const photos = await photosFor(db, neededPhotos(item))
  if (!Array.isArray(photos)) return photos
  const addresses = new Map(photos.map(({ blobId, url }) => [blobId, url ?? '']))
  const { file, ...request } = requestOf(item.kind, payload, (blobId) => addresses.get(blobId) ?? '')
  if (file === undefined) return { kind: 'ready', request }
  const photo = await db.blobs.get(file)
  if (!photo) return refused(PHOTO_LOST)
  return { kind: 'ready', request: { ...request, body: formWith(photo), timeoutMs: UPLOAD_TIMEOUT_MS } }
}

/** The place of a write behind the one that it follows; null once that one has arrived. */
async function behindOther(db: LocalDb, opId: string): Promise<Outgoing | null> {
  const other = await db.outbox.get(opId)
  if (other?.state === 'queued' || other?.state === 'sending') return { kind: 'waits' }
  const hasArrived = other ? other.state === 'acked' : (await db.receipts.get(opId))?.outcome === 'sent'
  return hasArrived ? null : refused(NOT_ANSWERED)
}

const NOT_ANSWERED = 'Your answer to this offer did not arrive, so this was not sent.'

export const PHOTO_LOST = 'Its photo is no longer on this device. Please choose it again.'

/** The photos with their addresses, or why there are none yet. */
async function photosFor(db: LocalDb, blobIds: string[]): Promise<PhotoBlob[] | Exclude<Outgoing, { kind: 'ready' }>> {
  if (blobIds.length === 0) return []
  const held = await db.blobs.bulkGet(blobIds)
  const photos = held.filter((photo) => photo !== undefined)
  if (photos.length < blobIds.length) return refused(PHOTO_LOST)
  if (photos.every(({ url }) => url !== null)) return photos
  const uploads = await uploadsOf(db, blobIds)
  const stuck = uploads.find(({ state }) => state === 'attention')
  if (stuck) return refused(`Its photo could not be sent: ${stuck.error?.message ?? 'it was refused.'}`)
  const lanes = new Set(uploads.map(({ lane }) => lane))
  const unsent = photos.filter(({ blobId, url }) => url === null && !lanes.has(laneOf('photo.upload', { blobId })))
  return unsent.length > 0 ? { kind: 'unsent', photos: unsent.map(({ blobId }) => blobId) } : { kind: 'waits' }
}

function refused(message: string): Extract<Outgoing, { kind: 'refused' }> {
  return { kind: 'refused', error: { code: 'validation', message, status: 0 } }
}

function formWith({ bytes, type }: PhotoBlob): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], 'photo.jpg', { type }))
  return form
}
