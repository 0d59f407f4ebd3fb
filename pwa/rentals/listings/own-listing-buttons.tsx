import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { NO_ROOM } from '../../drafts/no-room'
import { useDiscard } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { useReachability } from '../../session/use-sync'
import { ButtonLink } from '../../ui/button-link'
import { PressDialog } from '../../ui/press-dialog'
import { errorNotice, useToast } from '../../ui/toasts'
import { deleteListing } from './delete-listing'
import type { ShownOwnListing } from './own-listing-overlay'
import { refusedWords } from './refused-words'
import { showListing } from './show-listing'

interface OwnListingButtonsProps {
  shown: ShownOwnListing
  onDeleted?: () => void
}

/** The owner's buttons of a listing: edit, pause or reopen, delete; and the result of the last try. */
export function OwnListingButtons({ shown, onDeleted }: OwnListingButtonsProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()
  const discard = useDiscard()
  const [isAsking, ask] = useState(false)
  const { listing, refused } = shown
  const isOpen = listing.availability.available
  const later = reachable ? undefined : 'It goes out by itself once there is a connection.'

  const attempt = async (work: () => Promise<void>, done: string, failed: string) => {
    try {
      await work()
      toast({ title: done, description: later })
      return true
    } catch {
      toast(errorNotice(failed, NO_ROOM))
      return false
    }
  }
  async function remove() {
    ask(false)
    const done = await attempt(() => deleteListing(engine, listing), 'Listing deleted', 'Failed to delete the listing')
    if (done) onDeleted?.()
  }
  return (
    <>
      {refused && (
        <div className="own-listing__refused breaks fine">
          <p role="alert">{refusedWords(refused)}</p>
          <button type="button" className="is-quiet" onClick={() => void discard({ opId: refused.opId })}>
            {refused.kind === 'listing.change' ? 'Drop these changes' : 'Understood'}
          </button>
        </div>
      )}
      <div className="own-listing__buttons row gap-1">
        <ButtonLink to={`/listings/${listing.id}/edit`} look="secondary" aria-label={`Edit ${listing.title}`}>
          <Pencil />
          Edit
        </ButtonLink>
        <button
          type="button"
          className="is-quiet"
          aria-label={`${isOpen ? 'Pause' : 'Reopen'} ${listing.title}`}
          onClick={() =>
            attempt(
              () => showListing(engine, listing, !isOpen),
              isOpen ? 'Listing paused' : 'Listing reopened',
              'Failed to change the listing',
            )
          }
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
        <PressDialog
          title={`Delete “${listing.title}”?`}
          onClose={() => ask(false)}
          press="Delete listing"
          onPress={remove}
          isDanger
          back="Keep it"
        >
          <p>It disappears for everybody, and open offers for it are declined. To take a break, pause it instead.</p>
        </PressDialog>
      )}
    </>
  )
}
