import { MAX_DAMAGE_PHOTOS } from '#schema/damage-report'
import type { PhotoBlob } from '../disk/local-db'
import { usePhotoAddresses } from './use-photo-addresses'
import { usePhotoPicks } from './use-photo-picks'

type Photos = { blobId: string }[]

interface PhotoForm {
  /** Names the form on this device. */
  name: string
  /** Names its draft. */
  draftId: string
  photos: Photos
  /** The photos of the form as they are at that moment. */
  read: () => Photos
  change: (photos: Photos) => void
  /** Keeps a picked photo with the form that shows it. @throws when this device has no room for it */
  keepPhoto: (photos: Photos, picked: PhotoBlob) => Promise<void>
}

/** The photos of a damage form, for their field. */
export function useDamagePhotos({ name, draftId, photos, read, change, keepPhoto }: PhotoForm) {
  const addresses = usePhotoAddresses(photos)
  const { busy, refused, pick } = usePhotoPicks(name, draftId, async (picked) => {
    const next = [...read(), { blobId: picked.blobId }]
    await keepPhoto(next, picked)
    change(next)
  })
  return {
    items: photos.map(({ blobId }, index) => ({ id: blobId, address: addresses[index] ?? null })),
    busy,
    refused,
    max: MAX_DAMAGE_PHOTOS,
    onAdd: (files: File[]) => void pick(files, MAX_DAMAGE_PHOTOS - photos.length - busy.length),
    onRemove: (id: string) => change(read().filter(({ blobId }) => blobId !== id)),
  }
}
