import { useState } from 'react'
import { useReachability } from '../../auth/use-sync'
import type { OfferDraft } from '../../db/offer-drafts'
import type { OfferFailure } from './offer-failure'
import type { OfferTrip } from './offer-trip'
import { useCardTrip } from './use-card-trip'
import { type Cards, chosenCard, useCards } from './use-cards'

export interface SavedCards {
  cards: Cards
  /** The id of the card to pay with, null while none is picked. */
  chosen: string | null
  pick: (id: string | null) => void
  reload: () => void
  /** Leaves for the provider's page; the form waits. */
  add: (offer: OfferDraft) => Promise<void>
  isLeaving: boolean
}

interface SavedCardsOptions {
  listingId: number
  /** Whether anybody looks at the cards. */
  wanted: boolean
  /** How a trip to the provider ended, as the return address says. */
  setup: string | undefined
  onFailure: (failure: OfferFailure) => void
}

/** The cards to choose from, and the way to add one. */
export function useSavedCards({ listingId, wanted, setup, onFailure }: SavedCardsOptions): SavedCards {
  const { reachable } = useReachability()
  const [picked, setPicked] = useState<string | null>(null)
  const trip = useCardTrip({
    path: `/listings/${listingId}`,
    listingId,
    setup,
    reload: () => reload(),
    onFailure,
  })
  const { cards, reload } = useCards(wanted && !trip.isSettling, reachable)
  return {
    cards,
    chosen: chosenCard(cards, picked),
    pick: setPicked,
    reload: () => void reload(),
    isLeaving: trip.isLeaving,
    add: (offer) => trip.leave({ offer, paymentSetup: true } satisfies OfferTrip),
  }
}
