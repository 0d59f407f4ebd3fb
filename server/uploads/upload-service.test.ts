import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { build, step } from '../db/steps'
import { inspirationPosts, madeToOrderItems, uploads } from '../db/tables'
import { signUp, signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { photoFileNames } from './photo-store'
import { deleteOrphanUploads, ORPHAN_DAYS, saveUpload } from './upload-service'

const DAY_MS = 86_400_000
let t: TestApp
let rosa: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  rosa = await signUpHost(t, 'rosa')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const isThere = (url: string, width = '') =>
  existsSync(join(t.deps.env.dataDir, new URL(url).pathname.replace('.jpg', `${width}.jpg`)))
let shade = 10
const anotherPhoto = async (userId = rosa.id) => (await saveUpload(t.deps, userId, grayPng(++shade, 10))).url

test('a photo that nobody used is deleted after a month, and not before', async () => {
  const url = await anotherPhoto()
  t.clock.advance(ORPHAN_DAYS * DAY_MS)
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
  expect(isThere(url)).toBe(true)
  t.clock.advance(1)
  expect(await deleteOrphanUploads(t.deps)).toBe(1)
  for (const width of ['', '-320', '-640']) expect(isThere(url, width)).toBe(false)
  expect(await t.deps.db.read.select().from(uploads)).toEqual([])
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
})

test('a photo that stands anywhere is kept, under an absolute or a relative address', async () => {
  const [avatar, main, further, cake, cakeToo, post] = await Promise.all(
    Array.from({ length: 6 }, () => anotherPhoto()),
  )
  if (!avatar || !main || !further || !cake || !cakeToo || !post) throw new Error('six photos')
  const relative = (url: string) => new URL(url).pathname
  await t.call('POST', '/api/user/profile', { body: { profilePhoto: avatar }, as: rosa.as })
  const listing = {
    title: 'Oak table',
    description: 'Seats eight.',
    price: 40,
    mainImage: main,
    images: [relative(further)],
  }
  expect((await t.call('POST', '/api/listings', { body: listing, as: rosa.as })).status).toBe(201)
  const by = { userId: rosa.id, title: 'Blue dusk', createdAt: t.clock.now.toISOString() }
  const item = {
    ...by,
    description: 'Three tiers.',
    mainImage: relative(cake),
    images: ['https://photos.example.com/x.jpg', cakeToo],
    price: 100,
    category: 'custom_cakes' as const,
    customizationOptions: [],
    leadTimeInDays: 7,
    terms: 'Final sale.',
  }
  await t.deps.db.write(() => [
    step(build.insert(madeToOrderItems).values(item)),
    step(build.insert(inspirationPosts).values({ ...by, imageUrl: post, tags: [] })),
  ])
  const orphan = await anotherPhoto()
  t.clock.advance(ORPHAN_DAYS * DAY_MS + 1)
  expect(await deleteOrphanUploads(t.deps)).toBe(1)
  expect(isThere(orphan)).toBe(false)
  for (const url of [avatar, main, further, cake, cakeToo, post]) expect(isThere(url)).toBe(true)
})

test('a photo that only the last of many rows shows is kept', async () => {
  const url = await anotherPhoto()
  const rows = Array.from({ length: 2_100 }, (_, nth) => ({
    ...{ userId: rosa.id, title: 'Blue dusk', tags: [], createdAt: t.clock.now.toISOString() },
    imageUrl: nth === 2_099 ? url : '/uploads/none.jpg',
  }))
  await t.deps.db.write(() => rows.map((row) => step(build.insert(inspirationPosts).values(row))))
  t.clock.advance(ORPHAN_DAYS * DAY_MS + 1)
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
  expect(isThere(url)).toBe(true)
})

test('a photo of a draft is kept while an earlier version of the draft shows it', async () => {
  const [first, second] = [await anotherPhoto(), await anotherPhoto()]
  const key = crypto.randomUUID()
  const by = crypto.randomUUID()
  const save = (url: string, at: string, choice = {}) => {
    const photos = { value: [{ url, alt: '' }], at, by, base: null, ...choice }
    return t.call('POST', `/api/user/drafts/${key}`, { as: rosa.as, body: { kind: 'item', fields: { photos } } })
  }
  const now = t.clock.now.toISOString()
  expect((await save(first, now)).status).toBe(200)
  t.clock.advance(1)
  const chosen = await save(second, t.clock.now.toISOString(), { base: now, settles: true })
  expect(chosen.body.earlier.photos).toMatchObject([{ value: [{ url: new URL(first).pathname }] }])
  t.clock.advance(ORPHAN_DAYS * DAY_MS + 1)
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
  for (const url of [first, second]) expect(isThere(url)).toBe(true)
})

test('files that no row names are kept as long as photos that nobody uses, for whoever puts the later database back', async () => {
  const [young, old] = [await anotherPhoto(), await anotherPhoto()]
  await t.deps.db.write(() => [step(build.delete(uploads))])
  const age = async (url: string, days: number) => {
    const at = new Date(Date.now() - days * DAY_MS)
    for (const name of photoFileNames(new URL(url).pathname.slice(9, 73)))
      await utimes(join(t.deps.env.dataDir, 'uploads', name), at, at)
  }
  await age(young, ORPHAN_DAYS - 1)
  await age(old, ORPHAN_DAYS + 1)
  await deleteOrphanUploads(t.deps)
  expect([isThere(young), isThere(old)]).toEqual([true, false])
})

test('uploading a photo again, by anybody, starts its month anew', async () => {
  const again = await anotherPhoto()
  t.clock.advance(DAY_MS)
  expect(await saveUpload(t.deps, rosa.id, grayPng(shade, 10))).toEqual({ url: again })
  t.clock.advance((ORPHAN_DAYS - 1) * DAY_MS + 1)
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
  t.clock.advance(DAY_MS)
  expect(await deleteOrphanUploads(t.deps)).toBe(1)

  const ben = await signUp(t, 'ben')
  const picture = grayPng(200, 90)
  const { url } = await saveUpload(t.deps, rosa.id, picture)
  t.clock.advance(ORPHAN_DAYS * DAY_MS - 1)
  expect(await saveUpload(t.deps, ben.id, picture)).toEqual({ url })
  t.clock.advance(DAY_MS)
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
  expect(isThere(url)).toBe(true)
  t.clock.advance(ORPHAN_DAYS * DAY_MS)
  expect(await deleteOrphanUploads(t.deps)).toBe(1)
  expect(isThere(url)).toBe(false)
  expect(await saveUpload(t.deps, ben.id, picture)).toEqual({ url })
  expect(isThere(url, '-640')).toBe(true)
})
