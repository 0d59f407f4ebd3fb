import { expect, test } from 'bun:test'
import { bookings } from '../../db/tables'
import { findItems, findOwnItems } from '../../made-to-order/items/item-queries'
import { findPurchaseViews } from '../../made-to-order/purchases/purchase-queries'
import { findMoments } from '../../money/ledger/money-moments'
import { seedCatalogue } from '../../test-support/large-catalogue'
import { openTestApp } from '../../test-support/test-app'
import { findDamageReports } from '../damage-reports/damage-queries'
import { findCatalogueListings, findOwnListings } from '../listings/listing-queries'
import { findBookingViews } from './booking-queries'

/** SQLite takes 32,767 parameters in one statement. */
const IDS = Array.from({ length: 33_000 }, (_, nth) => nth + 1)

test('every query that is given the ids of a whole list takes more of them than a statement takes parameters', async () => {
  const t = await openTestApp()
  const { db, now } = t.deps
  // One listing, with some bookings of one renter.
  const { first: listingId } = await seedCatalogue(t.deps, 1)
  const made = await db.read.select().from(bookings)
  const viewerId = made[0]?.userId ?? 0
  // A list in which each id is a parameter of its own is refused at this length.
  const bound = { sql: `SELECT id FROM bookings WHERE id IN (${IDS.map(() => '?').join()})`, args: IDS }
  await expect(db.readBatch([bound])).rejects.toThrow('too many SQL variables')
  const found = async (rows: Promise<Map<number, unknown>>) => [...(await rows).keys()]
  expect(await found(findBookingViews(db, IDS, viewerId))).toEqual(made.map(({ id }) => id))
  expect(await found(findMoments(db, 'booking_id', IDS))).toEqual([])
  expect(await found(findOwnListings(db, IDS))).toEqual([listingId])
  expect(await found(findCatalogueListings(db, IDS, now()))).toEqual([listingId])
  expect(await found(findItems(db, IDS))).toEqual([])
  expect(await found(findOwnItems(db, IDS))).toEqual([])
  expect(await found(findPurchaseViews(db, IDS, viewerId))).toEqual([])
  expect(await found(findDamageReports(db, IDS, viewerId))).toEqual([])
  expect(t.errors).toEqual([])
  await t.close()
})
