import { useId } from 'react'
import { damageStatusNames } from '#schema/damage-report'
import { type Handover, type HandoverContent, handoverCheckNames } from '#schema/handover'
import { formatCents } from '#schema/money'
import type { OperatorClaim } from '#schema/operator'
import { PhotoRow } from '../photos/photo-row'
import { rangeWords } from '../rentals/booking/offer-rules'
import { ClaimHistory, WrittenClaim } from '../rentals/damage/damage-claim'
import { damageTones } from '../rentals/damage/damage-words'
import { MOMENT_NAMES, pageTimes } from '../rentals/handovers/handover-words'
import { StatusChip } from '../ui/status-chip'
import { DecideForm } from './decide-form'
import { ForDuty } from './for-duty'
import { ForOthers } from './for-others'
import { standingWords } from './operator-words'

interface ClaimCardProps {
  claim: OperatorClaim
  again: () => Promise<void>
}

/** A claim with what was written down before it and after it side by side, and the decision about it. */
export function ClaimCard({ claim, again }: ClaimCardProps) {
  const { report, booking, handovers } = claim
  const titleId = useId()
  const canDecide = report.status === 'under_review' || report.status === 'expired'
  return (
    <article className="surface stack" aria-labelledby={titleId}>
      <div className="chip-row">
        <h2 className="operator__title" id={titleId}>{`Claim ${report.id}: ${booking.listingTitle}`}</h2>
        <StatusChip tone={damageTones[report.status]}>{damageStatusNames[report.status]}</StatusChip>
      </div>
      <p className="fine muted">
        {`Booking ${booking.id} · ${booking.ownerUsername} rented to ${booking.renterUsername} · ${rangeWords(booking)} · ${booking.quantity} for ${formatCents(booking.totalAmount)}`}
      </p>
      <p>{standingWords(report)}</p>
      <div className="operator__sides grid gap-5">
        <section className="operator__side stack">
          <h3>Before: at pickup</h3>
          <Pages claim={claim} pages={handovers.filter(({ moment }) => moment === 'pickup')} />
        </section>
        <section className="operator__side stack">
          <h3>After: at return, and the claim</h3>
          <Pages claim={claim} pages={handovers.filter(({ moment }) => moment === 'return')} />
          <WrittenClaim report={report} booking={booking} />
          <ClaimHistory report={report} booking={booking} reader="operator" />
        </section>
      </div>
      {canDecide && (
        <ForDuty duty="money">
          <ForOthers parties={[booking.ownerUsername, booking.renterUsername]}>
            <DecideForm report={report} renter={booking.renterUsername} again={again} />
          </ForOthers>
        </ForDuty>
      )}
    </article>
  )
}

function Pages({ claim: { booking }, pages }: { claim: OperatorClaim; pages: Handover[] }) {
  if (pages.length === 0) return <p className="muted">Neither side wrote anything down.</p>
  return pages.map((page) => {
    const writer = page.userId === booking.ownerId ? booking.ownerUsername : booking.renterUsername
    return (
      <div key={page.id} className="stack">
        {page.atClaim && (
          <Page
            who={`${writer}, as it was when the claim was filed`}
            photos={`${MOMENT_NAMES[page.moment]} when the claim was filed`}
            content={page.atClaim}
          />
        )}
        <Page
          who={page.atClaim ? `${writer}, saved again since` : writer}
          photos={MOMENT_NAMES[page.moment]}
          content={page}
        />
      </div>
    )
  })
}

/** @param photos names its photos */
function Page({ who, photos, content }: { who: string; photos: string; content: HandoverContent }) {
  const { checks, note, composedAt, updatedAt } = content
  return (
    <div className="stack stack--tight">
      <p className="breaks muted fine strong">{`From ${who}`}</p>
      <p className="muted fine">{pageTimes({ writtenAt: composedAt ?? updatedAt, arrivedAt: updatedAt })}</p>
      {checks.length > 0 && (
        <ul className="operator__checks stack gap-1">
          {checks.map((check) => (
            <li key={check}>{handoverCheckNames[check]}</li>
          ))}
        </ul>
      )}
      {note && (
        <p className="damage__words" dir="auto">
          {note}
        </p>
      )}
      <PhotoRow label={photos} photos={content.photos} />
    </div>
  )
}
