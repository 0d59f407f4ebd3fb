import { CirclePause } from 'lucide-react'
import type { Paused } from '../disk/local-db'
import { applyUpdate } from '../session/apply-update'
import { isUpdateReady, onUpdateReady } from '../session/service-worker-bridge'
import { signInWords } from '../session/session-words'
import { ButtonLink } from '../ui/button-link'
import { useSource } from '../ui/use-source'

const REASONS: Record<Paused, string> = {
  unauthenticated: 'Your session has ended, so nothing is sent. Nothing is lost either.',
  wrong_user: 'Somebody else has signed in with this browser, so nothing of yours is sent.',
  client_too_old: 'This version is too old to send. Everything stays here until the app is up to date.',
}

/** Why nothing is sent at the moment, and the one press that changes it. */
export function PausedNotice({ paused, waiting }: { paused: Paused; waiting: number }) {
  const updateReady = useSource(onUpdateReady, isUpdateReady)
  return (
    <div className="outbox-paused row surface" role="status">
      <CirclePause />
      <p className="grow">{REASONS[paused]}</p>
      {paused === 'client_too_old' ? (
        <button type="button" onClick={updateReady ? applyUpdate : () => location.reload()}>
          Update now
        </button>
      ) : (
        <ButtonLink to="/auth?next=%2Foutbox">{waiting > 0 ? signInWords(waiting) : 'Sign In'}</ButtonLink>
      )}
    </div>
  )
}
