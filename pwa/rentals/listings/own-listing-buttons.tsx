import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RefusedNote } from '../../offerings/refused-note'
import { useAttempt } from '../../offerings/use-attempt'
import { useDiscard } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { ButtonLink } from '../../ui/button-link'
import { deleteListing } from './delete-listing'
import { DeleteListingDialog } from './delete-listing-dialog'
import type { ShownOwnListing } from './own-listing-overlay'
import { showListing } from './show-listing'

interface OwnListingButtonsProps {
  shown: ShownOwnListing
  onDeleted?: () => void
}

/** The owner's buttons of a listing: edit, pause or reopen, delete; and the result of the last try. */
export function OwnListingButtons({ shown, onDeleted }: OwnListingButtonsProps) {
  const { engine } = useAccount()
  const discard = useDiscard()
  const attempt = useAttempt()
  const [isAsking, ask] = useState(false)
  const { listing, refused } = shown
  const isOpen = listing.availability.available
  const show = (isShown: boolean) =>
    attempt(
      () => showListing(engine, listing, isShown),
      isShown ? 'Listing reopened' : 'Listing paused',
      'Failed to change the listing',
    )
  async function remove() {
    ask(false)
    const done = await attempt(() => deleteListing(engine, listing), 'Listing deleted', 'Failed to delete the listing')
    if (done) onDeleted?.()
  }
  return (
    <>
      {refused && <RefusedNote refused={refused} onDrop={() => void discard({ opId: refused.opId })} />}
      <div className="own-listing__buttons row gap-1">
        <ButtonLink to={`/listings/${listing.id}/edit`} look="secondary" aria-label={`Edit ${listing.title}`}>
          <Pencil />
          Edit
        </ButtonLink>
        <button
          type="button"
          className="is-quiet"
          aria-label={`${isOpen ? 'Pause' : 'Reopen'} ${listing.title}`}
          onClick={() => void show(!isOpen)}
        >
          {isOpen ? <Pause /> : <Play />}
          {isOpen ? 'Pause' : 'Reopen'}
        </button>
        <button type="button" className="is-quiet" aria-label={`Delete ${listing.title}`} onClick={() => ask(true)}>
          <Trash2 />
          Delete
        </button>
      </div>
      {isAsking && (
        <DeleteListingDialog
          listing={listing}
          onDelete={remove}
          onPause={() => {
            ask(false)
            void show(false)
          }}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
