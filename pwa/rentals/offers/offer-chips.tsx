import { TimerReset } from 'lucide-react'
import { StatusChip } from '../../ui/status-chip'
import { timeLeft } from '../../ui/times/offer-times'
import type { OfferView } from './offer-view'

/** The state of an offer in a word, and the time that is left. */
export function OfferChips({ view: { chip, deadline }, now }: { view: OfferView; now: Date }) {
  return (
    <span className="row">
      <StatusChip tone={chip.tone}>{chip.word}</StatusChip>
      {deadline && (
        <span className="booking-card__countdown muted small tabular">
          <TimerReset />
          {timeLeft(deadline, now)}
        </span>
      )}
    </span>
  )
}
