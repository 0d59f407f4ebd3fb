import { useState } from 'react'
import { cardFailure } from '../../money/payment-failure'
import { chosenCard, useCards } from '../../money/use-cards'
import type { SavedCards } from '../../money/use-saved-cards'
import { useReachable } from '../../session/use-sync'
import { call } from '../../sync/client'
import { useToast } from '../../ui/toasts'

/** The cards to finish a payment with. There is no form to keep here: whoever adds a card simply comes back to `path`. */
export function usePayCards(path: string): Omit<SavedCards, 'add'> & { add: () => Promise<void> } {
  const reachable = useReachable()
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
