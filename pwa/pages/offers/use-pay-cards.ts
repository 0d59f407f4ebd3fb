import { useState } from 'react'
import { call } from '../../api/client'
import { useReachability } from '../../auth/use-sync'
import { useToast } from '../../notifications/toasts'
import { cardFailure } from '../listing/offer-failure'
import { chosenCard, useCards } from '../listing/use-cards'
import type { SavedCards } from '../listing/use-saved-cards'

/** The cards to finish a payment with. There is no form to keep here: whoever adds a card simply comes back to `path`. */
export function usePayCards(path: string): Omit<SavedCards, 'add'> & { add: () => Promise<void> } {
  const { reachable } = useReachability()
  const toast = useToast()
  const [picked, setPicked] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const { cards, reload } = useCards(true, reachable)
  return {
    cards,
    chosen: chosenCard(cards, picked),
    pick: setPicked,
    reload: () => void reload(),
    isLeaving,
    async add() {
      if (isLeaving) return
      setLeaving(true)
      const back = `${location.origin}${path}`
      try {
        const { url } = await call('setupCustomer', { body: { successUrl: back, cancelUrl: back } })
        location.assign(url)
      } catch (error) {
        setLeaving(false)
        toast(cardFailure(error).notice)
      }
    },
  }
}
