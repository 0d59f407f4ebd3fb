import { OwnThingChip } from '../../offerings/own-thing-chip'
import type { Tone } from '../../ui/status-chip'
import type { ShownOwnListing } from './own-listing-overlay'

/** How one's own listing stands. */
export function OwnListingChip({ shown }: { shown: ShownOwnListing }) {
  return <OwnThingChip shown={shown} standing={standing(shown)} />
}

function standing({ listing }: ShownOwnListing): { tone: Tone; words: string } {
  if (listing.hidden) return { tone: 'danger', words: 'Hidden by the operators' }
  if (!listing.availability.available) return { tone: 'neutral', words: 'Paused' }
  return { tone: 'success', words: 'On show' }
}
