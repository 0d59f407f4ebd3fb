import * as z from 'zod/mini'
import { PhotoUrl, photoSources, uploadPath } from '#schema/upload'
import { BIO_MAX } from '#schema/user'
import { type MutationPayload, PhotoRef } from '../disk/mutations'
import type { RefusedProfile, ShownUser } from '../session/profile-overlay'
import type { ProfileDraft, ProfileFields } from './profile-draft'

/** The profile form, checked. */
export const CheckedProfile = z.object({
  description: z.string().check(z.trim(), z.maxLength(BIO_MAX, 'Description must be 500 characters or less')),
  photo: z.nullable(PhotoRef),
  photoUrl: z.string().check(
    z.trim(),
    z.refine((url) => url === '' || isPhotoAddress(url), 'Please provide a valid image URL'),
  ),
})
export type CheckedProfile = z.infer<typeof CheckedProfile>

/** The form of a profile as it stands: a photo from elsewhere is its address, one of ours is a photo. */
export function profileFieldsOf({ description, profilePhoto, photoBlobId }: ShownUser): ProfileFields {
  const words = { description: description ?? '' }
  if (photoBlobId) return { ...words, photo: { blobId: photoBlobId }, photoUrl: '' }
  if (!profilePhoto) return { ...words, photo: null, photoUrl: '' }
  const isOurs = photoSources(profilePhoto).srcset !== undefined
  return isOurs
    ? { ...words, photo: { url: profilePhoto }, photoUrl: '' }
    : { ...words, photo: null, photoUrl: profilePhoto }
}

/** A form in which a refused change is typed again, so that its words can be put right. */
export function withRefused(
  fields: ProfileFields,
  { description, photo }: MutationPayload<'profile.save'>,
): ProfileFields {
  const words = description === undefined ? fields : { ...fields, description: description ?? '' }
  if (photo === undefined) return words
  const isElsewhere = photo !== null && 'url' in photo && photoSources(photo.url).srcset === undefined
  return isElsewhere ? { ...words, photo: null, photoUrl: photo.url } : { ...words, photo, photoUrl: '' }
}

const isDescribed = ({ base, values }: ProfileDraft) => values.description !== base.description

/** A kept form over the profile as it stands now: what its person did not touch is what it is elsewhere. */
export function continued({ base, values }: ProfileDraft, now: ProfileFields): ProfileFields {
  const isPhotoTouched = !isSamePhoto(base, values)
  return {
    description: isDescribed({ base, values }) ? values.description : now.description,
    photo: isPhotoTouched ? values.photo : now.photo,
    photoUrl: isPhotoTouched ? values.photoUrl : now.photoUrl,
  }
}

/**
 * The form as its person finds it: what they had typed, over what was refused, over the profile as it stands. `seen`: the
 * description that they had before them as they began to type another; beside a refused one that of today is shown.
 */
export function asLeft(
  draft: ProfileDraft | null,
  { now, refused }: { now: ProfileFields; refused: Pick<RefusedProfile, 'change' | 'stands'> | null },
): ProfileDraft & { seen: string } {
  const base = refused ? withRefused(now, refused.change) : now
  const values = draft ? continued(draft, base) : base
  if (refused?.change.description !== undefined) return { base, values, seen: refused.stands ?? now.description }
  const seen = draft && isDescribed(draft) ? draft.base.description : now.description
  return { base: { ...base, description: seen }, values, seen }
}

/**
 * The changes of a checked form; null when there are none.
 * @param seen the description that the form had shown first
 */
export function profileChange(
  now: ProfileFields,
  values: ProfileFields,
  seen: string,
): MutationPayload<'profile.save'> | null {
  const isDescribed = values.description.trim() !== now.description.trim()
  const isPhotographed = !isSamePhoto(now, values)
  if (!isDescribed && !isPhotographed) return null
  return {
    ...(isDescribed && { description: values.description.trim(), seen: { description: seen.trim() || null } }),
    ...(isPhotographed && { photo: chosenPhoto(values) }),
  }
}

/** An address that is typed goes before a photo that was picked. */
function chosenPhoto({ photo, photoUrl }: Pick<ProfileFields, 'photo' | 'photoUrl'>): PhotoRef | null {
  return photoUrl.trim() === '' ? photo : { url: typedPath(photoUrl) }
}

/** Whether a typed address is that of a photo of ours: no other is taken. */
export function isPhotoAddress(url: string): boolean {
  return PhotoUrl.safeParse(typedPath(url)).success
}

const typedPath = (url: string) => uploadPath(url.trim(), globalThis.location?.origin ?? '')

function isSamePhoto(a: ProfileFields, b: ProfileFields): boolean {
  return JSON.stringify(chosenPhoto(a)) === JSON.stringify(chosenPhoto(b))
}
