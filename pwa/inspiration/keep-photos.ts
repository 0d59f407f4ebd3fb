import type { Handover } from '#schema/handover'
import type { Post } from '#schema/inspiration'
import { LONGEST_SIDE_PX, photoSources } from '#schema/upload'
import type { HeldPhoto, PhotoPin } from '../disk/device-db'
import { sumBytes } from '../disk/evict-photos'

/** Somebody who scrolls further back than this without a connection sees tints instead of photos. */
const CARD_POSTS = 500
const CARD_WIDTH = '640w'
/** The size of a photo until it is here: the mean of uploads at the quality that they are kept in. */
const TYPICAL_BYTES = { card: 60_000, mark: 160_000 }

/**
 * The photos that a person should have without a connection, the most wanted first: of what they have booked and ordered,
 * then liked and saved posts in full size, then the newest posts' in the width of a card. Photos from elsewhere are not
 * ours to keep.
 * @param posts newest first
 * @param isMarked whether the person likes or has saved the post
 * @param own photos of the person's own bookings and orders, on either side, the newest first
 */
export function photosToKeep(
  posts: readonly Pick<Post, 'id' | 'imageUrl' | 'createdAt'>[],
  isMarked: (postId: number) => boolean,
  own: readonly { imageUrl: string; createdAt: string }[] = [],
): PhotoPin[] {
  const pins = new Map<string, PhotoPin>()
  const add = (url: string | undefined, reason: PhotoPin['reason'], postedAt: string) => {
    if (url?.startsWith('/') && !pins.has(url)) pins.set(url, { url, reason, postedAt })
  }
  for (const { imageUrl, createdAt } of own) add(sized(imageUrl, CARD_WIDTH), 'mark', createdAt)
  for (const { id, imageUrl, createdAt } of posts)
    if (isMarked(id)) add(sized(imageUrl, `${LONGEST_SIDE_PX}w`), 'mark', createdAt)
  for (const { imageUrl, createdAt } of posts.slice(0, CARD_POSTS)) add(sized(imageUrl, CARD_WIDTH), 'card', createdAt)
  return [...pins.values()]
}

/** The address of one width of a photo of ours. */
function sized(imageUrl: string, width: string): string | undefined {
  const offered = photoSources(imageUrl).srcset?.split(', ') ?? []
  return offered.find((source) => source.endsWith(` ${width}`))?.split(' ')[0]
}

/**
 * The wanted photos to fetch, in order, so that none is fetched only to give way again: a photo that is liked
 * or saved may take the place of a card's, a card's takes only what is free or what nobody asked to keep.
 */
export function photosToFetch(pins: readonly PhotoPin[], held: readonly HeldPhoto[], budget: number): PhotoPin[] {
  const bytesOf = new Map(held.map((photo) => [photo.url, photo.bytes]))
  const heldAs = (reason: PhotoPin['reason']) =>
    sumBytes(pins.filter((pin) => pin.reason === reason).map(({ url }) => ({ bytes: bytesOf.get(url) ?? 0 })))
  let marks = heldAs('mark')
  let cards = heldAs('card')
  const wanted: PhotoPin[] = []
  for (const pin of pins.filter(({ url }) => !bytesOf.has(url))) {
    const bytes = TYPICAL_BYTES[pin.reason]
    if ((pin.reason === 'mark' ? marks : marks + cards) + bytes > budget) continue
    if (pin.reason === 'mark') marks += bytes
    else cards += bytes
    wanted.push(pin)
  }
  return wanted
}

/** The part of the browser's connection report that matters here; not every browser gives one. */
export interface ConnectionReport {
  saveData?: boolean
  effectiveType?: string
}

/** Whether the connection is good enough to fetch what nobody is looking at. */
export function mayFetchAhead(report: ConnectionReport | undefined): boolean {
  return !report?.saveData && !/2g$/.test(report?.effectiveType ?? '')
}

/** Photos of a page of a hand-over, those that a claim has met included. */
export function handoverPhotos({ photos, atClaim, updatedAt }: Pick<Handover, 'photos' | 'atClaim' | 'updatedAt'>) {
  return [...photos, ...(atClaim?.photos ?? [])].map((imageUrl) => ({ imageUrl, createdAt: updatedAt }))
}
