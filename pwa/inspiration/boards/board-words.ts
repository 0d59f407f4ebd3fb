import { isolated } from '../../ui/isolated'
import type { BoardPlan, PlannedThing } from './board-plan'

/** Names the things that are still to be booked, ordered or offered for. */
export function missingWords({ things, missing }: BoardPlan): string {
  if (missing.length === 0) return 'Everything is booked, ordered or offered for.'
  const isBegun = missing.some(({ rest, pieces }) => rest < pieces)
  if (missing.length === things.length && !isBegun) return 'Nothing is booked or ordered yet.'
  const done = things.length - missing.length
  const names = missing.map((thing) => isolated(titleOf(thing))).join(', ')
  return `${done} of ${things.length} booked, ordered or offered for${isBegun ? ' in full' : ''}. Still missing: ${names}.`
}

/** Names a thing, whether its row is here or not. */
export function titleOf(thing: PlannedThing): string {
  const row = thing.listing ?? thing.item
  if (row) return row.title
  const noun = thing.kind === 'listing' ? 'A rental' : 'An item'
  return thing.isUnknown ? noun : `${noun} that is not offered any more`
}
