import type { ReactNode } from 'react'
import { ConfirmButton } from '../ui/confirm-button'
import { CopyButton } from '../ui/copy-button'

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
