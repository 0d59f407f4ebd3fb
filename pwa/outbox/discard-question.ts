import type { OutboxItem } from '../disk/local-db'
import { neededPhotos } from '../drafts/kept-photos'
import { isCertainlyHere } from '../sync/overlay'

/** Asks before a write is discarded, with all that goes along and what stays. */
export function discardQuestion(item: Pick<OutboxItem, 'kind' | 'payload' | 'state' | 'everSent'>): string {
  const photos = neededPhotos(item).length
  const along = photos === 0 ? '' : photos === 1 ? ' and its photo' : ` and its ${photos} photos`
  if (!isCertainlyHere(item)) return `Discard this${along}? It may have arrived already. What arrived stays there.`
  return KEEPS_DRAFT.has(item.kind) ? 'Discard this? Your draft stays.' : `Discard this${along}?`
}

/** Each of these kinds has a draft of its own, photos included. */
const KEEPS_DRAFT = new Set(['listing.create', 'item.create', 'draft.save'])
