import type { Listing } from '#schema/listing'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { PressDialog } from '../../ui/press-dialog'

interface DeleteListingDialogProps {
  listing: Pick<Listing, 'id' | 'title' | 'availability'>
  onDelete: () => void
  onPause: () => void
  onClose: () => void
}

/** Asks before a listing goes for good. While somebody has booked it, pausing is what its owner can do. */
export function DeleteListingDialog({ listing, onDelete, onPause, onClose }: DeleteListingDialogProps) {
  const { db } = useAccount().engine
  const booked = useLiveQuery(
    () =>
      db.bookings
        .where('listingId')
        .equals(listing.id)
        .filter(({ status }) => status === 'approved' || status === 'paid')
        .count(),
    [db, listing.id],
  )
  const title = `Delete “${listing.title}”?`
  if (!booked)
    return (
      <PressDialog title={title} onClose={onClose} press="Delete listing" onPress={onDelete} isDanger back="Keep it">
        <p>It disappears for everybody, and open offers for it are declined. To take a break, pause it instead.</p>
      </PressDialog>
    )
  const isOpen = listing.availability.available
  return (
    <PressDialog
      title={title}
      onClose={onClose}
      press="Pause listing"
      onPress={onPause}
      disabled={!isOpen}
      back="Keep it"
    >
      <p>This listing has approved or paid bookings, so it cannot be deleted yet.</p>
      <p className="muted fine">
        {isOpen ? 'Paused, it takes no new offers until they are over.' : 'It is paused and takes no new offers.'}
      </p>
    </PressDialog>
  )
}
