import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createListingRow } from '../test-support/factories'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { photoFileNames } from './photo-store'
import { deleteOrphanUploads, ORPHAN_DAYS, saveUpload } from './upload-service'
import { webpPhoto } from './webp-photos'

const BROWSER = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8'
let t: TestApp
let rosa: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa')
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

let width = 900
/** The path of a photo that a listing shows. */
async function shownPhoto(): Promise<string> {
  const { url } = await saveUpload(t.deps, rosa.id, grayPng(width++, 700))
  await createListingRow(t, rosa, { mainImage: url })
  return new URL(url).pathname
}

const get = (path: string, headers: Record<string, string> = {}) =>
  t.fetch(new Request(`${TEST_ORIGIN}${path}`, { headers }))
const filesOf = (path: string) =>
  readdirSync(join(t.deps.env.dataDir, 'uploads')).filter((name) => name.startsWith(path.slice(9, 73)))

test('a browser is sent WebP in every width, and others the JPEG, under one address', async () => {
  const path = await shownPhoto()
  for (const ending of ['.jpg', '-640.jpg', '-320.jpg']) {
    const address = path.replace('.jpg', ending)
    const [webp, jpeg] = [await get(address, { accept: BROWSER }), await get(address)]
    expect([webp.headers.get('content-type'), jpeg.headers.get('content-type')]).toEqual(['image/webp', 'image/jpeg'])
    const [small, large] = [await webp.bytes(), await jpeg.bytes()]
    const { format, ...size } = await new Bun.Image(small).metadata()
    expect(format).toBe('webp')
    expect(await new Bun.Image(large).metadata()).toEqual({ ...size, format: 'jpeg' })
    expect(small.length).toBeLessThan(large.length)
  }
})

test('no cache between serves the one form to who takes the other', async () => {
  const path = await shownPhoto()
  const webp = await get(path, { accept: BROWSER })
  expect(webp.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=0, immutable')
  const known = { 'if-none-match': webp.headers.get('etag') ?? '' }
  expect((await get(path, { accept: BROWSER, ...known })).status).toBe(304)
  const asked = await get(path, known)
  expect([asked.status, asked.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('made once, however many ask at once', async () => {
  const path = await shownPhoto()
  let puts = 0
  const { put } = t.deps.photos
  t.deps.photos.put = (...args) => {
    puts++
    return put(...args)
  }
  const answers = await Promise.all(Array.from({ length: 12 }, () => get(path, { accept: BROWSER })))
  t.deps.photos.put = put
  expect(new Set(answers.map(({ headers }) => headers.get('content-type')))).toEqual(new Set(['image/webp']))
  expect(puts).toBe(1)
})

test('a photo that nobody but its person may see is no WebP, and its WebP has no address', async () => {
  const { url } = await saveUpload(t.deps, rosa.id, grayPng(width++, 700))
  const path = new URL(url).pathname
  const own = await get(path, { accept: BROWSER, cookie: rosa.as })
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await get(path, { accept: BROWSER })).status).toBe(404)
  const shown = await shownPhoto()
  await get(shown, { accept: BROWSER })
  expect((await get(shown.replace('.jpg', '.webp'), { accept: BROWSER })).status).toBe(404)
})

test('a photo that cannot be made smaller is sent as it is', async () => {
  const path = await shownPhoto()
  const [name = ''] = photoFileNames(path.slice(9, 73))
  await t.deps.photos.put(name, new TextEncoder().encode('broken'))
  const answer = await get(path, { accept: BROWSER })
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'image/jpeg',
    'broken',
  ])
  expect(existsSync(join(t.deps.env.dataDir, 'uploads', name.replace('.jpg', '.webp')))).toBe(false)
})

test('what was made goes with its photo', async () => {
  const { url } = await saveUpload(t.deps, rosa.id, grayPng(width++, 700))
  const path = new URL(url).pathname
  for (const name of photoFileNames(path.slice(9, 73)))
    await webpPhoto(t.deps, name, (await t.deps.photos.get(name)) as Blob)
  expect(filesOf(path)).toHaveLength(6)
  t.clock.advance(ORPHAN_DAYS * 86_400_000 + 1)
  await deleteOrphanUploads(t.deps)
  expect(filesOf(path)).toEqual([])
})
