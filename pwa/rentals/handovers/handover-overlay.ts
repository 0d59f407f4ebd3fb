import {
  type Handover,
  type HandoverCheck,
  type HandoverContent,
  type HandoverMoment,
  pageWrittenAt,
} from '#schema/handover'
import type { OutboxItem } from '../../disk/local-db'
import type { PhotoRef } from '../../disk/mutations'
import { pendingOf } from '../../disk/pending-of'
import { stateOf, type WaitingState } from '../../sync/overlay'

/** The content of a page, with its times. */
export interface ShownContent {
  checks: HandoverCheck[]
  photos: PhotoRef[]
  note: string | null
  /** When it was written: on the device, or, where that is not known, when the server took it. */
  writtenAt: string
  /** When the server took it; absent while it waits. */
  arrivedAt?: string
}

/** One side's page of one moment, as this device shows it: with what its person has saved since the last pull. */
export interface ShownHandover extends ShownContent {
  /** Its number; absent while it waits for the server. */
  id?: number
  moment: HandoverMoment
  userId: number
  /** The page as it stood when a claim was filed, if it was saved again since. */
  atClaim?: ShownContent | null
  /** When the pages were written that a save goes on from. */
  seen?: string[] | undefined
  /** How far a save has come; absent for a page that is as the server has it. */
  waiting?: WaitingState
  /** The server's words on a save that it refused. */
  error?: string | null
  /** Beside a save that was refused for it: the page that stands, which its person wrote on another device. */
  stands?: ShownHandover
}

/**
 * The pages of a booking. A person's own last word stands in place of the row, also when it was refused: what they wrote
 * and photographed must not seem to be gone.
 */
export function overlayHandovers(
  rows: readonly Handover[],
  items: readonly OutboxItem[],
  { bookingId, userId }: { bookingId: number; userId: number },
): ShownHandover[] {
  const pages = new Map(rows.filter((row) => row.bookingId === bookingId).map((row) => [keyOf(row), shownRow(row)]))
  for (const { item, payload } of pendingOf(items, 'handover.put')) {
    if (payload.bookingId !== bookingId) continue
    const { moment, checks, photos, note, composedAt, seen } = payload
    const key = keyOf({ moment, userId })
    const before = pages.get(key)
    const stands = item.error?.code === 'edit_conflict' ? (before?.waiting ? before.stands : before) : undefined
    pages.set(key, {
      moment,
      userId,
      checks,
      photos,
      note: note ?? null,
      writtenAt: composedAt,
      seen,
      ...(before?.atClaim && { atClaim: before.atClaim }),
      waiting: stateOf(item),
      ...(item.state === 'attention' && { error: item.error?.message ?? null, ...(stands && { stands }) }),
    })
  }
  return [...pages.values()]
}

function shownRow({ id, moment, userId, atClaim, ...content }: Handover): ShownHandover {
  return { id, moment, userId, ...shownContent(content), atClaim: atClaim ? shownContent(atClaim) : null }
}

function shownContent({ checks, photos, note, composedAt, updatedAt }: HandoverContent): ShownContent {
  return {
    checks,
    photos: photos.map((url) => ({ url })),
    note,
    writtenAt: pageWrittenAt({ composedAt, updatedAt }),
    arrivedAt: updatedAt,
  }
}

function keyOf({ moment, userId }: Pick<Handover, 'moment' | 'userId'>): string {
  return `${moment}/${userId}`
}
