import { ON_ITS_WAY, UNDO_MS } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { errorNotice, useToast } from '../../ui/toasts'
import type { ShownBooking } from './booking-queries'
import { declineOffer, undoDecline } from './decline-offer'

/** The owner's no, with its reason. It is undone for as long as its notice stands. */
export function useDecline({ id, renterUsername }: ShownBooking): (reason: string) => Promise<void> {
  const { engine } = useAccount()
  const toast = useToast()
  const undo = async (opIds: string[], reason: string) => {
    if (!(await undoDecline(engine, id, opIds, reason))) return toast(ON_ITS_WAY)
    toast({ title: 'The offer is waiting for your answer again' })
  }
  return async (reason) => {
    try {
      const opIds = await declineOffer(engine, id, reason)
      const press = () => void undo(opIds, reason).catch(() => toast(ON_ITS_WAY))
      toast({
        title: `${renterUsername}’s offer is declined`,
        action: { label: 'Undo', onPress: press },
        goesAfterMs: UNDO_MS,
      })
    } catch {
      toast(errorNotice('Failed to decline the offer', 'Please try again.'))
    }
  }
}
