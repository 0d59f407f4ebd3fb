import type { LocalDb } from '../disk/local-db'
import { uploadPhoto } from './upload-photo'

/** A photo of a form is not on this device any more. */
export class PhotoLost extends Error {
  constructor() {
    super('One of the photos is no longer on this device. Please remove it and choose it again.')
    this.name = 'PhotoLost'
  }
}

/** The server did not take a photo of a form, or did not answer; `cause` is what `call` throws. */
export class UploadFailed extends Error {}

/**
 * Brings photos to the server while their person waits. Those that have arrived are not sent again at the next try.
 * @param onProgress told before each: 'the second of three'
 * @returns their addresses, in order
 * @throws UploadFailed, PhotoLost
 */
export async function sendPhotos(
  db: LocalDb,
  photos: readonly { blobId: string }[],
  onProgress: (place: number, count: number) => void,
): Promise<string[]> {
  const addresses: string[] = []
  for (const [index, { blobId }] of photos.entries()) {
    const photo = await db.blobs.get(blobId)
    if (!photo) throw new PhotoLost()
    if (photo.url === null) {
      onProgress(index + 1, photos.length)
      photo.url = await uploadPhoto(photo).catch((cause: unknown) => {
        throw new UploadFailed('Upload failed', { cause })
      })
      await db.blobs.update(blobId, { url: photo.url })
    }
    addresses.push(photo.url)
  }
  return addresses
}
