import { createHash } from 'node:crypto'
import { Refusal } from '#schema/errors'
import {
  JPEG_QUALITY,
  LONGEST_SIDE_PX,
  MAX_UPLOAD_MEGAPIXELS,
  SMALLER_WIDTHS_PX,
  UPLOAD_MESSAGES,
} from '#schema/upload'
import type { Objects } from '../storage/objects'
import { layOnWhite } from './lay-on-white'
import { readRows } from './png-rows'

/** A photo as it is kept; `bytes` is the length of the largest of its files. */
export interface StoredPhoto {
  sha256: string
  bytes: number
  width: number
  height: number
  /** Mean colour, `#rrggbb`, to keep the photo's place with. */
  tint: string
}

export interface PreparedPhoto extends StoredPhoto {
  /** The files to write, by name. */
  files: Map<string, Uint8Array>
}

const DAY_MS = 86_400_000
const ACCEPTED: readonly Bun.Image.Format[] = ['jpeg', 'png', 'webp']
const CONVERT_FIRST = 'This kind of photo cannot be read here. Please choose a JPEG, PNG or WebP.'
const DECODING = { maxPixels: MAX_UPLOAD_MEGAPIXELS * 1_000_000, autoOrient: true }
const OWN_PHOTO = /\/uploads\/([a-f0-9]{64})\.jpg$/
const FILE_NAME = /^([a-f0-9]{64})(?:-320|-640)?\.jpg$/
/** Of any of its files, those that were made of another one included. */
const ANY_FILE_NAME = /^([a-f0-9]{64})(?:-320|-640)?\.(?:jpg|webp)$/

/**
 * Decodes a photo once and encodes it anew in three widths, which drops location and every other metadata, and whatever else
 * hid in the file. The type is what the bytes are, whatever their name says.
 * @throws Refusal `unsupported_type`, `too_large` (too many pixels), `upload_failed` (damaged)
 */
export async function preparePhoto(file: Uint8Array): Promise<PreparedPhoto> {
  try {
    const { format } = await new Bun.Image(file, DECODING).metadata()
    if (!ACCEPTED.includes(format)) throw new Refusal('unsupported_type', CONVERT_FIRST)
    // The original may have 24 megapixels; everything is drawn from its largest form, which has 1.4 at most.
    const drawn = fit(file, LONGEST_SIDE_PX, LONGEST_SIDE_PX)
    const fitted = await (format === 'jpeg' ? drawn.png({ compressionLevel: 0 }).bytes() : layOnWhite(drawn))
    const large = await encode(new Bun.Image(fitted, DECODING))
    const { width, height } = await new Bun.Image(large).metadata()
    const sha256 = createHash('sha256').update(large).digest('hex')
    const tint = await tintOf(fitted)
    const files = new Map([[`${sha256}.jpg`, large]])
    for (const narrow of SMALLER_WIDTHS_PX) files.set(`${sha256}-${narrow}.jpg`, await encode(fit(fitted, narrow)))
    return { sha256, bytes: large.byteLength, width, height, tint, files }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The mean colour: the photo drawn as one pixel. */
async function tintOf(bytes: Uint8Array): Promise<string> {
  const { rows } = await readRows(new Bun.Image(bytes, DECODING).resize(1, 1, { fit: 'fill' }))
  return `#${rows.subarray(1, 4).toString('hex')}`
}

/** Prepares a photo and puts it among the uploads. The same picture is kept once, however often it comes. */
export async function storePhoto(photos: Objects, bytes: Uint8Array): Promise<StoredPhoto> {
  const { files, ...stored } = await preparePhoto(bytes)
  await putPhoto(photos, files)
  return stored
}

/** Puts the files that are not there yet. */
export async function putPhoto(photos: Objects, files: Map<string, Uint8Array>): Promise<void> {
  for (const [name, content] of files) if ((await photos.size(name)) === null) await photos.put(name, content)
}

/** The names of a photo's files, the largest first. */
export function photoFileNames(sha256: string): string[] {
  return ['', ...SMALLER_WIDTHS_PX.map((width) => `-${width}`)].map((ending) => `${sha256}${ending}.jpg`)
}

/** The name of the WebP that is made of a photo's file. */
export function webpName(name: string): string {
  return name.replace(/\.jpg$/, '.webp')
}

/** The hashes of the photos whose files were put more than so many days ago. */
export async function listOldPhotos(photos: Objects, days: number): Promise<string[]> {
  const before = Date.now() - days * DAY_MS
  const old = (await photos.list('')).filter(({ storedAt }) => storedAt.getTime() < before)
  return [...new Set(old.map(({ name }) => ANY_FILE_NAME.exec(name)?.[1]).filter((hash) => hash !== undefined))]
}

/** The hash of the photo that a file of this name holds, in whatever width; null for a name that no photo can have. */
export function photoHash(name: string): string | null {
  return FILE_NAME.exec(name)?.[1] ?? null
}

/** The hash in the address of a photo of ours; null for any other address. */
export function ownPhotoHash(url: string | null): string | null {
  return OWN_PHOTO.exec(url ?? '')?.[1] ?? null
}

function encode(image: Bun.Image): Promise<Uint8Array> {
  return image.jpeg({ quality: JPEG_QUALITY }).bytes()
}

function fit(bytes: Uint8Array, width: number, height?: number): Bun.Image {
  const how = height === undefined ? 'fill' : 'inside'
  return new Bun.Image(bytes, DECODING).resize(width, height, { fit: how, withoutEnlargement: true })
}

function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_IMAGE_UNKNOWN_FORMAT') return new Refusal('unsupported_type', UPLOAD_MESSAGES.notAnImage)
  if (code === 'ERR_IMAGE_FORMAT_UNSUPPORTED') return new Refusal('unsupported_type', CONVERT_FIRST)
  if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') return new Refusal('too_large', UPLOAD_MESSAGES.tooManyPixels)
  if (code === 'ERR_IMAGE_DECODE_FAILED') return new Refusal('upload_failed', UPLOAD_MESSAGES.failed)
  return error
}
