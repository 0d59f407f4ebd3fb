import type { HandoverMoment } from '#schema/handover'
import { dropPicked } from '../../photos/drop-picked'
import { useAccount } from '../../session/account'
import { ConfirmButton } from '../../ui/confirm-button'
import { CopyButton } from '../../ui/copy-button'
import { type HandoverDraft, handoverDraft } from './handover-drafts'
import { PageContent } from './handover-page'
import { MOMENT_NAMES } from './handover-words'

interface UnsavedPageProps {
  bookingId: number
  moment: HandoverMoment
  page: HandoverDraft
}

/** A page that was begun and came too late: it can be read and copied. */
export function UnsavedPage({ bookingId, moment, page }: UnsavedPageProps) {
  const { db } = useAccount().engine
  const draft = handoverDraft(bookingId, moment)
  const throwAway = async () => {
    await dropPicked(db, draft.id)
    await draft.forget(db)
  }
  return (
    <div className="handover__unsaved stack stack--tight">
      <p>This page can no longer be saved. What you wrote here was not sent:</p>
      <PageContent
        label={`Your photos of the ${MOMENT_NAMES[moment].toLowerCase()} that were not sent`}
        content={page}
      />
      <div className="wrap gap-3">
        {page.note.trim() && <CopyButton text={page.note} />}
        <ConfirmButton label="Throw it away" question="Throw this page away?" onConfirm={() => void throwAway()} />
      </div>
    </div>
  )
}
