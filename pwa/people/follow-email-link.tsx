import { useState } from 'react'
import type { EmailLinkUsed } from '#schema/account'
import { useAccount } from '../session/account'
import { callAccount } from '../session/call-account'
import { sendFailure } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { ApiError } from '../sync/client'
import { BusyButton } from '../ui/busy-button'
import { ButtonLink } from '../ui/button-link'
import { NeedsConnection } from '../ui/needs-connection'
import { useToast } from '../ui/toasts'

const DONE: Record<EmailLinkUsed['done'], { title: string; words: (username: string) => string }> = {
  verified: {
    title: 'Your email address is confirmed',
    words: (username) => `${username} can list, offer, buy, post, write and report now.`,
  },
  changed: {
    title: 'Your email address is changed',
    words: (username) => `Mails for ${username} come here from now on.`,
  },
  undone: {
    title: 'The change is undone',
    words: (username) =>
      `Mails for ${username} come here again, and every other device was signed out. Somebody else may know the password: please choose a new one.`,
  },
}

const NEXT = 'Press once more: if the link no longer works, it was used.'

/** One press, which does what the link is for. */
export function FollowEmailLink({ token, isUndo }: { token: string; isUndo: boolean }) {
  const { user, refreshUser } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [used, setUsed] = useState<EmailLinkUsed | 'over' | null>(token ? null : 'over')
  async function follow() {
    setBusy(true)
    try {
      setUsed(await callAccount('followEmailLink', { body: { token } }))
      if (user) await refreshUser()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') setUsed('over')
      else toast(sendFailure(error, 'Nothing was changed', NEXT))
    } finally {
      setBusy(false)
    }
  }
  if (used === 'over')
    return (
      <>
        <h1 id="address-title">This link no longer works</h1>
        <p role="alert">It was used, it has expired, or a newer link replaced it.</p>
        {user && !user.unverified && (
          <p dir="auto">{`The email address of ${user.username}, ${user.email}, is confirmed.`}</p>
        )}
        <ButtonLink to="/settings?tab=security" wide>
          Ask for a new link
        </ButtonLink>
      </>
    )
  if (used)
    return (
      <>
        <h1 id="address-title">{DONE[used.done].title}</h1>
        <p role="status" dir="auto">
          {DONE[used.done].words(used.username)}
        </p>
        <ButtonLink to={used.done === 'undone' ? '/new-password' : '/'} wide>
          {used.done === 'undone' ? 'Choose a new password' : 'Go on'}
        </ButtonLink>
      </>
    )
  return (
    <div className="stack">
      <h1 id="address-title">{isUndo ? 'Undo the change of your email address' : 'Confirm your email address'}</h1>
      <p className="muted">
        {isUndo
          ? 'Mails come to this address again, and every other device is signed out.'
          : 'Mails of your account come to this address.'}
      </p>
      {!reachable && <NeedsConnection what="This" />}
      <BusyButton className="is-wide" busy={isBusy} busyLabel="One moment" disabled={!reachable} onClick={follow}>
        {isUndo ? 'Undo the change' : 'Confirm'}
      </BusyButton>
    </div>
  )
}
