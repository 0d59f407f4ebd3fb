import type { PublicUser } from '#schema/user'
import { ReportButton } from '../moderation/report-button'
import { useAccount } from '../session/account'
import { NavLink } from '../ui/nav-link'
import { BlockButton } from './block-button'
import { ProfileHead } from './profile-head'

/** How everybody sees a person; the person themself finds the way back to where they can change it. */
export function PublicHead({ person, isOwn }: { person: PublicUser; isOwn: boolean }) {
  const { user } = useAccount()
  return (
    <ProfileHead person={person} photo={person.profilePhoto}>
      {!isOwn && user && (
        <div className="wrap gap-2">
          <BlockButton person={person} />
          <ReportButton
            kind="person"
            id={person.id}
            ownerId={person.id}
            title={person.username}
            photos={person.profilePhoto ? [person.profilePhoto] : []}
          />
        </div>
      )}
      {isOwn && (
        <p>
          This is how others see you. <NavLink to="/profile">Edit your profile</NavLink>
        </p>
      )}
    </ProfileHead>
  )
}
