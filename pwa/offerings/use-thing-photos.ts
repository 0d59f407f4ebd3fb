import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { PhotoBlob } from '../disk/local-db'
import type { PhotoRef } from '../disk/mutations'
import { usePhotoAddresses } from '../photos/use-photo-addresses'
import { usePhotoPicks } from '../photos/use-photo-picks'
import type { PhotoItem } from '../ui/fields/photo-tile'
import type { ThingPhotos, ThingValues } from './thing-form'

type Photos = ThingValues['photos']

interface PhotosHome {
  /** Names the form on this device. */
  name: string
  /** Names its draft. */
  draftId: string
  /** Sees to it that the form can be found again: photos are about to be made ready for it. */
  begin?: (photos: Photos) => void
  /** Keeps the form's photos together with those that were picked just now. @throws when this device has no room */
  keep(photos: Photos, picked: PhotoBlob[]): Promise<unknown>
}

/** The photos of a form, for its field. @param max at most so many */
export function useThingPhotos<Values extends ThingValues, Checked>(
  whole: UseFormReturn<Values, unknown, Checked>,
  max: number,
  home: PhotosHome,
): ThingPhotos {
  // All forms have the same photos, whatever else they ask.
  const form = whole as unknown as UseFormReturn<ThingValues>
  const photos = useWatch({ control: form.control, name: 'photos' })
  const addresses = usePhotoAddresses(photos.map(({ photo }) => photo))
  const { errors } = form.formState
  const set = (next: Photos) => form.setValue('photos', next, { shouldDirty: true })
  const { busy, refused, pick } = usePhotoPicks(home.name, home.draftId, (picked) => takePhoto(form, home.keep, picked))
  const ids = photoIds(photos.map(({ photo }) => photo))
  const indexOf = (id: string) => ids.indexOf(id)
  const items = photos.map(({ alt }, index): PhotoItem => {
    const altError = errors.photos?.[index]?.alt?.message
    return { id: ids[index] ?? '', address: addresses[index] ?? null, alt, ...(altError ? { altError } : {}) }
  })
  return {
    items,
    busy,
    refused,
    max,
    onAdd(files: File[]) {
      home.begin?.(form.getValues('photos'))
      void pick(files, max - photos.length - busy.length)
    },
    onRemove: (id: string) => set(photos.filter((_, index) => index !== indexOf(id))),
    onMove(id: string, to: number) {
      const moved = photos[indexOf(id)]
      if (moved) set(photos.filter((photo) => photo !== moved).toSpliced(to, 0, moved))
    },
    onDescribe: (id: string, alt: string) =>
      set(photos.map((photo, index) => (index === indexOf(id) ? { ...photo, alt } : photo))),
  }
}

type PhotosForm = Pick<UseFormReturn<ThingValues>, 'getValues' | 'setValue' | 'clearErrors'>

/** Shows a photo in the form once it is kept with it. @throws when this device has no room for it: the form is kept without */
export async function takePhoto(form: PhotosForm, keep: PhotosHome['keep'], picked: PhotoBlob): Promise<void> {
  const added = { photo: { blobId: picked.blobId }, alt: '' }
  const kept = keep([...form.getValues('photos'), added], [picked])
  // Beside the wait: the form shows the photo before anything else that was typed is kept.
  kept.catch(() => keep(form.getValues('photos'), []).catch(() => undefined))
  await kept
  const now = form.getValues('photos')
  const isIn = now.some(({ photo }) => 'blobId' in photo && photo.blobId === picked.blobId)
  if (!isIn) form.setValue('photos', [...now, added], { shouldDirty: true })
  form.clearErrors('photos')
}

/** A name for each photo that stays when it moves; one that is there twice has two. */
function photoIds(photos: PhotoRef[]): string[] {
  const seen = new Map<string, number>()
  return photos.map((photo) => {
    const name = 'blobId' in photo ? photo.blobId : photo.url
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return times === 0 ? name : `${name} ${times}`
  })
}
