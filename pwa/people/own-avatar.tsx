import type { ShownUser } from '../session/profile-overlay'
import { Avatar } from '../ui/avatar'
import { useOwnPhoto } from './use-own-photo'

/** The signed-in person's photo in the navigation, also one that is on this device alone. */
export function OwnAvatar({ user }: { user: ShownUser }) {
  return <Avatar name={user.username} src={useOwnPhoto(user)} size="small" />
}
