import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { formatWeekday } from '#schema/date-range'
import { canWriteHandover, HANDOVER_MOMENTS, type HandoverMoment } from '#schema/handover'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import type { ShownBooking } from '../offers/booking-queries'
import type { OfferRole } from '../offers/offer-view'
import { type HandoverDraft, readUnsavedPages, type UnsavedPages } from './handover-drafts'
import { HandoverForm } from './handover-form'
import type { ShownHandover } from './handover-overlay'
import { HandoverPage } from './handover-page'
import { readHandovers } from './handover-queries'
import { HANDOVER_ANCHOR, MOMENT_NAMES, momentHint, momentNow, momentSummary } from './handover-words'
import { UnsavedPage } from './unsaved-page'

interface HandoverSectionProps {
  booking: ShownBooking
  role: OfferRole
  userId: number
  other: string
  /** A claim about the rental has been filed. */
  hasClaim: boolean
  now: Date
}

/** The pages of both sides when things change hands, side by side; from the owner's approval on. */
export function HandoverSection(props: HandoverSectionProps) {
  const { booking, userId, hasClaim, now } = props
  const { db } = useAccount().engine
  const isOpen = canWriteHandover(booking)
  const known = useLiveQuery(
    async () => ({
      pages: await readHandovers(db, booking.id, userId),
      unsaved: isOpen ? NOTHING : await readUnsavedPages(db, booking.id),
    }),
    [db, booking.id, userId, isOpen],
  )
  const [opened] = useState(() => momentNow(booking, now))
  const section = useRef<HTMLElement>(null)
  const isMeant = useLocation({ select: ({ hash }) => hash === HANDOVER_ANCHOR }) && known !== undefined
  useEffect(() => {
    if (!isMeant) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [isMeant])
  if (!known) return null
  const { pages, unsaved } = known
  if (!isOpen && pages.length === 0 && Object.keys(unsaved).length === 0) return null
  return (
    <section ref={section} tabIndex={-1} className="stack" aria-labelledby="offer-handover">
      <div className="stack stack--tight">
        <h2 id="offer-handover">Pickup and return</h2>
        <p className="muted">
          {hasClaim
            ? 'You can still add to your pages. How they stood when the claim was filed stays beside them, for both sides and for the decision.'
            : 'Optional, and seen by both sides. Photos from before and after settle most questions before they are asked.'}
        </p>
      </div>
      {HANDOVER_MOMENTS.map((moment) => (
        <Moment
          key={moment}
          {...props}
          moment={moment}
          pages={pages.filter((page) => page.moment === moment)}
          unsaved={unsaved[moment]}
          isOpen={moment === opened || unsaved[moment] !== undefined}
        />
      ))}
    </section>
  )
}

const NOTHING: UnsavedPages = {}

interface MomentProps extends HandoverSectionProps {
  moment: HandoverMoment
  pages: ShownHandover[]
  /** The page as its person typed it before it could no longer be saved. */
  unsaved: HandoverDraft | undefined
  /** At first; its person opens and closes it as they like. */
  isOpen: boolean
}

function Moment({ booking, role, userId, other, moment, pages, unsaved, isOpen, now }: MomentProps) {
  const name = MOMENT_NAMES[moment]
  const day = moment === 'pickup' ? booking.startDate : booking.endDate
  const mine = pages.find((page) => page.userId === userId)
  const theirs = pages.find((page) => page.userId !== userId)
  return (
    <details className="handover surface" open={isOpen}>
      <summary>
        <span>
          <span className="handover__title block">{`${name}, ${formatWeekday(day)}`}</span>
          <span className="block muted fine">{momentSummary(pages, userId, other)}</span>
        </span>
      </summary>
      <p className="muted fine handover__hint">{momentHint(moment, booking, role, now)}</p>
      <div className="handover__sides grid gap-5">
        {canWriteHandover(booking) ? (
          <HandoverForm bookingId={booking.id} moment={moment} saved={mine} />
        ) : (
          <HandoverPage who="You" what={name} page={mine} />
        )}
        {mine?.stands && <HandoverPage who="You, on another device" what={name} page={mine.stands} />}
        <HandoverPage who={other} what={name} page={theirs} />
      </div>
      {unsaved && <UnsavedPage bookingId={booking.id} moment={moment} page={unsaved} />}
    </details>
  )
}
