import { keepStorage } from '../../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { PhotoRefused, preparePhoto } from '../../photos/prepare-photo'
import { dropShared, findShared, type SharedPhotos } from '../../photos/shared-photos'
import { keepShared } from './keep-shared'

/** How many photos of a share are kept now, and why the others are not. */
export interface TakenShare {
  photos: number
  refused: PhotoRefused[]
  hasWords: boolean
  /** So many photos were too much for one share. */
  leftOut: number
}

/**
 * Puts what another app has shared into the form of a new post.
 * @returns null when there is nothing (any more): it has to be chosen again; 'full' when too many drafts wait already
 * @throws when this device has no room for the photos: the share goes on waiting
 */
export async function takeShared(db: LocalDb, id: string): Promise<TakenShare | 'full' | null> {
  const shared = await findShared(id)
  if (!shared) return null
  const { photos, refused } = await prepareAll(shared)
  const hasWords = `${shared.title}${shared.text}`.trim() !== ''
  const isOfUse = photos.length > 0 || hasWords
  if (isOfUse && !(await keepShared(db, photos, shared))) return 'full'
  void keepStorage()
  await dropShared(id)
  return { photos: photos.length, refused, hasWords, leftOut: shared.leftOut }
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
