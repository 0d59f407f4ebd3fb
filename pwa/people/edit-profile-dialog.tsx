import { useState } from 'react'
import { NO_ROOM_TYPED } from '../drafts/no-room'
import { useAccount } from '../session/account'
import type { ShownUser } from '../session/profile-overlay'
import { useReachable } from '../session/use-sync'
import { Modal } from '../ui/modal'
import { errorNotice, useToast } from '../ui/toasts'
import type { ProfileFields } from './profile-draft'
import { ProfileForm } from './profile-form'
import { profileChange, profileFieldsOf } from './profile-values'
import { saveProfile } from './save-profile'
import type { ProfileStart } from './use-profile-draft'

interface EditProfileDialogProps {
  user: ShownUser
  onClose: () => void
}

/** One's own photo and description, to be changed; without a connection too. Closing keeps the draft. */
export function EditProfileDialog({ user, onClose }: EditProfileDialogProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  // A value that came meanwhile from elsewhere is no change of this form.
  const [now] = useState(() => profileFieldsOf(user))

  async function save(values: ProfileFields, start: ProfileStart): Promise<boolean> {
    let opId: string | null
    try {
      opId = await saveProfile(engine, profileChange(now, values, start.seen) ?? {}, start)
    } catch {
      toast(errorNotice('Failed to update profile', NO_ROOM_TYPED))
      return false
    }
    onClose()
    if (opId)
      toast({
        title: 'Profile saved',
        description: reachable ? undefined : 'It goes out automatically once there is a connection.',
      })
    return true
  }
  return (
    <Modal open title="Edit Profile" onClose={onClose} lightDismiss={false}>
      <ProfileForm now={now} onSubmit={save} />
    </Modal>
  )
}
