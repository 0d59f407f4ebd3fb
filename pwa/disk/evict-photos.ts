import type { HeldPhoto, PhotoPin } from './device-db'

export function sumBytes(photos: readonly { bytes: number }[]): number {
  return photos.reduce((sum, { bytes }) => sum + bytes, 0)
}

/**
 * The photos to let go of, first the one that is missed least: what nobody asked to keep, longest unused first; then
 * the cards of the feed, oldest post first; likes and saves come last.
 */
export function evictionOrder(held: readonly HeldPhoto[], pins: readonly PhotoPin[]): HeldPhoto[] {
  const pinOf = new Map(pins.map((pin) => [pin.url, pin]))
  const importance = ({ url }: HeldPhoto) => ({ card: 1, mark: 2, none: 0 })[pinOf.get(url)?.reason ?? 'none']
  const postedAt = ({ url }: HeldPhoto) => pinOf.get(url)?.postedAt ?? ''
  return held.toSorted(
    (a, b) => importance(a) - importance(b) || postedAt(a).localeCompare(postedAt(b)) || a.lastUsed - b.lastUsed,
  )
}

/** The photos to remove so that at most `maxBytes` stay. */
export function beyondBudget(held: readonly HeldPhoto[], pins: readonly PhotoPin[], maxBytes: number): HeldPhoto[] {
  let excess = sumBytes(held) - maxBytes
  const leaving: HeldPhoto[] = []
  for (const photo of evictionOrder(held, pins)) {
    if (excess <= 0) break
    leaving.push(photo)
    excess -= photo.bytes
  }
  return leaving
}
