import type { DraftKind } from '#schema/draft'
import { differingFields, type SeenFields } from '#schema/edit'
import type { LocalDb } from '../disk/local-db'
import { parseMutation, photosOf, requestOf } from '../disk/mutations'
import type { OwnRow } from './own-rows'

const PHOTO_NAMES = ['mainImage', 'images', 'photoAlts']

/**
 * Names the form's fields in which a published thing differs from the publication that this device has sent, because another
 * device's came first; no field once this device has changed the thing. @returns null when this device has sent no publication
 */
export async function publishedOtherwise(
  db: LocalDb,
  kind: DraftKind,
  key: string,
  thing: OwnRow,
): Promise<string[] | null> {
  const writes = await writesAbout(db, key)
  const creation = writes.findLast((write) => write.kind === `${kind}.create`)
  if (!creation) return null
  const payload = parseMutation(`${kind}.create`, creation.payload)
  if (!payload || writes.some((write) => write.kind === `${kind}.change`)) return []
  const photos = await db.blobs.bulkGet(photosOf(`${kind}.create`, payload))
  const addresses = new Map(photos.flatMap((photo) => (photo?.url ? [[photo.blobId, photo.url]] : [])))
  const { body } = requestOf(`${kind}.create`, payload, (blobId) => addresses.get(blobId) ?? '')
  const names = differingFields(...alike(body as SeenFields, { ...thing }))
  return [...new Set(names.map((name) => (PHOTO_NAMES.includes(name) ? 'photos' : name)))]
}

/** Writes about the thing of a draft that were not refused or discarded, in order. */
async function writesAbout(db: LocalDb, key: string) {
  const isAbout = ({ payload }: { payload: unknown }) => {
    const { clientId, listingKey, itemKey } = (payload ?? {}) as Record<string, unknown>
    return [clientId, listingKey, itemKey].includes(key)
  }
  const [receipts, line] = await Promise.all([db.receipts.toArray(), db.outbox.orderBy('order').toArray()])
  const sent = receipts.filter(({ outcome }) => outcome === 'sent')
  return [...sent, ...line.filter(({ state }) => state !== 'attention')].filter(isAbout)
}

/** Two sides with amounts as numbers, and nothing for a rule that is zero. */
function alike(sent: SeenFields, row: SeenFields): [SeenFields, SeenFields] {
  const plain = (side: SeenFields) =>
    Object.fromEntries(
      Object.entries(side).map(([name, value]) => [
        name,
        (typeof row[name] === 'number' ? Number(value) : value) || null,
      ]),
    )
  return [plain(sent), plain(row)]
}
