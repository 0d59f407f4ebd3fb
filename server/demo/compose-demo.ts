import { todayIn } from '#schema/date-range'
import { blockRows } from './block-rows'
import { bookingRows } from './booking-rows'
import type { DemoBasis, DemoListing, DemoRows } from './demo-basis'
import type { DemoPhotos } from './demo-photos'
import { rollDice } from './dice'
import { itemRows } from './item-rows'
import { listingRows } from './listing-rows'
import { messageRows } from './message-rows'
import { orderRows } from './order-rows'
import { operatorRow, type PasswordHashes, peopleRows } from './people-rows'
import { markRows, postRows } from './post-rows'
import { reviewRows } from './review-rows'

/**
 * The whole demo marketplace. The same seed, instant and photos always give the same rows; all dates lie around `now`, so
 * that it looks alive on any day.
 */
export function composeDemo(given: {
  seed: number
  now: Date
  zone: string
  photos: DemoPhotos
  hashes: PasswordHashes
}): DemoRows {
  const { now, zone, photos } = given
  const basis: DemoBasis = { dice: rollDice(given.seed), now, zone, photos, today: todayIn(zone, now) }
  const users = peopleRows(basis, given.hashes)
  const listings = listingRows(basis, users)
  const userBlockedDates = blockRows(basis, users)
  const { situations, ...booked } = bookingRows(basis, users, listings, userBlockedDates)
  const madeToOrderItems = itemRows(basis, users)
  const inspirationPosts = postRows(basis, users, { listings, madeToOrderItems })
  const postMarks = markRows(basis, users, inspirationPosts)
  const talked = messageRows(basis, { bookings: booked.bookings, situations }, users, listings)
  const { messages: talkedOfOrders, ...ordered } = orderRows(basis, users, madeToOrderItems)
  return {
    users: [...users, operatorRow(basis, users.length + 1, given.hashes)],
    listings,
    madeToOrderItems,
    inspirationPosts,
    postMarks,
    userBlockedDates,
    ...booked,
    ...ordered,
    reviews: reviewRows(basis, { ...booked, ...ordered }),
    messages: [...talked, ...talkedOfOrders].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    uploads: uploadRows(basis, [
      ...users.flatMap(({ id, profilePhoto }) => (profilePhoto ? [{ userId: id, urls: [profilePhoto] }] : [])),
      ...[...listings, ...madeToOrderItems].map(photosOf),
      ...inspirationPosts.map(({ userId, imageUrl }) => ({ userId, urls: [imageUrl] })),
    ]),
  }
}

interface Shown {
  userId: number
  urls: string[]
}

function photosOf({ userId, mainImage, images }: Pick<DemoListing, 'userId' | 'mainImage' | 'images'>): Shown {
  return { userId, urls: [mainImage, ...images] }
}

/** As if everybody had uploaded what they show, each picture once. */
function uploadRows({ photos, now }: DemoBasis, shown: Shown[]): DemoRows['uploads'] {
  const byUrl = new Map([...photos.values()].map((photo) => [`/uploads/${photo.sha256}.jpg`, photo]))
  const rows = new Map<string, DemoRows['uploads'][number]>()
  for (const { userId, urls } of shown) {
    for (const url of urls) {
      const photo = byUrl.get(url)
      if (!photo) continue
      const { alt: _alt, ...stored } = photo
      rows.set(`${userId} ${url}`, { userId, ...stored, createdAt: now.toISOString() })
    }
  }
  return [...rows.values()]
}
