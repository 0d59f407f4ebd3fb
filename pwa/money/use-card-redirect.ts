import { useState } from 'react'
import { useAccount } from '../session/account'
import { errorNotice, useToast } from '../ui/toasts'
import { addCard } from './add-card'
import { cardFailure, type PaymentFailure } from './payment-failure'
import { useCardReturn } from './use-card-return'
import type { Cards } from './use-cards'
import { useComeBack } from './use-come-back'

interface CardRedirectOptions {
  /** The page that is left and come back to. */
  path: string
  /** The listing that the card is for, if it is for one. */
  listingId?: number
  /** How a redirect ended, as the return address says. */
  setup: string | undefined
  reload: () => Promise<Cards>
  onFailure: (failure: PaymentFailure) => void
}

/** The way to the provider's page for a new card and back, with what is said on the return. */
export function useCardRedirect({ path, listingId, setup, reload, onFailure }: CardRedirectOptions) {
  const { refreshUser, engine } = useAccount()
  const toast = useToast()
  const [isLeaving, setLeaving] = useState(false)
  const isSettling = useCardReturn(path, setup, async () => {
    await refreshUser()
    const read = await reload()
    if (read.state === 'loaded' && read.cards.length > 0) toast({ title: 'Payment method added successfully' })
    else toast(errorNotice('Failed to complete payment setup'))
  })
  useComeBack(() => setLeaving(false))

  return {
    isLeaving,
    /** The provider may not have told the server of the new card yet. */
    isSettling,
    /** Leaves for the provider's page. @param values of the form that waits meanwhile */
    async leave(values: unknown): Promise<void> {
      if (isLeaving) return
      setLeaving(true)
      try {
        window.location.assign(await addCard(engine.db.name, path, values, listingId))
      } catch (error) {
        setLeaving(false)
        onFailure(cardFailure(error))
      }
    },
  }
}
