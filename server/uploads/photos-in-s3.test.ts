import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPhotos } from '../storage/open-storage'
import { openS3Server, type S3Server } from '../test-support/s3-server'
import { signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { photoFileNames } from './photo-store'
import { deleteOrphanUploads, ORPHAN_DAYS, removeUnownedPhotos, saveUpload } from './upload-service'

let server: S3Server
let t: TestApp
let rosa: TestPerson

beforeEach(async () => {
  server = await openS3Server()
  t = await openTestApp(server.environment)
  rosa = await signUpHost(t, 'rosa')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
  await server.close()
})

const upload = async (width = 40) => new URL((await saveUpload(t.deps, rosa.id, grayPng(width, 10))).url).pathname
const see = (path: string, as?: string) =>
  t.fetch(new Request(TEST_ORIGIN + path, { headers: as ? { cookie: as } : {} }))
const names = async () => (await t.deps.photos.list('')).map(({ name }) => name).toSorted()

test('a photo lies in the bucket alone, and its uploader sees it while nobody else does', async () => {
  const path = await upload()
  const sha256 = path.slice(9, -4)
  expect(await names()).toEqual(photoFileNames(sha256).toSorted())
  expect(existsSync(join(t.deps.env.dataDir, 'uploads'))).toBe(false)
  const answer = await see(path, rosa.as)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await new Bun.Image(await answer.bytes()).metadata()).width).toBe(40)
  expect((await see(path)).status).toBe(404)
  await t.call('POST', '/api/user/profile', { body: { profilePhoto: path }, as: rosa.as })
  expect((await see(`/api/users/${rosa.id}/avatar`)).headers.get('content-type')).toBe('image/jpeg')
})

test('a photo that nobody uses leaves the bucket after a month', async () => {
  await upload()
  t.clock.advance(ORPHAN_DAYS * 86_400_000 + 1)
  expect(await deleteOrphanUploads(t.deps)).toBe(1)
  expect(await names()).toEqual([])
})

test.each(['before', 'after'])(
  'a photo that is uploaded just %s its files are removed is there in the end',
  async (when) => {
    const sha256 = (await upload()).slice(9, -4)
    await t.deps.db.batch([{ sql: 'DELETE FROM uploads', args: [] }])
    const { photos } = t.deps
    const remove = async (name: string) => {
      if (when === 'before') await upload()
      await photos.remove(name)
      if (when === 'after') await upload()
    }
    await removeUnownedPhotos({ ...t.deps, photos: { ...photos, remove } }, [sha256])
    expect(await names()).toEqual(photoFileNames(sha256).toSorted())
  },
)

test('while the bucket cannot be reached, photos are to be tried again and nothing is written', async () => {
  const path = await upload()
  await server.close()
  await expect(upload(50)).rejects.toMatchObject({ kind: 'busy' })
  const { status, headers } = await see(path, rosa.as)
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(await t.deps.db.read.query.uploads.findMany()).toHaveLength(1)
  server = await openS3Server()
})

test('without a bucket, photos are in the data folder', async () => {
  const photos = openPhotos({ dataDir: t.deps.env.dataDir, s3: { ...t.deps.env.s3, bucket: '' } })
  await photos.put('a.jpg', new Uint8Array([1]))
  expect(existsSync(join(t.deps.env.dataDir, 'uploads', 'a.jpg'))).toBe(true)
})
