import { useState } from 'react'
import type { OutboxItem } from '../disk/local-db'
import { useAccount } from '../session/account'
import { isCertainlyHere } from '../sync/overlay'
import { ButtonLink } from '../ui/button-link'
import { ConfirmButton } from '../ui/confirm-button'
import { CopyButton } from '../ui/copy-button'
import { AgainButton } from '../ui/failure'
import { discardQuestion } from './discard-question'
import { EditWrite, editKindOf } from './edit-write'
import { typedWords } from './typed-words'
import { useDiscard } from './use-discard'
import { retryWrite } from './waiting-write'

interface WriteButtonsProps {
  item: OutboxItem
  /** The page on which it is edited, where it has one. */
  to: string | null
  isShown?: boolean
}

/** The presses for a write that has not arrived: edit, copy, send again, discard. */
export function WriteButtons({ item, to, isShown = true }: WriteButtonsProps) {
  const { engine } = useAccount()
  const discard = useDiscard()
  const [isEditing, setEditing] = useState(false)
  const typed = typedWords(item)
  const editKind = editKindOf(item)
  // Nothing can be done about a write that is being sent or has arrived. A dialog that is open stays open: somebody
  // types in it.
  const hasButtons = isShown && item.state !== 'sending' && item.state !== 'acked'
  return (
    <>
      {hasButtons && (
        <div className="row">
          {editKind === 'dialog' && (
            <button type="button" className="is-secondary" onClick={() => setEditing(true)}>
              Edit
            </button>
          )}
          {editKind === 'page' && to && (
            <ButtonLink to={to} look="secondary">
              Edit
            </ButtonLink>
          )}
          {(item.state === 'attention' || item.attempts > 0) && (
            <AgainButton again={() => retryWrite(engine, item.opId)} />
          )}
          {typed && <CopyButton text={typed} />}
          <ConfirmButton
            label="Discard"
            question={discardQuestion(item)}
            onConfirm={() => void discard({ opId: item.opId, mayHaveArrived: !isCertainlyHere(item) })}
          />
        </div>
      )}
      {isEditing && <EditWrite item={item} onClose={() => setEditing(false)} />}
    </>
  )
}
