import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApp } from '../app'
import { build, step } from '../db/steps'
import { drafts, uploads } from '../db/tables'
import { contestDamage, type EndedRental, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { createListingRow } from '../test-support/rental-kit'
import type { TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { saveUpload } from './upload-service'

const KEY = '0193a6c1-7f2e-7b54-9a11-2d6f0c9b7aff'
const DEVICE = '0193a6c1-7f2e-7b54-9a11-2d6f0c9b7a01'
const AT = '2026-12-01T16:30:00.000Z'
const OLD_ORIGIN = 'https://old.trestle.example:8443'
const NEW_ORIGIN = 'https://new.trestle.example'

let t: TestApp
let rental: EndedRental
let owner: TestPerson
beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  owner = rental.owner
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

let shade = 10
const upload = async (by: TestPerson) => (await saveUpload(t.deps, by.id, grayPng(++shade, 20))).url
const draftOf = (...photos: string[]) => ({
  kind: 'listing',
  fields: {
    title: { value: photos[0], at: AT, by: DEVICE, base: null },
    photos: { value: photos.map((url) => ({ photo: { url }, alt: '' })), at: AT, by: DEVICE, base: null },
  },
})

/** Everything that the database holds, as one text. */
async function wholeDatabase(): Promise<string> {
  const tables = await t.deps.db.read.all<{ name: string }>(sql`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const rows = await Promise.all(
    tables.map(({ name }) => t.deps.db.read.all(sql`SELECT * FROM ${sql.identifier(name)}`)),
  )
  return JSON.stringify(rows)
}

test('whatever address a device sends, rows hold the path, and photos are there under another origin', async () => {
  const [main, further, face, cover, chip, pickup, drafted] = await Promise.all(
    Array.from({ length: 7 }, () => upload(owner)),
  )
  const send = async (path: string, body: unknown) => {
    const { status } = await t.call('POST', path, { as: owner.as, body })
    expect([path, status < 300]).toEqual([path, true])
  }
  const words = { title: 'Oak table', description: 'Seats eight.', price: 40 }
  await send('/api/listings', { ...words, mainImage: main, images: [further] })
  await send('/api/user/profile', { profilePhoto: face })
  await send('/api/inspiration', { title: 'Dusk', imageUrl: cover })
  await send(`/api/bookings/${rental.bookingId}/handovers/return`, { checks: [], photos: [pickup] })
  await reportDamage(t, rental, { description: 'Chipped.', images: [chip], repairEstimate: 2000 })
  await send(`/api/user/drafts/${KEY}`, {
    ...draftOf(`${drafted}`),
    fields: { photos: draftOf(`${drafted}`).fields.photos },
  })
  expect(await wholeDatabase()).not.toContain(`${TEST_ORIGIN}/uploads/`)

  const env = { ...t.deps.env, origin: NEW_ORIGIN }
  const moved = createApp({ ...t.deps, env })
  for (const url of [main, further, face, cover, chip, pickup, drafted]) {
    // The browser's cookie has another name under https.
    const headers = { cookie: owner.as.replace(/^sid=/, '__Host-sid=') }
    const path = new URL(`${url}`).pathname
    expect((await moved.handle(new Request(NEW_ORIGIN + path, { headers }))).status).toBe(200)
  }
})

test('addresses that were stored with an origin in front become paths, and whoever named a photo goes on showing it', async () => {
  const { renter, rival, bookingId } = rental
  const path = async (by: TestPerson) => new URL(await upload(by)).pathname
  const [main, further, more, chip, answer, pickup, drafted, other, aside] = await Promise.all(
    [owner, owner, owner, owner, renter, owner, owner, owner, owner].map(path),
  )
  const old = (name: string | undefined) => `${OLD_ORIGIN}${name}`
  const foreign = `https://photos.example.com/uploads/${'0'.repeat(64)}.jpg`
  const listingId = await createListingRow(t, owner, {
    mainImage: old(main),
    images: [old(further), `${more}`, foreign],
  })
  // Named by somebody who has not uploaded it, when every upload was public.
  const copied = await createListingRow(t, rival, { mainImage: old(main) })
  const id = await reportDamage(t, rental)
  await contestDamage(t, rental, id)
  const version = (url: string) => ({ value: [{ photo: { url }, alt: 'a "quoted" one' }], at: AT, by: DEVICE })
  const draft = {
    key: KEY,
    userId: owner.id,
    kind: 'listing' as const,
    fields: { photos: version(old(drafted)), title: { value: `See ${old(drafted)}`, at: AT, by: DEVICE } },
    others: { photos: [version(old(other)), version(old(drafted))] },
    earlier: { photos: [{ ...version(old(aside)), asideAt: AT }] },
    createdAt: AT,
    updatedAt: AT,
  }
  await t.deps.db.write(() => [
    step(build.insert(drafts).values(draft)),
    step(sql`UPDATE bookings SET listing_photo = ${old(main)} WHERE id = ${bookingId}`),
    step(sql`UPDATE users SET profile_photo = ${old(further)} WHERE id = ${owner.id}`),
    step(
      sql`UPDATE damage_reports SET images = ${JSON.stringify([old(chip)])}, renter_response_images = ${JSON.stringify([old(answer)])} WHERE id = ${id}`,
    ),
    step(sql`INSERT INTO handovers (booking_id, user_id, moment, checks, photos, updated_at)
        VALUES (${bookingId}, ${owner.id}, 'pickup', '[]', ${JSON.stringify([old(pickup), old(pickup)])}, ${AT})`),
  ])
  const before = await t.deps.db.read.get<{ seq: number }>(sql`SELECT seq FROM sync_clock`)

  const migration = readFileSync(join(import.meta.dir, '../db/migrations/0007_relative_uploads.sql'), 'utf8')
  await t.deps.db.batch(migration.split('--> statement-breakpoint').map((statement) => ({ sql: statement, args: [] })))

  const whole = await wholeDatabase()
  expect(whole.split(OLD_ORIGIN).length - 1).toBe(1)
  const rows = await t.deps.db.read.query.listings.findMany({ columns: { id: true, mainImage: true, images: true } })
  expect(rows.filter(({ id }) => id === listingId || id === copied)).toEqual([
    { id: listingId, mainImage: `${main}`, images: [`${further}`, `${more}`, foreign] },
    { id: copied, mainImage: `${main}`, images: [] },
  ])
  expect(await t.deps.db.read.query.drafts.findFirst()).toMatchObject({
    fields: { photos: version(`${drafted}`), title: { value: `See ${old(drafted)}` } },
    others: { photos: [version(`${other}`), version(`${drafted}`)] },
    earlier: { photos: [version(`${aside}`)] },
  })
  const [page] = await t.deps.db.read.query.handovers.findMany()
  expect(page?.photos).toEqual([`${pickup}`, `${pickup}`])
  const after = await t.deps.db.read.get<{ seq: number; open: number }>(sql`SELECT seq, open FROM sync_clock`)
  expect(after.open).toBe(0)
  expect(after.seq).toBeGreaterThan(before.seq)
  const kept = await t.deps.db.read.select().from(uploads)
  expect(kept.filter(({ userId }) => userId === rival.id).map(({ sha256 }) => `/uploads/${sha256}.jpg`)).toEqual([
    `${main}`,
  ])
})
