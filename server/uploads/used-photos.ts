import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db, ReadRow } from '../db/client'
import { isTooLarge } from '../db/streams'
import {
  bookings,
  damageReports,
  drafts,
  handovers,
  inspirationPosts,
  listings,
  madeToOrderItems,
  purchases,
  reports,
  users,
} from '../db/tables'

const ROWS_AT_ONCE = 1_000
const OWN_PHOTOS = /\/uploads\/([a-f0-9]{64})/g

interface Place {
  table: SQLiteTable
  /** Names the person whose photos a row shows, or the booking whose sides it is about. */
  of: SQLiteColumn
  columns: SQLiteColumn[]
}

/** Every place where the address of a photo may stand. */
const PLACES: Place[] = [
  { table: users, of: users.id, columns: [users.profilePhoto] },
  { table: listings, of: listings.userId, columns: [listings.mainImage, listings.images] },
  { table: bookings, of: bookings.ownerId, columns: [bookings.listingPhoto] },
  {
    table: damageReports,
    of: damageReports.bookingId,
    columns: [damageReports.images, damageReports.renterResponseImages, damageReports.repairInvoiceUrl],
  },
  {
    table: madeToOrderItems,
    of: madeToOrderItems.userId,
    columns: [madeToOrderItems.mainImage, madeToOrderItems.images],
  },
  { table: purchases, of: purchases.sellerId, columns: [purchases.itemPhoto] },
  { table: handovers, of: handovers.bookingId, columns: [handovers.photos, handovers.atClaim] },
  { table: drafts, of: drafts.userId, columns: [drafts.fields, drafts.others, drafts.earlier] },
  { table: inspirationPosts, of: inspirationPosts.userId, columns: [inspirationPosts.imageUrl] },
  { table: reports, of: reports.ownerId, columns: [reports.photo] },
]

/** The photos that any row names. Reads the whole market. */
export async function findUsedPhotos(db: Db): Promise<Set<string>> {
  const used = new Set<string>()
  for (const { table, columns } of PLACES)
    for (const column of columns)
      for await (const text of textsOf(db, getTableName(table), column.name))
        for (const sha256 of ownPhotosIn(text)) used.add(sha256)
  return used
}

/**
 * Whether a row names the photo that shows it to somebody, as SQL. Such rows are by one of its uploaders or about a booking of
 * theirs (see `photo-access`), so that few rows are looked through.
 */
export function isShown(sha256: string): SQL {
  const uploaders = sql`(SELECT user_id FROM uploads WHERE sha256 = ${sha256})`
  const theirBookings = sql`(SELECT id FROM bookings WHERE user_id IN ${uploaders} OR owner_id IN ${uploaders})`
  const rows = PLACES.map(({ table, of, columns }) => {
    const isTheirs = sql`${of} IN ${of.name === 'booking_id' ? theirBookings : uploaders}`
    const names = columns.map((column) => sql`instr(${column}, ${sha256}) > 0`)
    return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isTheirs} AND (${sql.join(names, sql` OR `)}))`
  })
  return sql`(${sql.join(rows, sql` OR `)})`
}

/** The hashes of the photos of ours whose addresses stand in a text. */
export function ownPhotosIn(text: string): string[] {
  return [...text.matchAll(OWN_PHOTOS)].flatMap(([, sha256]) => sha256 ?? [])
}

/** All texts of a column, some rows at a time: a large market is read for seconds, and others have their turns between two reads. */
async function* textsOf(db: Db, table: string, column: string): AsyncGenerator<string> {
  const sql = `SELECT rowid AS n, ${column} AS text FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`
  let [after, most] = [0, ROWS_AT_ONCE]
  for (;;) {
    const page = await readPage(db, sql, after, most)
    if (page) {
      for (const { text } of page) yield String(text ?? '')
      const last = page.at(-1)
      if (!last) return
      after = Number(last.n)
    } else most = Math.ceil(most / 2)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** @returns null when so many rows are more than an answer holds */
async function readPage(db: Db, sql: string, after: number, most: number): Promise<ReadRow[] | null> {
  try {
    const [page] = await db.readBatch([{ sql, args: [after, most] }])
    return page?.rows ?? []
  } catch (error) {
    if (isTooLarge(error) && most > 1) return null
    throw error
  }
}
