import { useState } from 'react'
import { saveProfile } from '../../actions/save-profile'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { Modal } from '../../components/modal'
import { forgetProfileDraft, type ProfileFields } from '../../db/profile-draft'
import type { ShownUser } from '../../db/profile-overlay'
import { useToast } from '../../notifications/toasts'
import { ProfileForm } from './profile-form'
import { fieldsOf, profileChange } from './profile-values'

interface EditProfileDialogProps {
  user: ShownUser
  onClose: () => void
}

/** One's own photo and description, to be changed; without a connection too. Closing keeps the draft. */
export function EditProfileDialog({ user, onClose }: EditProfileDialogProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()
  // What came meanwhile from elsewhere is no change of this form.
  const [now] = useState(() => fieldsOf(user))

  async function save(values: ProfileFields): Promise<boolean> {
    const change = profileChange(now, values)
    try {
      await (change ? saveProfile(engine, change) : forgetProfileDraft(engine.db))
    } catch {
      toast({
        variant: 'destructive',
        title: 'Failed to update profile',
        description: 'There may be no room on this device. What you typed is still here.',
      })
      return false
    }
    onClose()
    if (change)
      toast({
        title: 'Profile saved',
        description: reachable ? undefined : 'It goes out by itself once there is a connection.',
      })
    return true
  }
  return (
    <Modal open title="Edit Profile" onClose={onClose} lightDismiss={false}>
      <ProfileForm now={now} onSubmit={save} />
    </Modal>
  )
}
