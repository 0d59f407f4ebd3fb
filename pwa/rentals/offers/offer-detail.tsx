import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isOut } from '#schema/handover'
import { rentalReviewUntil } from '#schema/review'
import { UnsentDraft } from '../../drafts/unsent-text'
import { MessagesDialog } from '../../messages/messages-dialog'
import { readUnreadIn } from '../../messages/thread-reads'
import { DealReviews } from '../../reviews/deal-reviews'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useServerNow } from '../../session/use-server-now'
import { useSeenOnScreen } from '../../todo/use-seen-on-screen'
import { DamagePanel } from '../damage/damage-panel'
import { damageSentence, isClaimFirst } from '../damage/damage-words'
import { HandoverSection } from '../handovers/handover-section'
import { AcceptedTerms } from './accepted-terms'
import type { ShownBooking } from './booking-queries'
import { askBackDraftId, declineDraftId } from './decline-offer'
import { OfferActions } from './offer-actions'
import { OfferHead } from './offer-head'
import { OfferHistory } from './offer-history'
import { offerNews } from './offer-news'
import { type OfferRole, type OfferView, offerView, talkOf } from './offer-view'
import { Pickup } from './pickup'
import { PriceAndMoney } from './price-and-money'

const route = getRouteApi('/offers/$id')
const CLOCK_TICK_MS = 30_000

interface OfferDetailProps {
  booking: ShownBooking
  role: OfferRole
  userId: number
}

/** Everything about one offer, for one of its two sides. */
export function OfferDetail({ booking, role, userId }: OfferDetailProps) {
  const { engine } = useAccount()
  const now = useServerNow(CLOCK_TICK_MS)
  const { messages } = route.useSearch()
  const navigate = useNavigate()
  const unread = useLiveQuery(
    () => readUnreadIn(engine.db, userId, { about: 'booking', id: booking.id }),
    [engine, userId, booking.id],
  )
  const claim = useLiveQuery(
    () => engine.db.damageReports.where('bookingId').equals(booking.id).first(),
    [engine, booking.id],
  )
  const page = useSeenOnScreen<HTMLDivElement>(
    { about: 'booking', id: booking.id },
    offerNews(booking, claim, role, now),
  )
  const view = offerView(booking, role, now)
  const isAboutClaim = claim !== undefined && isClaimFirst(claim)
  const sentence = isAboutClaim ? damageSentence(claim, booking, role, now) : view.sentence
  // The claim keeps its place while the page is open: moved, its open form would be closed.
  const [isClaimOnTop, setClaimOnTop] = useState(false)
  if (isAboutClaim && !isClaimOnTop) setClaimOnTop(true)
  const showMessages = (isOpen: boolean) =>
    navigate({
      to: '/offers/$id',
      params: { id: String(booking.id) },
      search: isOpen ? { messages: 1 } : {},
      replace: !isOpen,
      resetScroll: false,
    })
  return (
    <div className="page offer" ref={page}>
      <OfferHead booking={booking} role={role} view={{ ...view, sentence }} now={now} />
      <OfferActions
        booking={booking}
        role={role}
        view={view}
        unread={unread ?? 0}
        onMessages={() => showMessages(true)}
      />
      {role === 'owner' && <UnsentReasons booking={booking} view={view} now={now} />}
      <div className="split grid gap-5">
        <div className="stack stack--loose">
          {isClaimOnTop && <DamagePanel booking={booking} role={role} />}
          <Pickup view={view} />
          <HandoverSection
            booking={booking}
            role={role}
            userId={userId}
            other={view.other}
            hasClaim={claim !== undefined}
            now={now}
          />
          {!isClaimOnTop && <DamagePanel booking={booking} role={role} />}
          <DealReviews
            about="booking"
            id={booking.id}
            userId={userId}
            other={view.other}
            isOfThing={role === 'renter'}
            until={rentalReviewUntil(booking)}
            now={now}
          />
        </div>
        <div className="stack">
          <PriceAndMoney booking={booking} role={role} now={now} />
          <section className="surface stack" aria-labelledby="offer-terms">
            <h2 id="offer-terms">Terms</h2>
            <AcceptedTerms booking={booking} role={role} now={now} />
          </section>
          <section className="surface stack" aria-labelledby="offer-history">
            <h2 id="offer-history">History</h2>
            <OfferHistory booking={booking} role={role} />
          </section>
        </div>
      </div>
      {messages && (
        <MessagesDialog
          thread={{ about: 'booking', id: booking.id }}
          userId={userId}
          subject={talkOf(booking, userId)}
          known
          onClose={() => showMessages(false)}
        />
      )}
    </div>
  )
}

/** Reasons that an owner has written for an action whose moment has passed. */
function UnsentReasons({ booking, view, now }: { booking: ShownBooking; view: OfferView; now: Date }) {
  const { db } = useAccount().engine
  const isOutNow = view.actions.includes('ask-back') && isOut(booking, booking.pages ?? [], now)
  return (
    <>
      {!view.actions.includes('decline') && (
        <UnsentDraft db={db} draftId={declineDraftId(booking.id)} question="Throw this reason away?" />
      )}
      {!isOutNow && <UnsentDraft db={db} draftId={askBackDraftId(booking.id)} question="Throw these words away?" />}
    </>
  )
}
