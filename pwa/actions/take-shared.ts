import { keepStorage } from '../db/keep-storage'
import type { LocalDb, PhotoBlob } from '../db/local-db'
import { dropShared, findShared, type SharedPhotos } from '../db/shared-photos'
import { PhotoRefused, preparePhoto } from '../uploads/prepare-photo'
import { keepShared } from './keep-shared'

/** How many photos of a share are kept now, and why the others are not. */
export interface TakenShare {
  photos: number
  refused: PhotoRefused[]
}

/**
 * Puts what another app has shared into the form of a new post.
 * @returns null when there is nothing (any more): it has to be chosen again
 * @throws when this device has no room for the photos
 */
export async function takeShared(db: LocalDb, id: string): Promise<TakenShare | null> {
  const shared = await findShared(id)
  if (!shared) return null
  try {
    const { photos, refused } = await prepareAll(shared)
    await keepShared(db, photos, shared)
    void keepStorage()
    return { photos: photos.length, refused }
  } finally {
    // Also when there was no room: it would fail again.
    await dropShared(id)
  }
}

async function prepareAll({ photos }: SharedPhotos): Promise<{ photos: PhotoBlob[]; refused: PhotoRefused[] }> {
  const prepared: PhotoBlob[] = []
  const refused: PhotoRefused[] = []
  // One after the other: a phone cannot hold many of them unpacked.
  for (const { bytes, name, type } of photos) {
    try {
      const photo = await preparePhoto(new File([bytes], name, { type }))
      prepared.push({ blobId: crypto.randomUUID(), ...photo, createdAt: new Date().toISOString(), url: null })
    } catch (error) {
      if (!(error instanceof PhotoRefused)) throw error
      refused.push(error)
    }
  }
  return { photos: prepared, refused }
}
