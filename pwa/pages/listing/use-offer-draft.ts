import { useEffect, useRef, useState } from 'react'
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
  const [draft, setDraft] = useState<OfferDraft>()
  const latest = useRef<OfferDraft>(EMPTY_OFFER)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const [tripAtStart] = useState(trip)

  const show = (next: OfferDraft) => {
    latest.current = next
    setDraft(next)
  }
  useEffect(() => {
    let live = true
    loadDraft(db, listingId, tripAtStart).then((kept) => {
      if (!live) return
      latest.current = kept
      setDraft(kept)
    })
    return () => {
      live = false
    }
  }, [db, listingId, tripAtStart])

  const change = (part: Partial<OfferDraft>) => {
    const next = { ...latest.current, ...part }
    show(next)
    // One after the other, or an older state could be written last. Without room on disk the form goes on in memory.
    saving.current = saving.current.then(() => keepOfferDraft(db, listingId, next)).catch(() => undefined)
  }
  return {
    draft,
    change,
    async claim(terms, over) {
      await saving.current
      const attempt = await claimAttempt(db, listingId, terms, over)
      show({ ...latest.current, attempt })
      return attempt
    },
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
