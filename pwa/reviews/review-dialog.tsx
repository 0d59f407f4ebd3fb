import { useMemo, useState } from 'react'
import { ReviewChange, type ReviewPoint } from '#schema/review'
import { NO_ROOM_TYPED } from '../drafts/no-room'
import { useKeptForm } from '../drafts/use-kept-form'
import { useAccount } from '../session/account'
import { useReachable } from '../session/use-sync'
import type { DealAbout } from '../sync/thread'
import { CheckboxList } from '../ui/fields/checkbox-list'
import { TextAreaField } from '../ui/fields/text-area-field'
import { PressDialog } from '../ui/press-dialog'
import { errorNotice, useToast } from '../ui/toasts'
import { putReview } from './put-review'
import { freshReview, type ReviewDraft, reviewDraft } from './review-drafts'
import type { OwnReview } from './review-overlay'
import { POINT_NAMES, POINTS_OF } from './review-words'
import { StarsField } from './stars-field'

interface ReviewDialogProps {
  deal: DealAbout
  other: string
  /** A renter or buyer also says what was right. */
  isOfThing: boolean
  /** As it was saved last. */
  saved: OwnReview | null
  onClose: () => void
}

/** One's review of the other side; closing keeps what is typed. */
export function ReviewDialog({ deal, other, isOfThing, saved, onClose }: ReviewDialogProps) {
  const { engine } = useAccount()
  const { db } = engine
  const reachable = useReachable()
  const toast = useToast()
  const keeper = useMemo(() => reviewDraft(deal).autosave(db), [db, deal])
  const form = useKeptForm<ReviewDraft>(keeper, freshReview(saved))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { draft } = form

  async function save(review: ReviewDraft) {
    const parsed = ReviewChange.safeParse(review)
    if (!parsed.success)
      return setProblems(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
    try {
      await keeper.handOver(() => putReview(engine, { ...deal, ...parsed.data }))
    } catch {
      return toast(errorNotice('The review could not be saved', NO_ROOM_TYPED))
    }
    onClose()
    toast({
      title: 'Review saved',
      description: reachable ? undefined : 'It goes out automatically once there is a connection.',
    })
  }

  if (!draft) return null
  const change = (part: Partial<ReviewDraft>) => {
    setProblems({})
    form.change(part)
  }
  return (
    <PressDialog
      title={`Review ${other}`}
      onClose={onClose}
      lightDismiss={false}
      press="Save review"
      onPress={() => save(draft)}
      back="Close"
    >
      <div className="stack">
        <StarsField label="Stars" value={draft.stars} error={problems.stars} onChange={(stars) => change({ stars })} />
        {isOfThing && (
          <CheckboxList
            label="What was right"
            options={POINTS_OF[deal.about].map((value) => ({ value, label: POINT_NAMES[value] }))}
            chosen={draft.points}
            onChange={(points) => change({ points: points as ReviewPoint[] })}
          />
        )}
        <TextAreaField
          label="In your words"
          optional
          dir="auto"
          rows={4}
          hint="Everybody can read them, with your username."
          value={draft.content}
          error={problems.content}
          onChange={(event) => change({ content: event.target.value })}
        />
      </div>
    </PressDialog>
  )
}
