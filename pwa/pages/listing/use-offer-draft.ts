import { endTrip } from '../../actions/trip'
import type { LocalDb } from '../../db/local-db'
import {
  claimAttempt,
  EMPTY_OFFER,
  keepOfferDraft,
  type OfferAttempt,
  type OfferDraft,
  type OfferTerms,
  readOfferDraft,
} from '../../db/offer-drafts'
import { useKeptForm } from '../../forms/use-kept-form'
import { OfferTrip } from './offer-trip'

export interface OfferForm {
  /** Undefined until it has been read from this device. */
  draft: OfferDraft | undefined
  /** Changes the form; it is kept as it is typed. */
  change: (part: Partial<OfferDraft>) => void
  /** Keeps the attempt that this offer goes out under, before it goes out. */
  claim: (terms: OfferTerms, over: string | null) => Promise<OfferAttempt>
  reset: () => void
}

/**
 * The Book Dates form of a listing, as it was left on this device.
 * @param trip the key with which its person has come back from the payment provider
 */
export function useOfferDraft(db: LocalDb, listingId: number, trip: string | undefined): OfferForm {
  const { draft, change, takeOver } = useKeptForm(
    EMPTY_OFFER,
    () => loadDraft(db, listingId, trip),
    (values) => keepOfferDraft(db, listingId, values),
  )
  return {
    draft,
    change,
    claim: async (terms, over) =>
      (await takeOver(async () => ({ attempt: await claimAttempt(db, listingId, terms, over) }))).attempt,
    reset: () => change(EMPTY_OFFER),
  }
}

async function loadDraft(db: LocalDb, listingId: number, trip: string | undefined): Promise<OfferDraft> {
  const values = trip ? await endTrip(trip, `/listings/${listingId}`, OfferTrip) : null
  if (!values) return readOfferDraft(db, listingId)
  const draft = values.offer
  await keepOfferDraft(db, listingId, draft)
  return draft
}
