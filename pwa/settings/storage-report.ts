import { deviceDb } from '../disk/device-db'
import { sumBytes } from '../disk/evict-photos'
import type { LocalDb } from '../disk/local-db'
import { photosShortAt, readPhotoBudget } from '../disk/photo-budget'
import { EARLIER_KIND } from '../drafts/earlier-words'
import { withoutPhotosOf } from '../sync/outbox-queries'

/** The photos on this device, in bytes. */
export interface PhotoReport {
  budget: number
  count: number
  bytes: number
  /** Of those that are wanted without a connection. */
  wantedBytes: number
  /** When there was last no room for a photo, in milliseconds since the epoch. */
  shortAt: number | null
}

export async function readPhotoReport(): Promise<PhotoReport> {
  const [held, pins, budget, shortAt] = await Promise.all([
    deviceDb.heldPhotos.toArray(),
    deviceDb.photoPins.toArray(),
    readPhotoBudget(),
    photosShortAt(),
  ])
  const wanted = new Set(pins.map(({ url }) => url))
  const wantedBytes = sumBytes(held.filter(({ url }) => wanted.has(url)))
  return { budget, count: held.length, bytes: sumBytes(held), wantedBytes, shortAt }
}

/** Bytes of the catalogue, counted by the characters of its text. */
export async function catalogueBytes(db: LocalDb): Promise<number> {
  let bytes = 0
  await db.chunks.each(({ text }) => {
    bytes += text.length
  })
  await db.changed.each(({ text }) => {
    bytes += text.length
  })
  return bytes
}

/** The person's work that nobody else has yet: drafts with their photos, and writes that wait. */
export interface UnsentReport {
  drafts: number
  waiting: number
  bytes: number
}

export async function readUnsent(db: LocalDb): Promise<UnsentReport> {
  const [drafts, waiting] = await Promise.all([
    db.drafts.toArray(),
    db.outbox.where('state').anyOf('queued', 'sending', 'attention').toArray(),
  ])
  let bytes = sizeOfAll(drafts) + sizeOfAll(waiting)
  for (const files of [db.blobs, db.picked])
    await files.each((file: { bytes: ArrayBuffer }) => {
      bytes += file.bytes.byteLength
    })
  await deviceDb.shared.each(({ photos }) => {
    for (const photo of photos) bytes += photo.bytes.byteLength
  })
  return {
    drafts: drafts.filter(({ kind }) => kind !== EARLIER_KIND).length,
    waiting: withoutPhotosOf(waiting).length,
    bytes,
  }
}

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0
const sizeOfAll = (rows: unknown[]) => rows.reduce<number>((sum, row) => sum + sizeOf(row), 0)
