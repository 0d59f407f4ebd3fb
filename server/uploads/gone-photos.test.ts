import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { gt } from 'drizzle-orm'
import { uploads } from '../db/tables'
import { signIn, signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
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

const upload = async (shade: number) => (await saveUpload(t.deps, rosa.id, grayPng(shade, 10))).url
const send = async (path: string, body: object) => {
  const answer = await t.call('POST', path, { as: rosa.as, body })
  return { status: answer.status, code: answer.body.code, id: answer.body.id as number }
}
const words = { title: 'Forty plates', description: 'Speckled, washed.', price: 1200, category: 'linens' }
const withPhotos = (mainImage: string, ...images: string[]) => ({ ...words, mainImage, images })
const GONE = { status: 410, code: 'upload_gone' }

/** After so many days nobody is signed in any more. */
async function advance(days: number): Promise<void> {
  t.clock.advance(days * DAY_MS + 1)
  rosa = { ...rosa, as: await signIn(t, 'rosa') }
}

async function deletedPhoto(): Promise<string> {
  const url = await upload(20)
  await advance(ORPHAN_DAYS)
  await deleteOrphanUploads(t.deps)
  return url
}

test.each(['/api/listings', '/api/made-to-order'])(
  'a thing at %s is not taken with a photo that the server has deleted, until the photo is sent again',
  async (path) => {
    const gone = await deletedPhoto()
    const [here, further] = [await upload(30), await upload(40)]
    expect(await send(path, withPhotos(gone, here))).toMatchObject(GONE)
    expect(await send(path, withPhotos(here, gone))).toMatchObject(GONE)
    const { status, id } = await send(path, withPhotos(here, further))
    expect(status).toBe(201)
    expect(await send(`${path}/${id}`, withPhotos(here, gone))).toMatchObject(GONE)
    expect(await send(`${path}/${id}`, withPhotos(gone, here))).toMatchObject(GONE)
    await upload(20)
    expect((await send(`${path}/${id}`, withPhotos(here, gone))).status).toBe(200)
    expect((await send(path, withPhotos(gone, here))).status).toBe(201)
  },
)

test.each(['/api/listings', '/api/made-to-order'])(
  'an edit at %s leaves a photo that the thing shows already, though its upload is not known',
  async (path) => {
    const { id } = await send(path, withPhotos(await upload(30), await upload(40)))
    await t.deps.db.batch([{ sql: 'DELETE FROM uploads', args: [] }])
    const { mainImage, images } = (await t.call('GET', `${path}/${id}`)).body
    expect((await send(`${path}/${id}`, { ...withPhotos(images[0], mainImage), title: 'Fifty' })).status).toBe(200)
  },
)

describe('a photo that an edit takes out', () => {
  const things: [string, (url: string) => Promise<object>][] = [
    ['/api/listings', async (url) => withPhotos(await upload(30), url)],
    ['/api/made-to-order', async (url) => withPhotos(url, await upload(30))],
    ['/api/inspiration', async (imageUrl) => ({ title: 'Blue dusk', tags: [], imageUrl })],
  ]

  test.each(things)('of a thing at %s can be put back for thirty days', async (path, thingWith) => {
    const [before, after] = [await upload(20), await upload(40)]
    const { status, id } = await send(path, await thingWith(before))
    expect(status).toBe(201)
    await advance(60)
    expect((await send(`${path}/${id}`, await thingWith(after))).status).toBe(200)
    await advance(29)
    expect(await deleteOrphanUploads(t.deps)).toBe(0)
    expect((await send(`${path}/${id}`, await thingWith(before))).status).toBe(200)
    await advance(30)
    expect(await deleteOrphanUploads(t.deps)).toBe(1)
    expect(await send(`${path}/${id}`, await thingWith(after))).toMatchObject(GONE)
  })

  test('is no upload of that day', async () => {
    const [before, after] = [await upload(20), await upload(40)]
    const { id } = await send('/api/listings', withPhotos(before))
    await advance(60)
    await send(`/api/listings/${id}`, withPhotos(after))
    const dayBefore = new Date(t.clock.now.getTime() - DAY_MS).toISOString()
    expect(await t.deps.db.read.select().from(uploads).where(gt(uploads.createdAt, dayBefore))).toEqual([])
  })
})

test.each([
  ['listing', '/api/listings'],
  ['item', '/api/made-to-order'],
])('a photo in an earlier version of a draft is kept for thirty days after its %s is published', async (kind, path) => {
  const key = crypto.randomUUID()
  const [left, shown] = [await upload(20), await upload(30)]
  const version = (url: string) => ({
    value: [url],
    at: t.clock.now.toISOString(),
    by: '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a01',
  })
  const photos = { ...version(shown), base: null, settles: true, aside: [version(left)] }
  await t.call('POST', `/api/user/drafts/${key}`, { as: rosa.as, body: { kind, fields: { photos } } })
  const [draft] = (await t.call('GET', '/api/user/drafts', { as: rosa.as })).body
  expect(JSON.stringify([draft.fields, draft.others])).not.toContain(left)
  expect(JSON.stringify(draft.earlier)).toContain(left)
  await advance(40)
  expect((await send(path, { ...withPhotos(shown, await upload(40)), clientId: key })).status).toBe(201)
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
  await advance(29)
  expect(await deleteOrphanUploads(t.deps)).toBe(0)
  await advance(3)
  expect(await deleteOrphanUploads(t.deps)).toBe(1)
})

test('a profile is not taken with a photo that the server has deleted, and keeps the one that it shows', async () => {
  const gone = await deletedPhoto()
  expect(await send('/api/user/profile', { profilePhoto: gone })).toMatchObject(GONE)
  const profilePhoto = await upload(20)
  expect((await send('/api/user/profile', { profilePhoto })).status).toBe(200)
  await t.deps.db.batch([{ sql: 'DELETE FROM uploads', args: [] }])
  expect((await send('/api/user/profile', { profilePhoto, description: 'Plates.' })).status).toBe(200)
})
