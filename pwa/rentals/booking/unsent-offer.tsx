import { type OfferDraft, offerDraft } from './offer-drafts'
import { NO_OFFERS, rangeWords } from './offer-rules'
import { UnsentSale } from './unsent-sale'

/** Takes the form's place where a listing takes no offers. */
export function NoOffers({ listingId }: { listingId: number }) {
  return (
    <div className="stack">
      <p className="muted">{NO_OFFERS}</p>
      <UnsentOffer listingId={listingId} />
    </div>
  )
}

/** An offer that was begun and cannot be sent, because its listing has left; nothing where there is none. */
export function UnsentOffer({ listingId }: { listingId: number }) {
  return (
    <UnsentSale draft={offerDraft(listingId)} linesOf={linesOf} question="Throw this offer away?" arrived="Offers" />
  )
}

function linesOf({ range, quantity, note, deliverTo }: OfferDraft) {
  const { street, city, state, zipCode } = deliverTo ?? {}
  return [
    range && rangeWords(range),
    quantity > 1 && `${quantity} pieces`,
    [street, city, state, zipCode].filter(Boolean).join(', '),
    note,
  ]
}
