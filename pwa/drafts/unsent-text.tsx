import type { ReactNode } from 'react'
import type { LocalDb } from '../disk/local-db'
import { ConfirmButton } from '../ui/confirm-button'
import { CopyButton } from '../ui/copy-button'
import { useKeptText } from './use-kept-text'

interface UnsentTextProps {
  why: string
  text: string
  /** 'Throw this review away?' */
  question: string
  onThrowAway: () => void
  /** In place of the text alone. */
  children?: ReactNode
}

/** Words that were not sent or not taken: they can be read and copied. */
export function UnsentText({ why, text, question, onThrowAway, children = text }: UnsentTextProps) {
  return (
    <div className="stack stack--tight">
      <p>{why}</p>
      <blockquote className="long-text" dir="auto">
        {children}
      </blockquote>
      <div className="wrap gap-3">
        {text && <CopyButton text={text} />}
        <ConfirmButton label="Throw it away" question={question} onConfirm={onThrowAway} />
      </div>
    </div>
  )
}

interface UnsentDraftProps extends Pick<UnsentTextProps, 'question'> {
  db: LocalDb
  draftId: string
  /** Why they cannot be sent any more. */
  why?: string
  /** Words that the server took from here although its answer was lost: they are none of those that were not sent. */
  sent?: string
}

/** The words of a text box that is closed for good; nothing where there are none. */
export function UnsentDraft({ db, draftId, why, question, sent = '' }: UnsentDraftProps) {
  const { text, change } = useKeptText(db, draftId)
  if (['', sent].includes(text.trim())) return null
  return (
    <UnsentText
      why={[why, 'What you wrote here was not sent:'].filter(Boolean).join(' ')}
      text={text}
      question={question}
      onThrowAway={() => change('')}
    />
  )
}
