import type { OwnListing } from '#schema/listing'
import { photosOf } from '#schema/listing'
import { type AltPhoto, type MutationPayload, parseMutation } from '#schema/mutations'
import type { OutboxItem } from './local-db'
import { stateOf, type WaitingState } from './overlay'

/** A write about a listing that the server did not take: what it said, and which write that was. */
export interface RefusedWrite {
  opId: string
  kind: OutboxItem['kind']
  error: NonNullable<OutboxItem['error']>
}

/** A listing as its owner's device shows it: with what they have done to it that the server has not confirmed yet. */
export interface ShownOwnListing {
  listing: OwnListing
  /** All photos with their words, the cover first; some may be on this device alone. */
  photos: AltPhoto[]
  /** How far the last write has come; absent when there is none. */
  waiting?: WaitingState
  refused?: RefusedWrite
}

/** A listing that the server does not have yet. Its `clientId` is the key of the draft that it was written in. */
export interface WaitingListing {
  opId: string
  listing: MutationPayload<'listing.create'>
  state: WaitingState
  /** It never left the device: it can still be taken back. */
  isUnsent: boolean
  error: OutboxItem['error']
}

/** What an outbox holds about one's own listings, by number. */
export interface ListingWrites {
  created: WaitingListing[]
  changed: Map<number, { listing: MutationPayload<'listing.change'>; state: WaitingState }>
  shown: Map<number, { available: boolean; state: WaitingState }>
  deleted: Set<number>
  refused: Map<number, RefusedWrite>
}

/** The same before and after the server has given a listing its number. */
export function listingKey({ id, clientId }: Pick<OwnListing, 'id' | 'clientId'>): string {
  return clientId ?? String(id)
}

/** Reads what an outbox creates, changes, pauses and deletes. A refused write changes nothing and is told of. */
export function listingWrites(items: readonly OutboxItem[]): ListingWrites {
  const writes: ListingWrites = {
    created: [],
    changed: new Map(),
    shown: new Map(),
    deleted: new Set(),
    refused: new Map(),
  }
  for (const item of items.toSorted((a, b) => a.order - b.order)) {
    if (item.kind === 'listing.create') {
      const listing = parseMutation('listing.create', item.payload)
      if (listing) writes.created.push(waitingListing(item, listing))
    } else takeIn(writes, item)
  }
  return writes
}

function takeIn(writes: ListingWrites, item: OutboxItem): void {
  const id = listingIn(item)
  if (id === null) return
  if (item.state === 'attention') {
    if (item.error) writes.refused.set(id, { opId: item.opId, kind: item.kind, error: item.error })
    return
  }
  // Whoever writes again has seen what was refused.
  writes.refused.delete(id)
  const state = stateOf(item)
  const change = item.kind === 'listing.change' ? parseMutation('listing.change', item.payload) : null
  const show = item.kind === 'listing.show' ? parseMutation('listing.show', item.payload) : null
  if (change) writes.changed.set(id, { listing: change, state })
  else if (show) writes.shown.set(id, { available: show.available, state })
  else writes.deleted.add(id)
}

function listingIn({ kind, payload }: OutboxItem): number | null {
  if (kind !== 'listing.change' && kind !== 'listing.show' && kind !== 'listing.delete') return null
  return parseMutation(kind, payload)?.listingId ?? null
}

function waitingListing(item: OutboxItem, listing: MutationPayload<'listing.create'>): WaitingListing {
  return {
    opId: item.opId,
    listing,
    state: stateOf(item),
    isUnsent: item.state === 'attention' || (item.state === 'queued' && !item.everSent),
    error: item.error,
  }
}

/** The server's row with its owner's waiting writes on top; null when they have deleted it. */
export function overlayListing(base: OwnListing, writes: ListingWrites): ShownOwnListing | null {
  if (writes.deleted.has(base.id)) return null
  const change = writes.changed.get(base.id)
  const show = writes.shown.get(base.id)
  const refused = writes.refused.get(base.id)
  const waiting = show?.state ?? change?.state
  return {
    listing: {
      ...base,
      ...(change ? changedWords(change.listing) : {}),
      availability: { available: show?.available ?? base.availability.available },
    },
    photos: change?.listing.photos ?? photosWithAlts(base),
    ...(waiting ? { waiting } : {}),
    ...(refused ? { refused } : {}),
  }
}

function changedWords(change: MutationPayload<'listing.change'>) {
  const { title, description, price, category, terms, quantity, cancellationPreset, pickupNote } = change
  const words = { title, description, category, terms, quantity, cancellationPreset }
  return { ...words, price: Number(price), pickupNote: pickupNote ?? null }
}

/** A listing's photos with what each shows, the cover first. */
export function photosWithAlts(listing: OwnListing): AltPhoto[] {
  return photosOf(listing).map((url, index) => ({ photo: { url }, alt: listing.photoAlts[index] ?? '' }))
}
