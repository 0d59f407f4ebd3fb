import { dollarsToCents, formatCents, MAX_PRICE_CENTS } from '#schema/money'
import { afterEarlier } from '../../drafts/seen-words'
import { thingKey } from '../../offerings/own-thing-writes'
import type { SyncEngine } from '../../sync/engine'
import { pressedNow } from '../../sync/server-clock'
import { ListingForm, sentListing, valuesOf } from './listing-values'
import { listingWords, type ShownOwnListing, sentListingChange } from './own-listing-overlay'

/** A new price for several listings: the same for all, or each one's own by some percent. */
export type PriceChange = { to: string } | { percent: number }

/** The new price, in dollars as typed; null when it is not valid. Percents are rounded to the cent. */
export function priceAfter(price: number, change: PriceChange): string | null {
  const cents =
    'to' in change
      ? dollarsToCents(change.to)
      : Math.round(((dollarsToCents(price) ?? 0) * (100 + change.percent)) / 100)
  if (cents === null || !Number.isFinite(cents) || cents < 1 || cents > MAX_PRICE_CENTS) return null
  return (cents / 100).toFixed(2)
}

/** '$12.00 to $13.20', or why the listing cannot have the price. */
export function changeLine(
  { listing, photos, refused }: ShownOwnListing,
  change: PriceChange,
): { words: string; ok: boolean } {
  if (refused) return { words: 'left out, because a change to it was refused', ok: true }
  const price = priceAfter(listing.price, change)
  if (price === null) return { words: 'This price is not valid.', ok: false }
  const checked = ListingForm.safeParse({ ...valuesOf({ listing, photos }), price })
  const was = formatCents(dollarsToCents(listing.price) ?? 0)
  if (!checked.success) return { words: checked.error.issues[0]?.message ?? 'This price is not valid.', ok: false }
  return { words: `${was} to ${formatCents(dollarsToCents(price) ?? 0)} a day`, ok: true }
}

/**
 * Gives listings another price: all of them are kept on this device, or none. Each is an edit of its own, sent when the
 * connection allows. A form that is being typed in keeps its words. A listing whose last change was refused is left out: a
 * later one would hide the refusal.
 */
export async function priceListings(
  engine: SyncEngine,
  listings: readonly ShownOwnListing[],
  change: PriceChange,
): Promise<void> {
  await engine.queueTogether(async (submit) => {
    for (const shown of listings.filter(({ refused }) => !refused)) {
      const { listing } = shown
      const price = priceAfter(listing.price, change)
      const checked = ListingForm.safeParse({ ...valuesOf(shown), price: price ?? '' })
      if (!checked.success) continue
      const seen = listingWords(shown)
      const address = { listingKey: thingKey(listing), listingId: listing.id }
      const priced = { ...sentListing(checked.data), ...address, seen }
      await submit('listing.change', priced, {
        merge(replaced, line) {
          const after = afterEarlier(priced, replaced, line, sentListingChange)
          return { ...after.edit, seen: after.seen }
        },
      })
    }
  })
}

/** Pauses listings, or opens them again: all of them are kept on this device, or none. */
export async function showListings(
  engine: SyncEngine,
  listings: readonly ShownOwnListing[],
  available: boolean,
): Promise<void> {
  const pressedAt = pressedNow()
  await engine.queueTogether(async (submit) => {
    for (const { listing } of listings)
      await submit('listing.show', { listingKey: thingKey(listing), listingId: listing.id, available, pressedAt })
  })
}

/** The notice after a press: how many listings changed, and how many were left out. */
export function changedNotice(
  changed: number,
  left: number,
  reachable: boolean,
): { title: string; description?: string } {
  const waits = reachable
    ? ''
    : `${left > 0 ? 'The rest goes' : 'It goes'} out automatically once there is a connection.`
  const description = [leftOutWords(left), changed > 0 ? waits : ''].filter(Boolean).join(' ')
  return {
    title: changed === 0 ? 'No listing changed' : `${manyListings(changed)} changed`,
    ...(description && { description }),
  }
}

function leftOutWords(left: number): string {
  if (left === 0) return ''
  return left === 1
    ? '1 listing was left out, because a change to it was refused.'
    : `${left} listings were left out, because changes to them were refused.`
}

/** "3 listings". */
export function manyListings(count: number): string {
  return count === 1 ? '1 listing' : `${count} listings`
}
