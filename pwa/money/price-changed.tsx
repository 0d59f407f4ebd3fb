import { useId } from 'react'
import type { CancellationPreset } from '#schema/listing'
import { formatCents } from '#schema/money'
import type { Seen } from './seen'
import '../styles/price-changed.css'

interface PriceChangedProps {
  seen: Seen
  now: Seen
  /** Cents in all, then and now. */
  totals: { seen: number; now: number }
  isBusy: boolean
  reachable: boolean
  onGoOn: () => void
  onBack: () => void
}

/** Shows the old and the new conditions side by side, with one press to go on or to go back. */
export function PriceChanged({ seen, now, totals, isBusy, reachable, onGoOn, onBack }: PriceChangedProps) {
  const titleId = useId()
  const total = formatCents(totals.now)
  return (
    <section className="price-changed framed framed--plum stack stack--tight" role="alert" aria-labelledby={titleId}>
      <h3 id={titleId}>This has changed since you saw it</h3>
      {changeWords(seen, now, totals).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {seen.terms !== now.terms && (
        <div className="price-changed__terms grid gap-4">
          <TermsThen title="Terms you saw" terms={seen.terms} />
          <TermsThen title="Terms now" terms={now.terms} />
        </div>
      )}
      <p className="muted fine">Nothing was charged and nothing is held. What you filled in is kept.</p>
      <div className="form-actions">
        <button type="button" disabled={isBusy || !reachable} aria-busy={isBusy || undefined} onClick={onGoOn}>
          {`Go on with ${total}`}
        </button>
        <button type="button" className="is-secondary" disabled={isBusy} onClick={onBack}>
          Go back
        </button>
      </div>
    </section>
  )
}

function TermsThen({ title, terms }: { title: string; terms: string }) {
  return (
    <div className="stack stack--tight">
      <h4>{title}</h4>
      <p className="fine long-text">{terms || 'None'}</p>
    </div>
  )
}

const PRESETS: Record<CancellationPreset, string> = { flexible: 'flexible', standard: 'standard', strict: 'strict' }

/** '$40.00 is now $80.00.', and what else is another one, a sentence each. */
export function changeWords(seen: Seen, now: Seen, totals: { seen: number; now: number }): string[] {
  const words: string[] = []
  if (totals.seen !== totals.now) words.push(`${formatCents(totals.seen)} is now ${formatCents(totals.now)}.`)
  const [feeThen, feeNow] = [seen.deliveryAmount ?? null, now.deliveryAmount ?? null]
  if (feeThen !== null && feeNow === null) words.push('The owner does not deliver any more.')
  else if (feeThen !== null && feeNow !== null && feeThen !== feeNow)
    words.push(`The delivery was ${formatCents(feeThen)} and is now ${formatCents(feeNow)}.`)
  const [weekThen, weekNow] = [seen.weekAmount ?? null, now.weekAmount ?? null]
  if (weekThen !== weekNow)
    words.push(
      weekNow === null
        ? 'There is no price for a week any more.'
        : `A week costs ${formatCents(weekNow)} now${weekThen === null ? '' : `; it was ${formatCents(weekThen)}`}.`,
    )
  if (seen.leadTimeInDays !== now.leadTimeInDays && now.leadTimeInDays !== null)
    words.push(`Making it took ${days(seen.leadTimeInDays ?? 0)} and now takes ${days(now.leadTimeInDays)}.`)
  if (seen.cancellationPreset !== now.cancellationPreset && now.cancellationPreset)
    words.push(
      `The cancelling rule was ${PRESETS[seen.cancellationPreset ?? 'standard']} and is now ${PRESETS[now.cancellationPreset]}.`,
    )
  if (seen.terms !== now.terms) words.push('The terms are new.')
  return words
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
