import { build, type Step, step } from '../db/steps'
import {
  bookingHistory,
  bookings,
  inspirationPosts,
  listingDays,
  listings,
  madeToOrderItems,
  messages,
  postMarks,
  purchaseHistory,
  purchases,
  reviews,
  uploads,
  userBlockedDates,
  users,
} from '../db/tables'
import type { DemoRows } from './demo-basis'

/** A statement with more rows than this only takes longer to parse. */
const ROWS_PER_STATEMENT = 200

/** The inserts of a whole demo, parents before children: one batch, so that there is never half a demo. */
export function insertSteps(rows: DemoRows): Step[] {
  return [
    inserts(rows.users, (some) => build.insert(users).values(some)),
    inserts(rows.uploads, (some) => build.insert(uploads).values(some)),
    inserts(rows.listings, (some) => build.insert(listings).values(some)),
    inserts(rows.madeToOrderItems, (some) => build.insert(madeToOrderItems).values(some)),
    inserts(rows.inspirationPosts, (some) => build.insert(inspirationPosts).values(some)),
    inserts(rows.postMarks, (some) => build.insert(postMarks).values(some)),
    inserts(rows.userBlockedDates, (some) => build.insert(userBlockedDates).values(some)),
    inserts(rows.bookings, (some) => build.insert(bookings).values(some)),
    inserts(rows.bookingHistory, (some) => build.insert(bookingHistory).values(some)),
    inserts(rows.listingDays, (some) => build.insert(listingDays).values(some)),
    inserts(rows.purchases, (some) => build.insert(purchases).values(some)),
    inserts(rows.purchaseHistory, (some) => build.insert(purchaseHistory).values(some)),
    inserts(rows.reviews, (some) => build.insert(reviews).values(some)),
    inserts(rows.messages, (some) => build.insert(messages).values(some)),
  ].flat()
}

/** One insert per group of rows. */
export function inserts<Row>(rows: readonly Row[], toQuery: (some: Row[]) => Step['query']): Step[] {
  const steps: Step[] = []
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    steps.push(step(toQuery(rows.slice(from, from + ROWS_PER_STATEMENT))))
  }
  return steps
}
