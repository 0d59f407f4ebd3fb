import { ON_ITS_WAY, UNDO_MS } from '../../outbox/use-discard'
import { discardWrite } from '../../outbox/waiting-write'
import { useAccount } from '../../session/account'
import { useToast } from '../../ui/toasts'
import type { ShownBooking } from './booking-queries'
import { declineOffer } from './decline-offer'

/** The owner's no, with its reason. It is undone for as long as its notice stands. */
export function useDecline({ id, renterUsername }: ShownBooking): (reason: string) => Promise<void> {
  const { engine } = useAccount()
  const toast = useToast()
  const undo = async (opIds: string[]) => {
    const undone = await Promise.all(opIds.map((opId) => discardWrite(engine, opId)))
    toast(undone.includes(null) ? ON_ITS_WAY : { title: 'The offer is waiting for your answer again' })
  }
  return async (reason) => {
    try {
      const opIds = await declineOffer(engine, id, reason)
      const press = () => void undo(opIds).catch(() => toast(ON_ITS_WAY))
      toast({
        title: `${renterUsername}'s offer is declined`,
        action: { label: 'Undo', onPress: press },
        goesAfterMs: UNDO_MS,
      })
    } catch {
      toast({ variant: 'destructive', title: 'Failed to decline the offer', description: 'Please try again.' })
    }
  }
}
