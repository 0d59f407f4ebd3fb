import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { photoRefusal } from '../../photos/photo-refusal'
import { usePhotoAddress } from '../../photos/use-photo-addresses'
import { usePickedFiles } from '../../photos/use-picked-files'
import { useAccount } from '../../session/account'
import { addToGallery } from './gallery-photos'
import type { PostDraft } from './post-drafts'
import type { CheckedPost } from './post-values'

/** The post form as it is typed: everything of a draft but the id, which no field shows. */
export type PostFormValues = Omit<PostDraft, 'clientId'>
export type PostFormControl = UseFormReturn<PostFormValues, unknown, CheckedPost>

interface PhotoChoice {
  /** Address of the photo as it will be sent. */
  preview: string | null
  progress: string | null
  pick: (file: File) => Promise<void>
  /** The photo in the form, where it is on this device alone. */
  chosen: string | null
  /** Takes one that this device holds already. */
  choose: (blobId: string) => void
}

/**
 * Takes a picked file into the form: made smaller, kept on this device, then shown from what was kept.
 * @param name names the form on this device
 * @param isNew one new post after the other goes through this form
 */
export function usePhotoChoice(
  name: string,
  form: PostFormControl,
  keepPhoto: (values: PostFormValues, photo: PhotoBlob) => Promise<void>,
  isNew: boolean,
): PhotoChoice {
  const { db } = useAccount().engine
  const photo = useWatch({ control: form.control, name: 'photo' })
  const preview = usePhotoAddress(photo)
  const [busy, setBusy] = useState(0)

  const pick = usePickedFiles(name, name, {
    begin: (files) => setBusy((before) => before + files.length),
    async take(kept, isLate) {
      // Another post may have come into the form meanwhile: its photo stays, and this one waits beside it.
      if (isLate && isNew && form.getValues('photo')) return keepForNext(db, kept)
      const chosen = { blobId: kept.blobId }
      await keepPhoto({ ...form.getValues(), photo: chosen }, kept)
      form.setValue('photo', chosen, { shouldDirty: true })
      form.clearErrors('photo')
    },
    end(_, error) {
      if (error !== null) form.setError('photo', { type: 'photo', message: photoRefusal(error) }, { shouldFocus: true })
      setBusy((before) => before - 1)
    },
  })
  return {
    preview,
    progress: busy > 0 ? 'Preparing the photo' : null,
    pick: (file) => pick([file]),
    chosen: photo && 'blobId' in photo ? photo.blobId : null,
    choose(blobId) {
      form.setValue('photo', { blobId }, { shouldDirty: true })
      form.clearErrors('photo')
    },
  }
}

async function keepForNext(db: LocalDb, photo: PhotoBlob): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, async () => {
    await db.blobs.put(photo)
    await addToGallery(db, [photo.blobId])
  })
}
