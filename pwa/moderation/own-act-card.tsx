import { useEffect, useState } from 'react'
import type { ModerationAct, OwnAct } from '#schema/moderation'
import { useReachable } from '../session/use-sync'
import { ApiError } from '../sync/client'
import { NeedsConnection } from '../ui/needs-connection'
import { Spinner } from '../ui/spinner'
import { AppealForm } from './appeal-form'
import { callModeration } from './call-moderation'

/** An operator's acts, for the person concerned. */
export const ACT_TITLES: Record<ModerationAct, string> = {
  dismiss: 'Nothing was done',
  hide: 'Something of yours was hidden',
  warn: 'You were warned',
  suspend: 'Your account was suspended',
}

/** The act that a link in a mail is about, its reason, and the appeal. */
export function OwnActCard({ token }: { token: string }) {
  const reachable = useReachable()
  const [shown, setShown] = useState<OwnAct | 'over' | null>(token ? null : 'over')
  useEffect(() => {
    let live = true
    if (reachable && token)
      callModeration('readAct', { body: { token } })
        .then((act) => live && setShown(act))
        // Anything but "no such link" is asked again with the next connection.
        .catch((error) => live && error instanceof ApiError && error.code === 'not_found' && setShown('over'))
    return () => {
      live = false
    }
  }, [reachable, token])
  if (shown === 'over')
    return (
      <>
        <h1 id="decision-title">This link leads nowhere</h1>
        <p role="alert">Please open it once more from the mail.</p>
      </>
    )
  return (
    <>
      <h1 id="decision-title">{shown ? ACT_TITLES[shown.act] : 'A decision about you'}</h1>
      {shown && <Reason act={shown} />}
      {shown?.appeal === null && <AppealForm token={token} onSent={setShown} />}
      {!shown && reachable && <Spinner label="Loading the decision" />}
      {!reachable && <NeedsConnection what="An appeal" />}
    </>
  )
}

function Reason({ act: { reason, appeal } }: { act: OwnAct }) {
  return (
    <>
      <h2>The reason</h2>
      <p className="long-text" dir="auto">
        {reason}
      </p>
      {appeal && (
        <>
          <h2>Your appeal</h2>
          <p className="long-text" dir="auto">
            {appeal.words}
          </p>
          <p role="status">
            <strong>{standing(appeal.takenBack)}</strong>
          </p>
          {appeal.answer && (
            <p className="long-text" dir="auto">
              {appeal.answer}
            </p>
          )}
        </>
      )}
    </>
  )
}

function standing(takenBack: boolean | null): string {
  if (takenBack === null) return 'An operator will look at it. You will get a mail.'
  return takenBack ? 'Granted: the decision was taken back.' : 'Declined: the decision stays.'
}
