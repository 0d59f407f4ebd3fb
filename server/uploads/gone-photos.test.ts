import { afterEach, beforeEach, expect, test } from 'bun:test'
import { signUpHost, type TestPerson } from '../test-support/sign-up'
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

async function deletedPhoto(): Promise<string> {
  const url = await upload(20)
  t.clock.advance(ORPHAN_DAYS * DAY_MS + 1)
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

test('a profile is not taken with a photo that the server has deleted, and keeps the one that it shows', async () => {
  const gone = await deletedPhoto()
  expect(await send('/api/user/profile', { profilePhoto: gone })).toMatchObject(GONE)
  const profilePhoto = await upload(20)
  expect((await send('/api/user/profile', { profilePhoto })).status).toBe(200)
  await t.deps.db.batch([{ sql: 'DELETE FROM uploads', args: [] }])
  expect((await send('/api/user/profile', { profilePhoto, description: 'Plates.' })).status).toBe(200)
})
