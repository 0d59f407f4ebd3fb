import type { DeviceDraft } from '../../drafts/draft-of'
import { dropPicked } from '../../photos/drop-picked'
import { useAccount } from '../../session/account'
import { ConfirmButton } from '../../ui/confirm-button'

interface UnsentWordsProps {
  /** Why they were not sent. */
  why: string
  draft: Pick<DeviceDraft<unknown>, 'forget'>
  /** Names the files that are picked for them. */
  picks: string
  /** 'Throw this answer away?' */
  question: string
  onOpen: () => void
}

/** Words that came too late or beside others: they stay to be read and copied until their person throws them away. */
export function UnsentWords({ why, draft, picks, question, onOpen }: UnsentWordsProps) {
  const { db } = useAccount().engine
  const throwAway = async () => {
    await dropPicked(db, picks)
    await draft.forget(db)
  }
  return (
    <div className="stack stack--tight">
      <p>{why}</p>
      <div className="booking-card__actions wrap gap-3">
        <button type="button" className="is-secondary" onClick={onOpen}>
          See what you wrote
        </button>
        <ConfirmButton label="Throw it away" question={question} onConfirm={() => void throwAway()} />
      </div>
    </div>
  )
}
