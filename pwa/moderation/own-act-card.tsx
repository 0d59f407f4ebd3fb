import { useCallback, useEffect, useState } from 'react'
import type { ModerationAct, OwnAct } from '#schema/moderation'
import { UnsentDraft } from '../drafts/unsent-text'
import { useAccount } from '../session/account'
import { useReachable } from '../session/use-sync'
import { ApiError, messageOf } from '../sync/client'
import { NotLoaded } from '../ui/failure'
import { NeedsConnection } from '../ui/needs-connection'
import { Spinner } from '../ui/spinner'
import { AppealForm, appealDraftId } from './appeal-form'
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
  const { db } = useAccount().engine
  const reachable = useReachable()
  const [shown, setShown] = useState<OwnAct | 'over' | null>(token ? null : 'over')
  const [problem, setProblem] = useState('')
  const read = useCallback(async () => {
    setProblem('')
    try {
      setShown(await callModeration('readAct', { body: { token } }))
    } catch (error) {
      // A mail program may have added so much to the link that it cannot be one of ours.
      if (error instanceof ApiError && ['not_found', 'validation'].includes(error.code)) setShown('over')
      else setProblem(messageOf(error, 'That could not be loaded.'))
    }
  }, [token])
  useEffect(() => {
    if (reachable && token) void read()
  }, [reachable, token, read])
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
      {shown?.appeal === null && <AppealForm token={token} onSent={setShown} onAppealed={read} />}
      {shown?.appeal && (
        <UnsentDraft
          db={db}
          draftId={appealDraftId(token)}
          why="You can appeal once."
          question="Throw this appeal away?"
          sent={shown.appeal.words}
        />
      )}
      {!shown &&
        reachable &&
        (problem ? (
          <NotLoaded again={() => void read()}>{problem}</NotLoaded>
        ) : (
          <Spinner label="Loading the decision" />
        ))}
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
