import { usePhotoAddress } from '../photos/use-photo-addresses'
import type { ShownUser } from '../session/profile-overlay'

/** The signed-in person's photo, also one that is on this device alone; null when there is none. */
export function useOwnPhoto(user: Pick<ShownUser, 'profilePhoto' | 'photoBlobId'> | null | undefined): string | null {
  const local = usePhotoAddress(user?.photoBlobId ? { blobId: user.photoBlobId } : null)
  return user?.photoBlobId ? local : (user?.profilePhoto ?? null)
}
