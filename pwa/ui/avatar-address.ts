import type { PublicUser } from '#schema/user'

/** A person's photo; where their row is not on this device, the address at which the server draws or shows them. */
export function avatarAddress(
  userId: number,
  person: Pick<PublicUser, 'profilePhoto'> | null | undefined,
): string | null {
  return person ? person.profilePhoto : `/api/users/${userId}/avatar`
}
