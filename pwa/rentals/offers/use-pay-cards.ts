import { useState } from 'react'
import { cardFailure } from '../../money/payment-failure'
import { chosenCard, useCards } from '../../money/use-cards'
import { useLeave } from '../../money/use-leave'
import type { SavedCards } from '../../money/use-saved-cards'
import { useSignInAgain } from '../../session/use-sign-in-again'
import { useReachable } from '../../session/use-sync'
import { call } from '../../sync/client'
import { useToast } from '../../ui/toasts'

/** The cards to finish a payment with. There is no form to keep here: whoever adds a card simply comes back to `path`. */
export function usePayCards(path: string): Omit<SavedCards, 'add'> & { add: () => Promise<void> } {
  const reachable = useReachable()
  const toast = useToast()
  const signInAgain = useSignInAgain()
  const [picked, setPicked] = useState<string | null>(null)
  const { isLeaving, leave } = useLeave(async (error) => {
    const { notice, signIn } = cardFailure(error)
    toast(notice)
    if (signIn) await signInAgain(path)
  })
  const { cards, reload } = useCards(true, reachable)
  return {
    cards,
    chosen: chosenCard(cards, picked),
    pick: setPicked,
    reload: () => void reload(),
    isLeaving,
    add: () =>
      leave(async () => {
        const back = `${location.origin}${path}`
        return (await call('setupCustomer', { body: { successUrl: back, cancelUrl: back } })).url
      }),
  }
}
