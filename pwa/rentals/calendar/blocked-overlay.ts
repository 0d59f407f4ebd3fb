import type { BlockedDates } from '#schema/blocked-date'
import type { DateRange } from '#schema/date-range'
import type { OutboxItem } from '../../disk/local-db'
import { type PendingWrite, pendingOf } from '../../disk/pending-of'
import { stateOf, type WaitingState } from '../../sync/overlay'

/** A write about a range that is on its way. */
export interface WaitingChange {
  opId: string
  kind: 'add' | 'remove'
  state: WaitingState
  /** It has never left the device, so that taking it back undoes it altogether. */
  isUndoable: boolean
  /** The server's words when it was refused. */
  error: string | null
}

/** A range as its owner should see it: the server's, or one that is still on its way there. */
export interface ShownBlock extends DateRange {
  /** The same over the whole life of a range on the screen. */
  key: string
  /** Null until the server has it. */
  id: number | null
  reason: string | null
  /** The one listing that is meant; null for all of them. */
  listingId: number | null
  change: WaitingChange | null
}

/** An owner's blocked ranges, changed by their presses since, the next range first. */
export function overlayBlocked(rows: readonly BlockedDates[], items: readonly OutboxItem[]): ShownBlock[] {
  const removals = waitingRemovals(items)
  const shown = rows.flatMap((row): ShownBlock[] => {
    const { id, startDate, endDate, reason, listingId = null } = row
    const change = removals.get(id) ?? null
    return change === 'done' ? [] : [{ key: `row-${id}`, id, startDate, endDate, reason, listingId, change }]
  })
  const waiting = pendingOf(items, 'blocked.add').map(addedBlock)
  return [...shown, ...withoutEchoes(waiting, rows)].toSorted(byStart)
}

/**
 * The ranges that are blocked for whoever looks at a calendar now: neither those being freed nor refused ones count.
 * @param forListing the listing whose calendar it is; null counts those that are for all listings
 */
export function closedRanges(blocks: readonly ShownBlock[], forListing: number | null = null): DateRange[] {
  return blocks.filter(({ change, listingId }) => {
    if (listingId !== null && listingId !== forListing) return false
    if (change === null) return true
    return (change.kind === 'add') === (change.state !== 'attention')
  })
}

function waitingRemovals(items: readonly OutboxItem[]): Map<number, WaitingChange | 'done'> {
  const removals = pendingOf(items, 'blocked.remove')
  return new Map(
    removals.map(({ item, payload }) => [payload.blockId, item.state === 'acked' ? 'done' : changeOf(item, 'remove')]),
  )
}

function addedBlock({ item, payload }: PendingWrite<'blocked.add'>): ShownBlock & { everSent: boolean } {
  const { startDate, endDate, reason, listingId, clientId } = payload
  return {
    key: clientId,
    id: null,
    startDate,
    endDate,
    reason: reason || null,
    listingId: listingId ?? null,
    // A confirmed range is only waiting for its row.
    change: item.state === 'acked' ? null : changeOf(item, 'add'),
    everSent: item.everSent,
  }
}

function changeOf(item: OutboxItem, kind: WaitingChange['kind']): WaitingChange {
  return {
    opId: item.opId,
    kind,
    state: stateOf(item),
    isUndoable: item.state === 'queued' && !item.everSent,
    error: item.error?.message ?? null,
  }
}

/** A sent range may have come back as a row before its confirmation has been let go; each row is the echo of one of them. */
function withoutEchoes(waiting: (ShownBlock & { everSent: boolean })[], rows: readonly BlockedDates[]): ShownBlock[] {
  const free = [...rows]
  return waiting.flatMap(({ everSent, ...block }) => {
    const echo = everSent ? free.findIndex((row) => isSame(row, block)) : -1
    if (echo < 0) return [block]
    free.splice(echo, 1)
    return []
  })
}

function isSame(row: BlockedDates, block: ShownBlock): boolean {
  return (
    row.startDate === block.startDate &&
    row.endDate === block.endDate &&
    (row.listingId ?? null) === block.listingId &&
    (row.reason ?? '') === (block.reason ?? '')
  )
}

function byStart(a: ShownBlock, b: ShownBlock): number {
  return a.startDate.localeCompare(b.startDate) || a.endDate.localeCompare(b.endDate) || a.key.localeCompare(b.key)
}
