import { JPEG_QUALITY, LONGEST_SIDE_PX, UPLOAD_MESSAGES } from '#schema/upload'
import { fitWithin } from './fit-within'

/** The limit of a picked file, so that a phone has the memory to make it small. The limit of a sent one is lower. */
export const PICKED_MEGABYTES_MAX = 40
export const PICKED_BYTES_MAX = PICKED_MEGABYTES_MAX * 1024 * 1024
const PICKED_MEGAPIXELS_MAX = 60

/** A photo that is ready to be kept and sent. Bytes, because some browsers lose what a Blob on disk stands for. */
export interface PreparedPhoto {
  bytes: ArrayBuffer
  type: 'image/jpeg'
  width: number
  height: number
}

/** A file that cannot become a photo: the specification's words, and what to do. */
export class PhotoRefused extends Error {
  readonly advice: string

  constructor(title: string, advice: string) {
    super(title)
    this.name = 'PhotoRefused'
    this.advice = advice
  }
}

/**
 * Makes a picked file small enough to keep and send: upright, at most 1,200 pixels long, JPEG, and without what its
 * camera wrote into it (place, time). @throws PhotoRefused
 */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  // Some systems do not know their own phone's format by name; those files are left to the decoder.
  if (file.type !== '' && !file.type.startsWith('image/'))
    throw new PhotoRefused(UPLOAD_MESSAGES.notAnImage, 'Please choose a photo.')
  if (file.size > PICKED_BYTES_MAX)
    throw new PhotoRefused(UPLOAD_MESSAGES.tooLarge, `A photo may have up to ${PICKED_MEGABYTES_MAX}MB.`)
  if ((await pixelsOf(file)) > PICKED_MEGAPIXELS_MAX * 1_000_000)
    throw new PhotoRefused(UPLOAD_MESSAGES.tooLarge, `A photo may have up to ${PICKED_MEGAPIXELS_MAX} megapixels.`)
  const bitmap = await decode(file)
  try {
    const { width, height } = fitWithin(bitmap.width, bitmap.height, LONGEST_SIDE_PX)
    const jpeg = await drawJpeg(bitmap, width, height)
    return { bytes: await jpeg.arrayBuffer(), type: 'image/jpeg', width, height }
  } finally {
    bitmap.close()
  }
}

/** How many pixels a photo has by its first bytes, before any is drawn; 0 when they do not say. */
async function pixelsOf(file: File): Promise<number> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = address
    })
    return image.naturalWidth * image.naturalHeight
  } catch {
    // The decoder finds the words for this file.
    return 0
  } finally {
    URL.revokeObjectURL(address)
  }
}

const OPENED_EVERYWHERE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    if (OPENED_EVERYWHERE.has(file.type))
      throw new PhotoRefused(UPLOAD_MESSAGES.failed, 'The file seems to be damaged. Please choose another photo.')
    throw new PhotoRefused(
      UPLOAD_MESSAGES.notAnImage,
      'This browser cannot open that kind of photo. Please choose a JPEG or PNG, or take a screenshot of it.',
    )
  }
}

function drawJpeg(bitmap: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new PhotoRefused(UPLOAD_MESSAGES.failed, 'This device is short of memory. Please try again.')
  // JPEG knows no transparency and would show it black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(blob)
          : reject(new PhotoRefused(UPLOAD_MESSAGES.failed, 'This device is short of memory. Please try again.')),
      'image/jpeg',
      JPEG_QUALITY / 100,
    ),
  )
}
