import { Pencil, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { WaitingChip } from '../outbox/waiting-chip'
import { useAccount } from '../session/account'
import { readRefusedProfile, type ShownUser } from '../session/profile-overlay'
import { useLiveQuery } from '../session/use-live-query'
import { ButtonLink } from '../ui/button-link'
import { FieldError } from '../ui/fields/field'
import { ProfileHead } from './profile-head'
import { useOwnPhoto } from './use-own-photo'

const EditProfileDialog = lazy(() =>
  import(/* piece: write */ './edit-profile-dialog').then((module) => ({ default: module.EditProfileDialog })),
)

/** One's own photo and words, how far a change of them has come, and the ways to change them. */
export function OwnHead({ user }: { user: ShownUser }) {
  const { engine } = useAccount()
  const [isEditing, setEditing] = useState(false)
  const photo = useOwnPhoto(user)
  const refused = useLiveQuery(() => readRefusedProfile(engine.db), [engine])
  return (
    <>
      <ProfileHead person={user} photo={photo}>
        {user.waiting && (
          <div>
            <WaitingChip state={user.waiting} />
          </div>
        )}
        {refused && (
          <FieldError>{`Failed to update profile: ${refused.message} What you typed is kept; press Edit Profile to put it right.`}</FieldError>
        )}
        <div className="row profile__buttons">
          <button type="button" onClick={() => setEditing(true)}>
            <Pencil />
            Edit Profile
          </button>
          <ButtonLink look="secondary" to="/settings">
            <Settings />
            Settings
          </ButtonLink>
        </div>
      </ProfileHead>
      {isEditing && (
        <Suspense>
          <EditProfileDialog user={user} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
