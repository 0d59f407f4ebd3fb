import type { InValue } from '@libsql/client'
import { Refusal } from '#schema/errors'
import { isOperator } from '#schema/operator'
import type { Db } from '../db/client'
import type { SessionUser } from '../http/session-user'
import { ownPhotoHash } from './photo-store'

/**
 * A row shows a photo to others only when the photo is an upload of the row's author (`up`). Whoever merely knows an address
 * can write it into a row of theirs, and shows nothing with it.
 */
const isIn = (columns: string) => `instr(${columns}, up.sha256) > 0`
const shown = 'deleted_at IS NULL AND hidden_at IS NULL'

const PUBLIC = `SELECT 1 FROM uploads AS up WHERE up.sha256 = ?1 AND (
  EXISTS (SELECT 1 FROM users WHERE id = up.user_id AND suspended_at IS NULL AND ${isIn('profile_photo')})
  OR EXISTS (SELECT 1 FROM inspiration_posts WHERE user_id = up.user_id AND ${shown} AND ${isIn('image_url')})
  OR EXISTS (SELECT 1 FROM listings WHERE user_id = up.user_id AND ${shown} AND available = 1
    AND ${isIn('main_image || images')})
  OR EXISTS (SELECT 1 FROM made_to_order_items WHERE user_id = up.user_id AND ${shown}
    AND ${isIn('main_image || images')})
) LIMIT 1`

const UPLOADED = 'SELECT 1 FROM uploads WHERE sha256 = ?1 AND user_id = ?2'

/** A claim, and what its renter has answered. */
const IN_CLAIM = `EXISTS (SELECT 1 FROM damage_reports AS claim WHERE claim.booking_id = booking.id AND (
  (up.user_id = claim.reporter_id AND ${isIn(`claim.images || coalesce(claim.repair_invoice_url, '')`)})
  OR (up.user_id = booking.user_id AND ${isIn('claim.renter_response_images')})))`
const IN_HANDOVER = `EXISTS (SELECT 1 FROM handovers AS page
  WHERE page.booking_id = booking.id AND page.user_id = up.user_id AND ${isIn(`page.photos || coalesce(page.at_claim, '')`)})`
/** The rented and ordered offerings, as they looked then. */
const RENTED = `(up.user_id = booking.owner_id AND ${isIn('booking.listing_photo')})`
const ORDERED = `(up.user_id = bought.seller_id AND ${isIn('bought.item_photo')})`

const OF_BOOKING = `FROM uploads AS up JOIN bookings AS booking
  ON (booking.user_id = up.user_id OR booking.owner_id = up.user_id)`
const OF_ORDER = 'FROM uploads AS up JOIN made_to_order_purchases AS bought ON up.user_id = bought.seller_id'

const OF_A_SIDE = `SELECT 1 ${OF_BOOKING} WHERE up.sha256 = ?1 AND (booking.user_id = ?2 OR booking.owner_id = ?2)
    AND (${RENTED} OR ${IN_HANDOVER} OR ${IN_CLAIM})
  UNION ALL
  SELECT 1 ${OF_ORDER} WHERE up.sha256 = ?1 AND (bought.user_id = ?2 OR bought.seller_id = ?2) AND ${ORDERED}
  LIMIT 1`

/** Operators see bookings and orders, claims, reported photos, and what was written down at the pickup and the return of what a claim is about. */
const OF_AN_OPERATOR = `SELECT 1 ${OF_BOOKING} WHERE up.sha256 = ?1 AND (${RENTED} OR ${IN_CLAIM} OR (${IN_HANDOVER}
    AND EXISTS (SELECT 1 FROM damage_reports WHERE booking_id = booking.id)))
  UNION ALL
  SELECT 1 ${OF_ORDER} WHERE up.sha256 = ?1 AND ${ORDERED}
  UNION ALL
  SELECT 1 FROM uploads AS up JOIN reports AS report ON report.owner_id = up.user_id WHERE up.sha256 = ?1 AND ${isIn('report.photo')}
  LIMIT 1`

/** Whether everybody may see a photo: something on show names it, by whoever has uploaded it. */
export function isPublicPhoto(db: Db, sha256: string): Promise<boolean> {
  return hasRow(db, PUBLIC, [sha256])
}

/**
 * Whether somebody who is signed in may see a photo: one that is public, their own upload, one that a booking or an order names of
 * which they are a side, and as an operator those of claims, bookings and orders, and those that were reported.
 */
export async function maySeePhoto(db: Db, user: SessionUser, sha256: string): Promise<boolean> {
  return (
    (await hasUploaded(db, user.id, sha256)) ||
    (await isPublicPhoto(db, sha256)) ||
    (await hasRow(db, OF_A_SIDE, [sha256, user.id])) ||
    (isOperator(user) && (await hasRow(db, OF_AN_OPERATOR, [sha256])))
  )
}

/**
 * The writer may see each of the photos. Uploads that nothing refers to are deleted after a while; a device that was away for
 * longer sends its photos again. @param held photos that what is changed shows already @throws Refusal `upload_gone`
 */
export async function assertPhotosHere(db: Db, user: SessionUser, urls: string[], held: string[] = []): Promise<void> {
  const shown = new Set(held.map(ownPhotoHash))
  for (const sha256 of new Set(urls.flatMap((url) => ownPhotoHash(url) ?? [])))
    if (!shown.has(sha256) && !(await maySeePhoto(db, user, sha256))) throw new Refusal('upload_gone')
}

export function hasUploaded(db: Db, userId: number, sha256: string): Promise<boolean> {
  return hasRow(db, UPLOADED, [sha256, userId])
}

async function hasRow(db: Db, sql: string, args: InValue[]): Promise<boolean> {
  const [found] = await db.readBatch([{ sql, args }])
  return (found?.rows.length ?? 0) > 0
}
