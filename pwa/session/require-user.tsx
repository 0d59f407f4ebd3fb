import { useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#schema/user'
import type { LockedAccount } from '../disk/device-db'
import { diskUnkept } from '../disk/disk-version'
import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'
import { Spinner } from '../ui/spinner'
import { useAccount } from './account'
import { lockedWords } from './session-words'

interface RequireUserProps {
  children: (user: CurrentUser) => ReactNode
  /** Stands in place of the page for visitors, instead of a redirect to the sign-in page. */
  visitor?: ReactNode
}

/** A protected page: a spinner while nobody knows who is here, the sign-in page for visitors, else the page for its person. */
export function RequireUser({ children, visitor }: RequireUserProps) {
  const { user, locked } = useAccount()
  const { pathname, searchStr } = useLocation()
  const wasSignedIn = useRef(false)
  if (user) wasSignedIn.current = true

  if (user === undefined) return <Spinner label="Loading your account" />
  // Another account is another page, with forms of its own.
  if (user) return <Fragment key={user.id}>{children(user)}</Fragment>
  const here = `${pathname}${searchStr}`
  if (locked) return <Locked locked={locked} here={here} />
  // A person who signs out here is on the way elsewhere already; sending them to sign in would get in the way.
  return wasSignedIn.current ? <SignedOut here={here} /> : (visitor ?? <GoToSignIn here={here} />)
}

function GoToSignIn({ here }: { here: string }) {
  const navigate = useNavigate()
  // The address changes while this is still on the screen; where the person wanted to go does not.
  const [next] = useState(here)
  useEffect(() => {
    navigate({ to: '/auth', search: { next }, replace: true })
  }, [navigate, next])
  return <Spinner label="Going to the sign-in page" />
}

/** The session of the device's account has ended: says so on every screen of theirs, and what signing in brings back. */
function Locked({ locked, here }: { locked: LockedAccount; here: string }) {
  return (
    <EmptyPage
      drawing="offline"
      title="Your session has ended"
      action={<ButtonLink to={`/auth?next=${encodeURIComponent(here)}`}>Sign In</ButtonLink>}
    >
      {lockedWords(locked, diskUnkept())}
    </EmptyPage>
  )
}

function SignedOut({ here }: { here: string }) {
  return (
    <EmptyPage
      drawing="offline"
      title="You are signed out"
      action={<ButtonLink to={`/auth?next=${encodeURIComponent(here)}`}>Sign In</ButtonLink>}
    />
  )
}
