import type { LocalDb } from '../disk/local-db'
import { ApiError } from '../sync/client'
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

type Photos = readonly { blobId: string }[]
/** Told before each photo: 'the second of three'. */
type OnProgress = (place: number, count: number) => void

/**
 * Sends a form with the addresses of its photos, in order, while its person waits. Photos that the server has lost since they
 * arrived go out once more, and the form after them.
 * @throws UploadFailed, PhotoLost, and what `send` throws
 */
export async function sendWithPhotos<Answer>(
  db: LocalDb,
  photos: Photos,
  onProgress: OnProgress,
  send: (addresses: string[]) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(await sendPhotos(db, photos, onProgress))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'upload_gone') throw error
    await db.blobs.bulkUpdate(photos.map(({ blobId }) => ({ key: blobId, changes: { url: null } })))
    return send(await sendPhotos(db, photos, onProgress))
  }
}

/** Brings photos to the server. A photo that has arrived is not sent again at the next try. @returns their addresses, in order */
async function sendPhotos(db: LocalDb, photos: Photos, onProgress: OnProgress): Promise<string[]> {
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
