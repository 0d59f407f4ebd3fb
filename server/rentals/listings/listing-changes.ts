import { and, eq, inArray, sql } from 'drizzle-orm'
import { todayIn } from '#schema/date-range'
import { Refusal } from '#schema/errors'
import {
  canEditListing,
  isConsistent,
  type ListingChange,
  listingPhotos,
  MOST_BELOW_LEAST,
  type OwnListing,
} from '#schema/listing'
import type { Db, Written } from '../../db/client'
import { guard, type Step, updateStep } from '../../db/steps'
import { bookings, listings } from '../../db/tables'
import type { Deps } from '../../deps'
import { type Press, takePress } from '../../http/last-press'
import type { SessionUser } from '../../http/session-user'
import { takeEdit } from '../../http/take-edit'
import { drainSoon } from '../../money/drain-commands'
import { assertPhotosHere } from '../../uploads/photo-access'
import { droppedPhotoSteps } from '../../uploads/upload-service'
import { bookedBeyond, capacityStep } from '../bookings/availability-guard'
import { declineSteps } from '../bookings/booking-steps'
import { readyDaysSteps } from '../bookings/ready-days'
import { findKeptListing, type ListingRow, toOwnListing } from './listing-queries'
import { storedRules, storedWords } from './listing-service'

type Receipt = (answer: OwnListing) => Step[]

/**
 * Edits one's own listing, field by field where the edit says what its form had shown; a pickup note that is not sent
 * stays. Offers keep what they were made on.
 * @throws Refusal `listing_not_found`, `forbidden`, `edit_conflict`, `upload_gone`, and `quantity_booked` naming the days
 * that have more pieces booked
 */
export function changeListing(
  deps: Deps,
  user: SessionUser,
  id: number,
  wanted: ListingChange,
  receipt: Receipt,
): Promise<Written<OwnListing>> {
  return deps.db.write(async () => {
    const held = await getOwnListing(deps.db, user, id)
    const shownWith = (changed: Partial<ListingRow>) => toOwnListing({ ...held, ...changed }, user.username)
    const edit = withoutZeroDays(wanted)
    const changed = changedWords(held, takeEdit(shownWith({}), edit, shownWith(changedWords(held, edit))))
    assertConsistent(changed)
    const [before, after] = [listingPhotos(held), listingPhotos(changed)]
    await assertPhotosHere(deps.db, user, after, before)
    const room = await roomFor(deps, held, changed)
    return changeSteps(user, held, changed, receipt, [...room, ...droppedPhotoSteps(deps, held.userId, before, after)])
  })
}

/** 0 days for getting ready take the rule away: a row is told of without it. */
function withoutZeroDays(wanted: ListingChange): ListingChange {
  return wanted.bufferDays === 0 ? { ...wanted, bufferDays: null } : wanted
}

/** A rule that was sent may contradict one that was not. @throws Refusal validation */
function assertConsistent({ minDays, maxDays }: Pick<ListingRow, 'minDays' | 'maxDays'>): void {
  if (!isConsistent({ minDays, maxDays }))
    throw new Refusal('validation', MOST_BELOW_LEAST, { maxDays: MOST_BELOW_LEAST })
}

function changedWords(held: ListingRow, wanted: ListingChange) {
  const { pickupNote } = held
  return {
    ...storedWords(wanted),
    ...storedRules(wanted, held),
    pickupNote: wanted.pickupNote === undefined ? pickupNote : wanted.pickupNote || null,
  }
}

/**
 * Pauses one's own listing or opens it again. Bookings and offers that are there already are not touched. A press that was made
 * before the last one that has arrived, on another device, is answered with how things stand.
 */
export function showListing(
  deps: Deps,
  user: SessionUser,
  press: Press,
  available: boolean,
  receipt: Receipt,
): Promise<Written<OwnListing>> {
  return deps.db.write(async () => {
    const held = await getOwnListing(deps.db, user, press.subjectId)
    const { isLate, steps } = await takePress(deps.db, press)
    return changeSteps(user, held, { available: isLate ? held.available : available }, receipt, steps)
  })
}

/**
 * Takes one's own listing down for good; pending offers are declined and their holds let go in the same batch.
 * @throws Refusal `listing_not_found` (also the second time), `forbidden`, `listing_has_bookings`
 */
export async function deleteListing(
  deps: Deps,
  user: SessionUser,
  id: number,
  receipt: Step[],
): Promise<Written<null>> {
  const written = await deps.db.write(async () => {
    await getOwnListing(deps.db, user, id)
    const now = deps.now()
    const pending = await deps.db.read
      .select()
      .from(bookings)
      .where(and(eq(bookings.listingId, id), eq(bookings.status, 'pending')))
    const steps = [
      guard(
        sql`NOT EXISTS (SELECT 1 FROM bookings WHERE listing_id = ${id} AND ${inArray(bookings.status, ['approved', 'paid'])})`,
        new Refusal('listing_has_bookings'),
      ),
      ...pending.flatMap((row) => declineSteps(row, 'listing_deleted', now)),
      updateStep(listings, { deletedAt: now.toISOString() }, eq(listings.id, id)),
      ...receipt,
    ]
    return steps
  })
  drainSoon(deps)
  return written
}

async function getOwnListing(db: Db, user: SessionUser, id: number): Promise<ListingRow> {
  const row = await findKeptListing(db, id)
  if (row && canEditListing(user, row)) return row
  // A listing that strangers cannot see does not exist for them.
  throw new Refusal(row?.available && !row.hiddenAt ? 'forbidden' : 'listing_not_found')
}

/** Another number of pieces, or of days for getting ready, is brought to the calendar in the batch of the edit. */
async function roomFor(
  deps: Deps,
  { id, timezone, ...held }: ListingRow,
  { quantity, bufferDays }: Pick<ListingRow, 'quantity' | 'bufferDays'>,
): Promise<Step[]> {
  if (held.quantity === quantity && held.bufferDays === bufferDays) return []
  const today = todayIn(timezone, deps.now())
  const ready = await readyDaysSteps(deps.db, { listingId: id, quantity, bufferDays, today }, new Set())
  if (held.quantity === quantity) return [...ready.freeing, ...ready.taking]
  const days = await bookedBeyond(deps.db, { listingId: id, quantity, from: today })
  const { message } = new Refusal('quantity_booked')
  const refusal = new Refusal('quantity_booked', message, { quantity: message, days: days.join(',') })
  return [...ready.freeing, capacityStep({ listingId: id, quantity, from: today }, refusal), ...ready.taking]
}

function changeSteps(
  user: SessionUser,
  held: ListingRow,
  changed: Partial<ListingRow>,
  receipt: Receipt,
  further: Step[] = [],
): { steps: Step[]; value: OwnListing } {
  const value = toOwnListing({ ...held, ...changed }, user.username)
  const update = updateStep(listings, changed, eq(listings.id, held.id))
  return { steps: [...further, update, ...receipt(value)], value }
}
