import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Db, NewIds } from '../db/client'
import { build, step } from '../db/steps'
import { uploads } from '../db/tables'
import { type EndedRental, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { SQLD } from '../test-support/database-server'
import { newItem } from '../test-support/order-kit'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'
import { deleteOrphanUploads, ORPHAN_DAYS } from './upload-service'

const DAY_MS = 86_400_000
const PHOTO = testPhoto('old')
const NEW = testPhoto('new')

let t: TestApp
let rental: EndedRental
beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  await t.deps.db.write(() => [step(build.delete(uploads))])
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** Makes photos of these names uploads that are old enough to be deleted. */
async function keepOldPhotos(by: TestPerson, ...names: string[]): Promise<void> {
  await keepTestPhoto(t, by, ...names)
  const createdAt = new Date(t.clock.now.getTime() - ORPHAN_DAYS * DAY_MS - 1).toISOString()
  await t.deps.db.write(() => [step(build.update(uploads).set({ createdAt }))])
}

const photosHere = async () =>
  (await t.deps.db.read.select().from(uploads)).map(({ sha256 }) => `/uploads/${sha256}.jpg`)

const words = { title: 'Blue dusk', description: 'Linen.' }
const listing = { ...words, price: 1200, category: 'linens', mainImage: PHOTO, images: [] }
const at = '2026-12-01T16:30:00.000Z'
const fields = { photos: { value: [{ photo: { url: PHOTO }, alt: '' }], at, by: crypto.randomUUID(), base: null } }

const page = { checks: [], photos: [PHOTO] }
const claim = { description: 'Chipped.', images: [PHOTO] }

const names: [string, 'owner' | 'renter', () => string | Promise<string>, object][] = [
  ['a profile', 'owner', () => '/api/user/profile', { profilePhoto: PHOTO }],
  ['a listing', 'owner', () => '/api/listings', listing],
  ['a listing beside another photo', 'owner', () => '/api/listings', { ...listing, mainImage: NEW, images: [PHOTO] }],
  ['an item', 'owner', () => '/api/made-to-order', newItem({ mainImage: PHOTO, images: [NEW] })],
  ['a post', 'renter', () => '/api/inspiration', { ...words, imageUrl: PHOTO }],
  ['a draft', 'renter', () => `/api/user/drafts/${crypto.randomUUID()}`, { kind: 'listing', fields }],
  ['a renter’s page of the return', 'renter', () => `/api/bookings/${rental.bookingId}/handovers/return`, page],
  ['an owner’s page of the return', 'owner', () => `/api/bookings/${rental.bookingId}/handovers/return`, page],
  ['a claim', 'owner', () => `/api/bookings/${rental.bookingId}/damage-report`, claim],
  ['an answer to a claim', 'renter', openClaim, { acceptResponsibility: false, images: [PHOTO] }],
]

/** @returns where the claim is answered */
async function openClaim(): Promise<string> {
  const id = await reportDamage(t, rental, { ...claim, images: [NEW] })
  return `/api/damage-reports/${id}/respond`
}

test.each(names)(
  'an old photo that %s names after all rows were looked through is kept',
  async (_, who, path, body) => {
    const by = rental[who]
    await keepOldPhotos(by, 'old')
    const write: Db['write'] = async (plan) => {
      await keepTestPhoto(t, rental.owner, 'new')
      const { status } = await t.call('POST', await path(), { as: by.as, body })
      expect(status).toBeLessThan(300)
      return t.deps.db.write(plan)
    }
    expect(await deleteOrphanUploads({ ...t.deps, db: { ...t.deps.db, write } })).toBe(0)
    expect(await photosHere()).toContain(PHOTO)
  },
)

test('an old photo that is uploaded again after all rows were looked through is kept', async () => {
  await keepOldPhotos(rental.owner, 'old')
  const write: Db['write'] = async (plan) => {
    await keepTestPhoto(t, rental.renter, 'old')
    return t.deps.db.write(plan)
  }
  expect(await deleteOrphanUploads({ ...t.deps, db: { ...t.deps.db, write } })).toBe(0)
  expect(await photosHere()).toEqual([PHOTO, PHOTO])
})

test('no other write waits, and none undoes the deletion, while all rows are looked through', async () => {
  const many = Array.from({ length: 45 }, (_, nth) => `old-${nth}`)
  await keepOldPhotos(rental.owner, ...many)
  let isPlanning = false
  const readInPlans: unknown[] = []
  const { db } = t.deps
  const write: Db['write'] = (plan) =>
    db.write(async (ids: NewIds) => {
      isPlanning = true
      const planned = await plan(ids)
      isPlanning = false
      return planned
    })
  const readBatch: Db['readBatch'] = (statements) => {
    if (isPlanning) readInPlans.push(statements)
    return db.readBatch(statements)
  }
  expect(await deleteOrphanUploads({ ...t.deps, db: { ...db, write, readBatch } })).toBe(45)
  expect([readInPlans.length, await photosHere()]).toEqual([0, []])
})

test.skipIf(!SQLD)(
  'of more photos and drafts than an answer of a database server holds, the one that is used nowhere goes',
  async () => {
    const cluster = await openTestApp({}, { servers: 2 })
    try {
      const { deps, clock } = cluster
      const ben = await signUp(cluster, 'ben')
      const [long, now] = [
        new Date(clock.now.getTime() - ORPHAN_DAYS * DAY_MS - 1).toISOString(),
        clock.now.toISOString(),
      ]
      const upTo = (most: number) =>
        sql`WITH RECURSIVE one (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM one WHERE n < ${most})`
      await deps.db.write(() => [
        step(sql`${upTo(80_000)} INSERT INTO uploads (user_id, sha256, bytes, width, height, tint, created_at)
        SELECT ${ben.id}, printf('%064x', n), 1, 1, 1, '#000000', CASE n WHEN 77777 THEN ${long} ELSE ${now} END FROM one`),
        step(sql`${upTo(1_000)} INSERT INTO drafts (key, user_id, kind, fields, others, created_at, updated_at)
        SELECT 'draft ' || n, ${ben.id}, 'post', json_object('text', printf('%.*c', 20000, 'x')), '{}', ${now}, ${now} FROM one`),
      ])
      const storedAt = new Date(0)
      const list = async () =>
        Array.from({ length: 80_000 }, (_, n) => ({ name: `${n.toString(16).padStart(64, '0')}.jpg`, storedAt }))
      expect(await deleteOrphanUploads({ ...deps, photos: { ...deps.photos, list } })).toBe(1)
    } finally {
      await cluster.close()
    }
  },
)
