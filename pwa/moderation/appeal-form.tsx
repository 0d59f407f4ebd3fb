import { type FormEvent, useState } from 'react'
import { NewAppeal, type OwnAct } from '#schema/moderation'
import { useKeptText } from '../drafts/use-kept-text'
import { useAccount } from '../session/account'
import { useReachable } from '../session/use-sync'
import { ApiError, messageOf } from '../sync/client'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { callModeration } from './call-moderation'

interface AppealFormProps {
  token: string
  onSent: (act: OwnAct) => void
  /** There is an appeal already, of another tab or device. */
  onAppealed: () => Promise<void>
}

/** Names the draft by the number of the act: the token stays out of the disk. */
export const appealDraftId = (token: string): string => `appeal:${token.split('.')[0]}`

/** The one appeal against an act; what is typed is kept on this device until it was taken. */
export function AppealForm({ token, onSent, onAppealed }: AppealFormProps) {
  const { db } = useAccount().engine
  const reachable = useReachable()
  const { text, change } = useKeptText(db, appealDraftId(token))
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    const parsed = NewAppeal.safeParse({ token, words: text })
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message ?? '')
    setBusy(true)
    try {
      const act = await callModeration('appeal', { body: parsed.data })
      change('')
      onSent(act)
    } catch (error) {
      setProblem(messageOf(error, 'It was not sent. What you typed is still here.'))
      if (error instanceof ApiError && error.code === 'appealed') await onAppealed()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void send(event)}>
      <TextAreaField
        label="Your appeal"
        hint="You can appeal once. An operator reads it and decides."
        value={text}
        error={problem}
        onChange={({ target }) => {
          setProblem('')
          change(target.value)
        }}
      />
      <SubmitButton className="is-wide" busy={isBusy} disabled={!reachable}>
        Send appeal
      </SubmitButton>
    </form>
  )
}
