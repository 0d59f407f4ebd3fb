import type { Collection } from '#schema/sync-scopes'
import type { Reads } from '../db/client'
import { findDrafts } from '../drafts/draft-queries'
import { findBoards } from '../inspiration/board-queries'
import { findMarks, findPostStats, findPosts } from '../inspiration/inspiration-queries'
import { findItems, findOwnItems } from '../made-to-order/items/item-queries'
import { findPurchaseViews } from '../made-to-order/purchases/purchase-queries'
import { findMessages } from '../messages/message-queries'
import { findTransactions } from '../money/ledger/earnings-queries'
import { findQuestionMessages, findQuestions } from '../questions/question-queries'
import { findBlockedDates } from '../rentals/blocked-dates/blocked-date-queries'
import { findBookingViews } from '../rentals/bookings/booking-queries'
import { findDamageReports } from '../rentals/damage-reports/damage-queries'
import { findHandovers } from '../rentals/handovers/handover-queries'
import { findCatalogueListings, findOwnListings } from '../rentals/listings/listing-queries'
import { findReviews } from '../reviews/review-queries'
import { findPersonBlocks } from '../users/person-block-queries'
import { findCurrentUsers, findPeople } from '../users/user-queries'

/** Rows by id, as devices hold them at `now`; `viewerId` is the person of a private scope, 0 in public ones. */
type Loader = (db: Reads, ids: number[], viewerId: number, now: Date) => Promise<Map<number, unknown>>

/** The same for rows whose id is a text. */
type TextLoader = (db: Reads, rids: string[], viewerId: number) => Promise<Map<string, unknown>>

const textLoaders: Record<'mark' | 'board' | 'draft', TextLoader> = {
  mark: findMarks,
  board: findBoards,
  draft: findDrafts,
}

const loaders: Record<Exclude<Collection, keyof typeof textLoaders>, Loader> = {
  listing: (db, ids, _viewerId, now) => findCatalogueListings(db, ids, now),
  item: findItems,
  post: findPosts,
  stat: findPostStats,
  person: findPeople,
  me: findCurrentUsers,
  booking: findBookingViews,
  message: findMessages,
  question: findQuestions,
  questionMessage: findQuestionMessages,
  blocked: findBlockedDates,
  ownListing: findOwnListings,
  damage: findDamageReports,
  handover: findHandovers,
  review: findReviews,
  personBlock: findPersonBlocks,
  transaction: findTransactions,
  ownItem: findOwnItems,
  purchase: findPurchaseViews,
}

export function isCollection(coll: string): boolean {
  return Object.hasOwn(textLoaders, coll) || Object.hasOwn(loaders, coll)
}

/** Loading a group takes the only thread a few milliseconds: between two groups other requests have their turn. */
const GROUP = 100

/** Loads the rows of feed entries with the very queries that the REST calls use, keyed by `rowKey`. */
export async function loadRows(
  db: Reads,
  entries: { scope: string; coll: string; rid: string }[],
  now: Date,
): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>()
  for (const [group, members] of Map.groupBy(entries, (entry) => `${entry.scope}|${entry.coll}`)) {
    const [scope = '', coll = ''] = group.split('|')
    const viewerId = scope.startsWith('u:') ? Number(scope.slice(2)) : 0
    for (let start = 0; start < members.length; start += GROUP) {
      const rids = members.slice(start, start + GROUP).map((entry) => entry.rid)
      const found =
        coll in textLoaders
          ? await textLoaders[coll as keyof typeof textLoaders](db, rids, viewerId)
          : await byId(db, coll as keyof typeof loaders, rids, viewerId, now)
      for (const [rid, row] of found) rows.set(rowKey(scope, coll, rid), row)
      if (start + GROUP < members.length) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return rows
}

async function byId(
  db: Reads,
  coll: keyof typeof loaders,
  rids: string[],
  viewerId: number,
  now: Date,
): Promise<Map<string, unknown>> {
  const found = await loaders[coll](db, rids.map(Number), viewerId, now)
  return new Map([...found].map(([id, row]) => [String(id), row]))
}

/** The name of a row among those of all scopes. */
export function rowKey(scope: string, coll: string, rid: string): string {
  return `${scope}/${coll}/${rid}`
}
