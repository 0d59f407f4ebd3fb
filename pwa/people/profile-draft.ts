import * as z from 'zod/mini'
import { PhotoRef } from '../disk/mutations'
import { type DeviceDraft, draftOf } from '../drafts/draft-of'
import { blobsIn } from '../drafts/kept-photos'
import { addToGallery } from '../inspiration/sharing/gallery-photos'

/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Typed = z.string().check(z.maxLength(100_000))

/** The profile form as it is typed. `photoUrl` is a photo's address elsewhere; while there is one it goes before `photo`. */
export const ProfileFields = z.object({ description: Typed, photo: z.nullable(PhotoRef), photoUrl: Typed })
export type ProfileFields = z.infer<typeof ProfileFields>

/** A form with what it started from, so that what nobody touched can follow the person's other devices. */
export const ProfileDraft = z.object({ base: ProfileFields, values: ProfileFields })
export type ProfileDraft = z.infer<typeof ProfileDraft>

/** The profile form, on this device. One whose photo is lost goes on with the photo that was there before. */
export const profileDraft: DeviceDraft<ProfileDraft> = draftOf({
  id: 'profile',
  kind: 'profile',
  shape: ProfileDraft,
  startOf: ({ base }) => base,
  photosOf: ({ values }) => blobsIn(values.photo),
  keepElsewhere: addToGallery,
  withoutLost: (draft, isHeld) => {
    const { base, values } = draft
    return isHeld(values.photo) ? draft : { base, values: { ...values, photo: base.photo } }
  },
})
