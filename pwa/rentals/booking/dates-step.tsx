import { useRef } from 'react'
import { boundsWords } from '#schema/availability'
import { dollarsToCents, formatPricePerDay, listingPrices } from '#schema/money'
import { PriceBar } from '../../offerings/price-bar'
import { DateRangeField } from '../../ui/fields/date-range-field'
import { QuantityField } from '../../ui/fields/quantity-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { isolated } from '../../ui/isolated'
import { DeliveryField } from './delivery-field'
import type { OfferDraft } from './offer-drafts'
import { type OfferGround, type OfferProblems, pickableDays, piecesWords, priceLine, rangeWords } from './offer-rules'

interface DatesStepProps {
  ownerUsername: string
  draft: OfferDraft
  ground: OfferGround
  /** Words to show beside the fields. */
  problems: OfferProblems
  isSignedIn: boolean
  isBusy: boolean
  onChange: (part: Partial<OfferDraft>) => void
  onContinue: () => void
}

/** First step of Book Dates: days, how many, and a word to the owner. */
export function DatesStep(props: DatesStepProps) {
  const { ownerUsername, draft, ground, problems, isSignedIn, isBusy, onChange, onContinue } = props
  const { range, quantity } = draft
  const { listing } = ground
  const { today, first, last, isClosed, leftOn } = pickableDays(quantity, ground)
  const actions = useRef<HTMLDivElement>(null)
  const deliverTo = draft.deliverTo ?? null
  const price = range && priceLine(range, quantity, listingPrices(listing, deliverTo !== null))
  const bounds = boundsWords(listing)
  const toDays = () => {
    const form = actions.current?.closest('form')
    form?.scrollIntoView()
    form?.querySelector<HTMLElement>('.rdp-day_button:not(:disabled)')?.focus({ preventScroll: true })
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onContinue()
      }}
    >
      <fieldset className="offer__fields stack" disabled={isBusy}>
        <DateRangeField
          label="Dates"
          inline
          months={1}
          value={range ? { from: range.startDate, to: range.endDate } : {}}
          onChange={({ from, to }) => onChange({ range: from && to ? { startDate: from, endDate: to } : null })}
          today={today}
          min={first}
          max={last}
          disabledDays={isClosed}
          leftOn={leftOn}
          {...(bounds && { hint: `${bounds}.` })}
          {...(problems.dates ? { error: problems.dates } : {})}
        />
        {Math.max(listing.quantity, quantity) > 1 && (
          <QuantityField
            label="Quantity"
            value={quantity}
            max={Math.max(listing.quantity, quantity)}
            hint={piecesWords(range, ground)}
            onChange={(wanted) => onChange({ quantity: wanted })}
            {...(problems.quantity ? { error: problems.quantity } : {})}
          />
        )}
        {(listing.deliveryMiles !== undefined || deliverTo) && (
          <DeliveryField
            ownerUsername={ownerUsername}
            place={listing.neighborhood ?? listing.city ?? null}
            miles={listing.deliveryMiles}
            feeCents={dollarsToCents(listing.deliveryFee ?? 0) ?? 0}
            value={deliverTo}
            last={draft.lastAddress ?? null}
            problems={problems.delivery ?? {}}
            onChange={onChange}
          />
        )}
        <TextAreaField
          label={`Note to ${isolated(ownerUsername)}`}
          optional
          rows={3}
          value={draft.note}
          onChange={(event) => onChange({ note: event.target.value })}
          {...(problems.note ? { error: problems.note } : {})}
        />
      </fieldset>
      <output className="offer__total stack gap-0">
        {range && price ? (
          <>
            <span className="muted">{rangeWords(range)}</span>
            <strong>{price.line}</strong>
          </>
        ) : (
          <span className="muted">Pick your dates to see the total.</span>
        )}
      </output>
      <div className="form-actions" ref={actions}>
        <SubmitButton busy={isBusy}>{isSignedIn ? 'Continue' : 'Sign in to continue'}</SubmitButton>
      </div>
      <PriceBar
        price={price?.total ?? formatPricePerDay(listing.price)}
        detail={range && rangeWords(range)}
        label={range ? 'Make offer' : 'Pick dates'}
        onPress={range ? onContinue : toDays}
        place={actions}
      />
      {!isSignedIn && <p className="muted fine">Your dates and your note are kept while you sign in.</p>}
    </form>
  )
}
