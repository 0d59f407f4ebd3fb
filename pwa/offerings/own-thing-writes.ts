import type { DraftKind } from '#schema/draft'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import type { AltPhoto, MutationName, MutationPayload } from '../disk/mutations'
import { type PendingWrite, pendingOf } from '../disk/pending-of'
import { isCertainlyHere, stateOf, type WaitingState } from '../sync/overlay'

/** A write about a thing on offer that the server did not take: what it said, and which write that was. */
export interface RefusedWrite {
  opId: string
  kind: OutboxItem['kind']
  error: NonNullable<OutboxItem['error']>
  composedAt: string
}

/** The common parts of all offerings, as their owner's device shows them. */
export interface ShownOwn {
  /** All photos with their words, the cover first; some may be on this device alone. */
  photos: AltPhoto[]
  /** How far the last write has come; absent when there is none. */
  waiting?: WaitingState
  /** The write that was refused last. */
  refused?: RefusedWrite
  refusedChange?: RefusedWrite
}

/** A thing that the server does not have yet. Its `clientId` is the key of the draft that it was written in. */
export interface WaitingThing<Kind extends DraftKind = DraftKind> {
  opId: string
  kind: Kind
  thing: MutationPayload<`${Kind}.create`>
  state: WaitingState
  /** It never left the device: it can still be taken back. */
  isUnsent: boolean
  error: OutboxItem['error']
}

/** The outbox's writes about one's own offerings of a kind. */
export interface ThingWrites<Kind extends DraftKind> {
  created: WaitingThing<Kind>[]
  /** Writes that were not refused, by the thing's number, in the order in which they were written. */
  standing: Map<number, ThingWrite[]>
  /**
   * Refused writes by number, in the order in which they were written. A person who has written again has seen them; the
   * words of a change stay until another change takes its place.
   */
  refused: Map<number, RefusedWrite[]>
}

/** The same before and after the server has given a thing its number. */
export function thingKey({ id, clientId }: { id: number; clientId: string | null }): string {
  return clientId ?? String(id)
}

/** Reads what an outbox creates and changes. A refused write changes nothing and is told of. */
export function thingWrites<Kind extends DraftKind>(kind: Kind, items: readonly OutboxItem[]): ThingWrites<Kind> {
  const creations = pendingOf<`${Kind}.create`>(items, `${kind}.create`)
  const created = creations.map(({ item, payload }) => waitingThing(kind, item, payload))
  const writes: ThingWrites<Kind> = { created, standing: new Map(), refused: new Map() }
  for (const write of pendingOf<ThingWrite['kind']>(items, ...WRITES[kind])) takeIn(writes, write)
  return writes
}

/** Reads one's own things of a kind in the outbox, before their rows: what a pull brings must not be missing in between. */
export async function readThingWrites<Kind extends DraftKind>(db: LocalDb, kind: Kind): Promise<ThingWrites<Kind>> {
  return thingWrites(kind, await db.outbox.where('lane').startsWith(`${kind}:`).toArray())
}

const WRITES = {
  listing: ['listing.change', 'listing.show', 'listing.delete'],
  item: ['item.change', 'item.pause', 'item.archive'],
} as const satisfies Record<DraftKind, MutationName[]>
type ThingWrite = PendingWrite<(typeof WRITES)[DraftKind][number]>

function takeIn({ standing, refused }: ThingWrites<DraftKind>, write: ThingWrite): void {
  const { item, payload } = write
  const id = 'listingId' in payload ? payload.listingId : payload.itemId
  const before = refused.get(id) ?? []
  const { opId, kind, error, composedAt } = item
  if (item.state === 'attention') {
    if (error) refused.set(id, [...before, { opId, kind, error, composedAt }])
    return
  }
  refused.set(id, isChange(item) ? [] : before.filter(isChange))
  standing.set(id, [...(standing.get(id) ?? []), write])
}

const isChange = ({ kind }: Pick<OutboxItem, 'kind'>) => kind.endsWith('.change')

function waitingThing<Kind extends DraftKind>(
  kind: Kind,
  item: OutboxItem,
  thing: MutationPayload<`${Kind}.create`>,
): WaitingThing<Kind> {
  return {
    opId: item.opId,
    kind,
    thing,
    state: stateOf(item),
    isUnsent: isCertainlyHere(item),
    error: item.error,
  }
}

/** A thing's standing writes of one kind, in order. */
export function wordsInLine<Name extends MutationName>(
  { standing }: Pick<ThingWrites<DraftKind>, 'standing'>,
  id: number,
  name: Name,
): MutationPayload<Name>[] {
  const writes = (standing.get(id) ?? []).filter(({ kind }) => kind === name)
  return writes.map(({ payload }) => payload as unknown as MutationPayload<Name>)
}

/** The last of a thing's standing writes of one kind. */
export function lastWord<Name extends MutationName>(
  writes: Pick<ThingWrites<DraftKind>, 'standing'>,
  id: number,
  name: Name,
): MutationPayload<Name> | null {
  return wordsInLine(writes, id, name).at(-1) ?? null
}

/** The waiting and the refused writes about an offering. */
export function standingOf(
  { standing, refused }: Omit<ThingWrites<DraftKind>, 'created'>,
  id: number,
): Omit<ShownOwn, 'photos'> {
  const last = standing.get(id)?.at(-1)
  const no = refused.get(id)?.at(-1)
  const change = refused.get(id)?.findLast(isChange)
  return {
    ...(last && { waiting: stateOf(last.item) }),
    ...(no && { refused: no }),
    ...(change && { refusedChange: change }),
  }
}
