import { useAccount } from '../../session/account'
import { messageOf } from '../../sync/client'
import { errorNotice, useToast } from '../../ui/toasts'
import { sayArrival } from './say-arrival'

/** Says that an order did not arrive, or that it did after all, and what came of saying it. */
export function useSayArrival(purchaseId: number) {
  const { engine } = useAccount()
  const toast = useToast()
  return {
    async say(arrived: boolean) {
      try {
        await sayArrival(engine, purchaseId, arrived)
        toast({ title: arrived ? 'Thank you' : 'The money is held until this is settled' })
      } catch (error) {
        const description = messageOf(error, 'Please try again.')
        toast(errorNotice('That was not noted', description))
      }
    },
  }
}
