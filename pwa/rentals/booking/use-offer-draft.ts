import { useMemo } from 'react'
import type { LocalDb } from '../../disk/local-db'
import type { Autosave } from '../../drafts/autosave'
import { endedAttempt } from '../../drafts/sale-attempt'
import { useKeptForm } from '../../drafts/use-kept-form'
import { endRedirect, openReturned } from '../../money/provider-redirect'
import type { Wish } from '../listings/wish'
import {
  claimAttempt,
  EMPTY_OFFER,
  type OfferAttempt,
  type OfferDraft,
  type OfferTerms,
  offerDraft,
  wishedOffer,
} from './offer-drafts'
import { OfferRedirect } from './offer-redirect'

export interface OfferDraftState {
  /** Undefined until it has been read from this device. */
  draft: OfferDraft | undefined
  /** Changes the form; it is kept as it is typed. */
  change: (part: Partial<OfferDraft>) => void
  /** The attempt of an earlier press, of any page of this browser. */
  attempt: () => Promise<OfferAttempt | null>
  /** Ends that attempt. */
  endAttempt: () => void
  /** Keeps the attempt that this offer goes out under, before it goes out. */
  claim: (terms: OfferTerms, over: string | null) => Promise<OfferAttempt>
  reset: () => void
}

/**
 * The Book Dates form of a listing, as it was left on this device.
 * @param wish the days and pieces of the address
 * @param trip the key with which its person has come back from the payment provider
 */
export function useOfferDraft(
  db: LocalDb,
  listingId: number,
  trip: string | undefined,
  wish: Wish | null,
): OfferDraftState {
  const keeper = useMemo(() => offerDraft(listingId).autosave(db), [db, listingId])
  const { draft, change, takeOver, latest } = useKeptForm(keeper, EMPTY_OFFER, () =>
    loadDraft(db, keeper, listingId, trip, wish),
  )
  return {
    draft,
    change,
    attempt: async () =>
      (await takeOver(async () => ({ attempt: (await offerDraft(listingId).read(db))?.attempt ?? latest().attempt })))
        .attempt,
    endAttempt: () => change(endedAttempt(latest())),
    claim: async (terms, over) =>
      (await takeOver(async () => ({ attempt: await claimAttempt(db, listingId, terms, over) }))).attempt,
    reset: () => change({ ...EMPTY_OFFER, ...endedAttempt(latest()) }),
  }
}

async function loadDraft(
  db: LocalDb,
  keeper: Autosave<OfferDraft>,
  listingId: number,
  trip: string | undefined,
  wish: Wish | null,
): Promise<OfferDraft> {
  const back = trip ? await endRedirect(trip, db.name, `/listings/${listingId}`, OfferRedirect) : null
  const returned = back && { ...back, values: back.values.offer }
  return wishedOffer(await openReturned(db, offerDraft(listingId).id, keeper, returned), wish)
}
