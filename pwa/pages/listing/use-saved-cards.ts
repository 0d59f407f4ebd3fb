import { useEffect, useState } from 'react'
import { addCard } from '../../actions/add-card'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { useToast } from '../../notifications/toasts'
import { cardFailure, type OfferFailure } from './offer-failure'
import { useCardReturn } from './use-card-return'
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
  /** How a trip to the provider ended, as the return address says. */
  setup: string | undefined
  onFailure: (failure: OfferFailure) => void
}

/** The cards to choose from, and the way to add one. */
export function useSavedCards({ path, listingId, wanted, setup, onFailure }: SavedCardsOptions): SavedCards {
  const { refreshUser } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()
  const [picked, setPicked] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const isSettling = useCardReturn(path, setup, async () => {
    await refreshUser()
    const read = await reload()
    if (read.state === 'loaded' && read.cards.length > 0) toast({ title: 'Payment method added successfully' })
    else toast({ variant: 'destructive', title: 'Failed to complete payment setup' })
  })
  const { cards, reload } = useCards(wanted && !isSettling, reachable)

  // Back from the provider's page by the back button, the page may be the very one that was left.
  useEffect(() => {
    const comeBack = () => setLeaving(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  return {
    cards,
    chosen: chosenCard(cards, picked),
    pick: setPicked,
    reload: () => void reload(),
    isLeaving,
    async add(form) {
      if (isLeaving) return
      setLeaving(true)
      try {
        window.location.assign(await addCard(path, form, listingId))
      } catch (error) {
        setLeaving(false)
        onFailure(cardFailure(error))
      }
    },
  }
}
