import * as z from 'zod/mini'
import type { DraftKind } from '#schema/draft'
import { differingFields, type SeenFields } from '#schema/edit'
import { dollarsToCents } from '#schema/money'
import type { LocalDb } from '../disk/local-db'
import { PhotoRef, parseMutation, photosOf, requestOf } from '../disk/mutations'
import { blobsIn } from '../drafts/kept-photos'
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
  const urlOf = await addressesOf(db, photosOf(`${kind}.create`, payload))
  const { body } = requestOf(`${kind}.create`, payload, urlOf)
  return formNames(differingFields(...alike(body as SeenFields, { ...thing })))
}

/** Names the fields that were typed in a form and that the published thing does not say. */
export async function typedOtherwise(
  db: LocalDb,
  kind: DraftKind,
  { photos, ...words }: Record<string, unknown>,
  thing: OwnRow,
): Promise<string[]> {
  const urlOf = await addressesOf(db, blobsIn(photos))
  const price = kind === 'item' && typeof words.price === 'string' ? dollarsToCents(words.price) : null
  const typed = { ...words, ...(price !== null && { price }), ...typedPhotos(photos, urlOf) }
  return formNames(differingFields(...alike({ ...thing, ...typed }, { ...thing })))
}

const TypedPhotos = z.array(z.object({ photo: PhotoRef, alt: z.string() }))

function typedPhotos(photos: unknown, urlOf: (blobId: string) => string): SeenFields {
  if (photos === undefined) return {}
  const known = TypedPhotos.safeParse(photos).data ?? []
  const [mainImage, ...images] = known.map(({ photo }) => ('url' in photo ? photo.url : urlOf(photo.blobId)))
  return { mainImage, images, photoAlts: known.map(({ alt }) => alt.trim()) }
}

async function addressesOf(db: LocalDb, blobIds: string[]): Promise<(blobId: string) => string> {
  const photos = await db.blobs.bulkGet(blobIds)
  const addresses = new Map(photos.flatMap((photo) => (photo?.url ? [[photo.blobId, photo.url]] : [])))
  return (blobId) => addresses.get(blobId) ?? ''
}

/** The server's names as the form has them. */
function formNames(names: string[]): string[] {
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
    Object.fromEntries(Object.entries(side).map(([name, value]) => [name, plainValue(name, value, row[name])]))
  return [plain(sent), plain(row)]
}

function plainValue(name: string, value: unknown, stands: unknown): unknown {
  if (name === 'customizationOptions') return plainOptions(value) ?? value
  const text = typeof value === 'string' ? value.trim() : value
  const number = Number(text)
  const isAmount = !Number.isNaN(number) && (typeof stands === 'number' || number === 0)
  return (isAmount ? number : text) || null
}

/** An option as it is typed, or as it is sent. */
const AnyOption = z.object({
  name: z.string(),
  type: z.string(),
  choices: z.optional(z.array(z.object({ name: z.string(), shade: z.string() }))),
  options: z.optional(z.array(z.string())),
  required: z.boolean(),
  maxLength: z.optional(z.union([z.string(), z.number()])),
  hint: z.optional(z.string()),
})

function plainOptions(options: unknown): unknown {
  const known = z.array(AnyOption).safeParse(options).data
  return known?.map(({ name, type, choices, options: sent, required, maxLength = '', hint = '' }) => {
    const words = choices?.map(choiceWords) ?? sent ?? []
    return { name: name.trim(), type, words, required, maxLength: String(maxLength), hint: hint.trim() }
  })
}

/** A color that has no name is called by its shade. */
function choiceWords({ name, shade }: { name: string; shade: string }): string {
  const words = name.trim()
  return words === shade ? words : `${words} ${shade}`.trim()
}
