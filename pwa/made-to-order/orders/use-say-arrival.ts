import { useAccount } from '../../session/account'
import { isOutcomeUnknown, messageOf } from '../../sync/client'
import { errorNotice, type Notice, useToast } from '../../ui/toasts'
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
        toast(arrivalFailure(error))
      }
    },
  }
}

const UNKNOWN = errorNotice(
  'No answer yet',
  'That may have been noted. Look at the order first, and press again only if nothing has changed.',
)

/** A refusal says why; a lost answer leaves it open. */
export function arrivalFailure(error: unknown): Notice {
  if (isOutcomeUnknown(error)) return UNKNOWN
  return errorNotice('That was not noted', messageOf(error, 'Please try again.'))
}
