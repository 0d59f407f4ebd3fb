import { useAccount } from '../session/account'
import { errorNotice, useToast } from '../ui/toasts'
import { addCard } from './add-card'
import { cardFailure, type PaymentFailure } from './payment-failure'
import { useCardReturn } from './use-card-return'
import type { Cards } from './use-cards'
import { useLeave } from './use-leave'

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
  const { isLeaving, leave } = useLeave((error) => onFailure(cardFailure(error)))
  const isSettling = useCardReturn(path, setup, async () => {
    await refreshUser()
    const read = await reload()
    if (read.state === 'loaded' && read.cards.length > 0) toast({ title: 'Payment method added successfully' })
    else toast(errorNotice('Failed to complete payment setup'))
  })

  return {
    isLeaving,
    /** The provider may not have told the server of the new card yet. */
    isSettling,
    /** Leaves for the provider's page. @param values of the form that waits meanwhile */
    leave: (values: unknown) => leave(() => addCard(engine.db.name, path, values, listingId)),
  }
}
