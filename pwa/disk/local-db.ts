import Dexie, { type EntityTable, type Table } from 'dexie'
import type { BlockedDates } from '#schema/blocked-date'
import type { Booking } from '#schema/booking'
import type { DamageReport } from '#schema/damage-report'
import type { DraftRow } from '#schema/draft'
import type { Transaction } from '#schema/earnings'
import type { LastEdit } from '#schema/errors'
import type { Handover } from '#schema/handover'
import type { Board, Mark } from '#schema/inspiration'
import type { OwnListing } from '#schema/listing'
import type { OwnItem } from '#schema/made-to-order'
import type { Message, Question, QuestionMessage } from '#schema/message'
import type { Purchase } from '#schema/purchase'
import type { PersonBlock } from '#schema/report'
import type { Review } from '#schema/review'
import type { PublicCollection } from '#schema/sync-scopes'
import type { CurrentUser } from '#schema/user'
import type { AccountIdentity } from './account-db-name'
import { closeWhenEnded, closeWhenNewer } from './disk-version'
import type { MutationName } from './mutations'
import { restoreWhenLost } from './rescue/lost-disk'

/** A row of the server with the change number that it came with. Only sync writes these. */
export type Base<Row> = Row & { _q: number }

/** The rows of one public scope: `item`, or `listing:<area>`. */
export type Pack = PublicCollection | `${PublicCollection}:${string}`

/** Up to some hundred rows of a public scope as the text in which they came. */
export interface Chunk {
  coll: Pack
  n: number
  text: string
}

/**
 * Public rows that changed since their scope's chunks were written, as one pull brought them, in one text: for the
 * disk a record costs far more than a row. `n` grows with every pull.
 */
export interface Changed {
  n: number
  coll: Pack
  text: string
}

export interface ScopeState {
  scope: string
  /** Complete up to this change number. */
  cursor: number
  /** The server sends so many of its newest rows to a device; absent for a scope that is held whole. */
  most?: number
}

export type OutboxState = 'queued' | 'sending' | 'acked' | 'attention'

/** A write that the person has made and the server has not yet confirmed to this device. */
export interface OutboxItem {
  /** Also the idempotency key: one for the item's whole life. */
  opId: string
  userId: number
  /** The writer's account; missing in a write for a server without permanent ids. */
  identity?: AccountIdentity
  kind: MutationName
  payload: unknown
  lane: string
  state: OutboxState
  /** Place in line; grows with every item on this device. */
  order: number
  composedAt: string
  attempts: number
  /** Milliseconds since the epoch before which it is not tried again. */
  readyAt: number
  /** The id of a write that must arrive before this one leaves. Refused or discarded, it keeps this one here. */
  after?: string
  /** It may have left the device: from now on it is never rewritten. */
  everSent: boolean
  ackSeq: number | null
  ackEpoch: string | null
  /** When the server confirmed it first. */
  ackedAt?: string
  /** The number that the server gave to what this creates, once it has said so. */
  number?: number
  /**
   * Why it needs the person, or is having trouble, in the server's words; `fields` are those that it named, `now` is what
   * stands there of what an edit wanted to change.
   */
  error: {
    code: string
    message: string
    status: number
    fields?: Record<string, string>
    now?: Record<string, unknown>
    /** The time and the device of the version that stands. */
    edited?: LastEdit
  } | null
}

/** The end of a write; kept for a while so that nothing vanishes without a trace. */
export interface ReceiptRow {
  opId: string
  kind: MutationName
  /** With the addresses of its photos, where they had some. */
  payload: unknown
  outcome: 'sent' | 'discarded'
  at: string
  /** The write's place in line; missing in a receipt of an earlier build. */
  order?: number
}

/** A photo that is on this device and not, or not yet for sure, at the server. Bytes, because WebKit loses Blobs. */
export interface PhotoBlob {
  blobId: string
  bytes: ArrayBuffer
  type: string
  width: number
  height: number
  createdAt: string
  /** Its address once it has been uploaded. */
  url: string | null
}

/** A file as it was picked for a form, until it has been made ready; `n` is its place among those picked with it. */
export interface PickedFile {
  id: string
  form: string
  batch: string
  n: number
  name: string
  type: string
  bytes: ArrayBuffer
}

/** Something typed that has not been submitted. */
export interface Draft {
  draftId: string
  kind: string
  values: unknown
  updatedAt: string
}

/**
 * Why something of a market that does not fit on this device is kept here nevertheless: its person has opened this row, or searched
 * around this place. The rows of bookings, orders, boards and marks are reasons, too, by being here.
 */
export interface Pin {
  kind: 'listing' | 'item' | 'post' | 'place'
  /** The number of a row; of a place its name. */
  id: number | string
  /** Milliseconds since the epoch. */
  until: number
}

/**
 * Everything that one account keeps on this device. Versions only append, and a table that is not used any more stays, empty:
 * a build that misses one of its tables would make it again. `meta` keys: epoch, mark (see PullAnswer), restored (see RESTORED),
 * schema, catalogue (generation of the chunks), sender and puller (who is at it), paused (why nothing is sent), heldUntil (see
 * held-back), keptSince (see sealed-work), areas (see held-areas), pulledAt, cards (see known-cards), beenHere (see
 * lost-disk).
 */
export class LocalDb extends Dexie {
  meta!: Table<{ k: string; v: unknown }, string>
  scopes!: EntityTable<ScopeState, 'scope'>
  chunks!: Table<Chunk, [string, number]>
  changed!: EntityTable<Changed, 'n'>
  me!: EntityTable<Base<CurrentUser>, 'id'>
  bookings!: EntityTable<Base<Booking>, 'id'>
  messages!: EntityTable<Base<Message>, 'id'>
  marks!: Table<Base<Mark> & { id: string }, string>
  blocked!: EntityTable<Base<BlockedDates>, 'id'>
  outbox!: EntityTable<OutboxItem, 'opId'>
  receipts!: EntityTable<ReceiptRow, 'opId'>
  drafts!: EntityTable<Draft, 'draftId'>
  blobs!: EntityTable<PhotoBlob, 'blobId'>
  boards!: EntityTable<Base<Board>, 'key'>
  ownListings!: EntityTable<Base<OwnListing>, 'id'>
  draftRows!: EntityTable<Base<DraftRow>, 'key'>
  damageReports!: EntityTable<Base<DamageReport>, 'id'>
  handovers!: EntityTable<Base<Handover>, 'id'>
  transactions!: EntityTable<Base<Transaction>, 'id'>
  ownItems!: EntityTable<Base<OwnItem>, 'id'>
  purchases!: EntityTable<Base<Purchase>, 'id'>
  picked!: EntityTable<PickedFile, 'id'>
  reviews!: EntityTable<Base<Review>, 'id'>
  personBlocks!: EntityTable<Base<PersonBlock>, 'id'>
  questions!: EntityTable<Base<Question>, 'id'>
  questionMessages!: EntityTable<Base<QuestionMessage>, 'id'>
  pins!: Table<Pin, [Pin['kind'], Pin['id']]>

  constructor(name: string) {
    // Strict: a write that was answered survives a dead battery. No cache: a query sees what is on disk, nothing earlier.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores({
      meta: 'k',
      scopes: 'scope',
      chunks: '[coll+n]',
      deltas: '[coll+id], q',
      me: 'id',
      bookings: 'id, listingId, userId, ownerId',
      messages: 'id, bookingId, clientId',
      marks: 'id, kind',
      blocked: 'id, startDate',
      outbox: 'opId, lane, state, order',
      receipts: 'opId, at',
      drafts: 'draftId, kind',
      blobs: 'blobId, createdAt',
      boards: 'key',
    })
    this.version(2).stores({
      ownListings: 'id, clientId',
      draftRows: 'key, kind',
      damageReports: 'id, bookingId',
      handovers: 'id, bookingId',
      transactions: 'id, bookingId',
    })
    this.version(3).stores({
      messages: 'id, bookingId, purchaseId, clientId',
      ownItems: 'id, clientId',
      purchases: 'id, itemId, userId, sellerId',
    })
    this.version(4)
      .stores({ changed: '++n, coll', picked: 'id, form' })
      .upgrade(async (disk) => {
        const deltas = disk.table('deltas')
        for (const { coll, id, q, row } of await deltas.toArray())
          await disk.table('changed').add({ coll, text: JSON.stringify([[q, String(id), row]]) })
        await deltas.clear()
      })
    this.version(5).stores({ reviews: 'id, bookingId, purchaseId', personBlocks: 'id' })
    this.version(6)
      .stores({ questions: 'id, listingId, itemId', questionMessages: 'id, questionId' })
      // An earlier build passed over rows of collections that it did not know: the private scope is fetched once more.
      .upgrade((disk) => disk.table('scopes').where('scope').startsWith('u:').delete())
    // An earlier build cannot send the writes of this one, and has boards without their things.
    this.version(7)
      .stores({})
      .upgrade((disk) => disk.table('scopes').where('scope').startsWith('u:').delete())
    this.version(8).stores({ pins: '[kind+id], kind' })
    closeWhenNewer(this)
    closeWhenEnded(this)
    restoreWhenLost(this, 'meta')
  }
}

/** The private tables by their collection. */
export function privateTables(db: LocalDb) {
  return {
    me: db.me,
    booking: db.bookings,
    message: db.messages,
    question: db.questions,
    questionMessage: db.questionMessages,
    mark: db.marks,
    blocked: db.blocked,
    board: db.boards,
    ownListing: db.ownListings,
    draft: db.draftRows,
    damage: db.damageReports,
    handover: db.handovers,
    review: db.reviews,
    personBlock: db.personBlocks,
    transaction: db.transactions,
    ownItem: db.ownItems,
    purchase: db.purchases,
  } as unknown as Record<string, Table<{ _q: number; id: number | string }, number | string>>
}

export async function readMeta<Value>(db: LocalDb, key: string): Promise<Value | undefined> {
  return (await db.meta.get(key))?.v as Value | undefined
}

export async function writeMeta(db: LocalDb, key: string, value: unknown): Promise<void> {
  await db.meta.put({ k: key, v: value })
}

/** Why nothing is sent at the moment; until the person signs in again or updates the app. */
export type Paused = 'unauthenticated' | 'wrong_user' | 'client_too_old'

export function pausedWhy(db: LocalDb): Promise<Paused | undefined> {
  return readMeta<Paused>(db, 'paused')
}
