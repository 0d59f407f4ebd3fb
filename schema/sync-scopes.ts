import type { BlockedDates } from '#schema/blocked-date'
import type { Booking } from '#schema/booking'
import type { DamageReport } from '#schema/damage-report'
import type { DraftRow } from '#schema/draft'
import type { Transaction } from '#schema/earnings'
import type { Handover } from '#schema/handover'
import type { Board, Mark, Post, PostStat } from '#schema/inspiration'
import type { CatalogueListing, OwnListing } from '#schema/listing'
import type { Item, OwnItem } from '#schema/made-to-order'
import type { Message, Question, QuestionMessage } from '#schema/message'
import type { Purchase } from '#schema/purchase'
import type { PersonBlock } from '#schema/report'
import type { Review } from '#schema/review'
import type { CurrentUser, PublicUser } from '#schema/user'

/** Calls that may travel many at a time: each is small, and none depends on another. */
export const BATCHED_CALLS = ['likePost', 'unlikePost', 'savePost', 'unsavePost'] as const
export type BatchedCall = (typeof BATCHED_CALLS)[number]
export const PUSH_MAX = 100
/** Keys that one request asks about. */
export const CHECK_MAX = 500

/** Raised when a row's shape changes in a way old devices must fetch again. A device says its own with every call. */
export const SYNC_SCHEMA_VERSION = 3
/** Builds that know older shapes than this are asked to update. */
export const OLDEST_SYNC_SCHEMA = 2

/** Rows of the public catalogue, by collection. */
interface PublicRows {
  listing: CatalogueListing
  item: Item
  post: Post
  stat: PostStat
  /** Somebody who has something on show. Others are asked for one by one, when somebody looks at them. */
  person: PublicUser
}

/** Rows that belong to one person, by collection. */
interface PrivateRows {
  me: CurrentUser
  booking: Booking
  message: Message
  question: Question
  questionMessage: QuestionMessage
  mark: Mark
  blocked: BlockedDates
  board: Board
  ownListing: OwnListing
  draft: DraftRow
  damage: DamageReport
  handover: Handover
  /** One's own, and those about oneself that are revealed. */
  review: Review
  personBlock: PersonBlock
  transaction: Transaction
  ownItem: OwnItem
  purchase: Purchase
}

export type PublicCollection = keyof PublicRows
export type PrivateCollection = keyof PrivateRows
export type Collection = PublicCollection | PrivateCollection
export type PublicRow<C extends PublicCollection> = PublicRows[C]

/** The rows of a visitor's first screen, which travel with the page: of each collection a few, each with its id. */
export interface FirstScreenRows {
  /** The collection whose newest rows these are, on a screen that lists it; at most FIRST_ROWS. */
  newest: PublicCollection | null
  rows: { [C in PublicCollection]?: (readonly [id: number, row: PublicRow<C>])[] }
}

/** So many things a list begins with on a visitor's first screen, and on every device before one scrolls. */
export const FIRST_ROWS = 24

/** The public scope of each collection; private rows travel in `u:<user id>`. */
export const publicScopes: Record<PublicCollection, string> = {
  listing: 'pub:l',
  item: 'pub:m',
  post: 'pub:p',
  stat: 'pub:s',
  person: 'pub:u',
}
export const PUBLIC_SCOPES: readonly string[] = Object.values(publicScopes)
/** The collections that a large market divides by areas: listings, and the people who live there. */
export const AREA_COLLECTIONS = ['listing', 'person'] as const satisfies PublicCollection[]
export type AreaCollection = (typeof AREA_COLLECTIONS)[number]
/**
 * A part of a public scope, for devices that cannot hold all of it: the listings or the people of an area, the items of a category, the
 * posts or their counts of a month (`2026-11`).
 */
export function partScope(coll: PublicCollection, part: string): string {
  return `${publicScopes[coll]}:${part}`
}
export function userScope(userId: number): string {
  return `u:${userId}`
}

export const EPOCH_HEADER = 'sync-epoch'
export const SEQ_HEADER = 'sync-seq'
export const SYNC_USER_HEADER = 'sync-user'
/** The permanent id of the account that a call is made for, and the id of the database that knows the account. */
export const ACCOUNT_HEADER = 'sync-account'
export const LIFE_HEADER = 'sync-life'
export const QUEUED_HEADER = 'sync-queued'
export const SCHEMA_HEADER = 'sync-schema'
export const KEY_HEADER = 'idempotency-key'
/** When a like or save was pressed, by the server's clock as far as the device knows it. Without it: now. */
export const PRESSED_HEADER = 'pressed-at'

/** The mark of the last pull, see `PullAnswer`. */
export const MARK_HEADER = 'sync-mark'
export const MARK_MAX = 120

export const PULL_PAGE = 500
export const PULL_PAGE_MAX = 2000
/** So many bytes of rows a device asks for in one page: a slow line brings one within seconds. */
export const PULL_PAGE_BYTES = 262_144
/** A device that has missed more changes of a public scope than this fetches the scope afresh. */
export const MISSED_MAX = 100_000
/** The scopes that one pull asks for, at most. */
export const PULL_SCOPES_MAX = 128
/** The scopes that one pull names as drifted, at most. */
export const DRIFTED_MAX = 10
/** The public rows that a device holds in all, unless the market says otherwise. */
export const DEVICE_ROWS = 20_000
/** A snapshot travels and is kept in pieces of this many rows. */
export const SNAPSHOT_CHUNK_ROWS = 256
