import { eq } from 'drizzle-orm'
import type { MadeToOrderCategory } from '#schema/category'
import { DEFAULT_TERMS } from '#schema/listing'
import { DEFAULT_ITEM_TERMS } from '#schema/made-to-order'
import { neighborhoodOf } from '#schema/places'
import { build, step } from '../db/steps'
import { inspirationPosts, listings, madeToOrderItems, users } from '../db/tables'
import { signUp, TEST_ADDRESS, type TestPerson } from './sign-up'
import type { TestApp } from './test-app'
import { testPhoto } from './test-photos'

export type ListingRow = typeof listings.$inferSelect

const TEST_PHOTO = `/uploads/${'a'.repeat(64)}.jpg`
let people = 0

/** Somebody new, signed up through the API; `overrides` are further fields of the registration. */
export function createPerson(
  t: TestApp,
  overrides: { username?: string } & Record<string, unknown> = {},
): Promise<TestPerson> {
  people++
  const { username = `person-${people}`, ...further } = overrides
  return signUp(t, username, further)
}

/** Gives a person an address and a payout account that is ready, so that they may post rentals. */
export async function makeReadyToHost(t: TestApp, person: { id: number }): Promise<void> {
  const ready = {
    ...TEST_ADDRESS,
    neighborhood: neighborhoodOf(TEST_ADDRESS.zipCode),
    hasCompletedAddressSetup: true,
    hasCompletedStripeOnboarding: true,
  }
  const update = build.update(users).set(ready).where(eq(users.id, person.id))
  await t.deps.db.write(() => [step(update)])
}

/** A listing of this owner, written directly: $12.00 a day, one piece, unless `overrides` say otherwise. */
export async function createListingRow(
  t: TestApp,
  owner: { id: number },
  overrides: Partial<typeof listings.$inferInsert> = {},
): Promise<ListingRow> {
  const { value: id } = await t.deps.db.write(async (ids) => {
    const next = await ids.next('listings')
    const row: typeof listings.$inferInsert = {
      id: next,
      userId: owner.id,
      title: `Stoneware plates ${next}`,
      description: 'Speckled oat stoneware, ten and a half inches.',
      images: [],
      mainImage: TEST_PHOTO,
      priceCents: 1200,
      category: 'tableware',
      terms: DEFAULT_TERMS,
      timezone: t.deps.env.timezone,
      ...TEST_ADDRESS,
      neighborhood: neighborhoodOf(TEST_ADDRESS.zipCode),
      createdAt: t.deps.now().toISOString(),
      ...overrides,
    }
    return { steps: [step(build.insert(listings).values(row))], value: next }
  })
  const [created] = await t.deps.db.read.select().from(listings).where(eq(listings.id, id))
  if (!created) throw new Error('The listing was not written')
  return created
}

/** More listings like this one, written directly. @returns their ids, oldest first */
export async function copyListingRow(t: TestApp, { id: _, ...row }: ListingRow, count: number): Promise<number[]> {
  if (count === 0) return []
  const { value } = await t.deps.db.write(async (ids) => {
    const copies: (typeof listings.$inferInsert & { id: number })[] = []
    while (copies.length < count) copies.push({ ...row, id: await ids.next('listings') })
    return { steps: [step(build.insert(listings).values(copies))], value: copies.map(({ id }) => id) }
  })
  return value
}

/** Made-to-order items of this person, written directly. @returns their ids, oldest first */
export async function createItemRows(
  t: TestApp,
  userId: number,
  count: number,
  category: MadeToOrderCategory = 'stationery',
): Promise<number[]> {
  const { value } = await t.deps.db.write(async (ids) => {
    const rows: (typeof madeToOrderItems.$inferInsert & { id: number })[] = []
    while (rows.length < count) {
      const id = await ids.next('made_to_order_items')
      const words = { title: `Place cards ${id}`, description: 'Letterpress on cotton.', terms: DEFAULT_ITEM_TERMS }
      const photos = { images: [], mainImage: TEST_PHOTO, customizationOptions: [] }
      const createdAt = t.deps.now().toISOString()
      rows.push({ id, userId, ...words, ...photos, price: 900, category, leadTimeInDays: 7, createdAt })
    }
    return { steps: [step(build.insert(madeToOrderItems).values(rows))], value: rows.map(({ id }) => id) }
  })
  return value
}

/** Posts of this person, written directly. @returns their ids, oldest first */
export async function createPostRows(
  t: TestApp,
  userId: number,
  count: number,
  createdAt = t.deps.now().toISOString(),
): Promise<number[]> {
  const { value } = await t.deps.db.write(async (ids) => {
    const rows: (typeof inspirationPosts.$inferInsert & { id: number })[] = []
    while (rows.length < count) {
      const id = await ids.next('inspiration_posts')
      rows.push({ id, userId, title: `Post ${rows.length}`, imageUrl: testPhoto('arch'), tags: [], createdAt })
    }
    return { steps: [step(build.insert(inspirationPosts).values(rows))], value: rows.map(({ id }) => id) }
  })
  return value
}
