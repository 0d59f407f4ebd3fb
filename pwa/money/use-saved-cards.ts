import { useState } from 'react'
import { useReachable } from '../session/use-sync'
import type { PaymentFailure } from './payment-failure'
import { useCardRedirect } from './use-card-redirect'
import { type Cards, chosenCard, useCards } from './use-cards'

export interface SavedCards {
  cards: Cards
  /** The id of the card to pay with, null while none is picked. */
  chosen: string | null
  pick: (id: string | null) => void
  reload: () => void
  /** Leaves for the provider's page; the form waits. */
  add: (form: unknown) => Promise<void>
  isLeaving: boolean
}

interface SavedCardsOptions {
  /** The page to come back to. */
  path: string
  /** The listing that the card is added for, if it is one. */
  listingId?: number
  /** Whether anybody looks at the cards. */
  wanted: boolean
  /** How a redirect to the provider ended, as the return address says. */
  setup: string | undefined
  onFailure: (failure: PaymentFailure) => void
}

/** The cards to choose from, and the way to add one. */
export function useSavedCards({ wanted, onFailure, ...options }: SavedCardsOptions): SavedCards {
  const reachable = useReachable()
  const [picked, setPicked] = useState<string | null>(null)
  const trip = useCardRedirect({ ...options, reload: () => reload(), onFailure })
  const { cards, reload } = useCards(wanted && !trip.isSettling, reachable)
  return {
    cards,
    chosen: chosenCard(cards, picked),
    pick: setPicked,
    reload: () => void reload(),
    isLeaving: trip.isLeaving,
    add: trip.leave,
  }
}
