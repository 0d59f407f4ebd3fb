import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_UPLOAD_BYTES } from '#schema/upload'
import { uploads } from '../db/tables'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng, halfClearPng, jpegWithSecrets } from '../test-support/test-pictures'
import { readRows } from './png-rows'

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

type Part = Uint8Array | string

async function upload(
  content: Part | Part[],
  options: { name?: string; as?: string; field?: string; origin?: string } = {},
) {
  const form = new FormData()
  for (const part of Array.isArray(content) ? content : [content]) {
    const blob = new Blob([part as Uint8Array<ArrayBuffer>])
    form.append(options.field ?? 'file', blob, options.name ?? 'photo.jpg')
  }
  const headers = { origin: options.origin ?? TEST_ORIGIN, cookie: options.as ?? rosa.as }
  const request = new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers, body: form })
  const answer = await t.fetch(request)
  return { status: answer.status, body: (await answer.json()) as Record<string, string>, headers: answer.headers }
}

/** As its uploader, to whom alone an upload is shown at first. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  t.fetch(new Request(`${TEST_ORIGIN}${path}`, { headers: { cookie: rosa.as, ...headers }, method }))
const size = async (path: string) => new Bun.Image(await (await get(path)).bytes()).metadata()

test('a photo becomes a JPEG of at most 1200 pixels with two narrower ones beside it', async () => {
  const answer = await upload(grayPng(3000, 1500), { name: 'table.png' })
  expect(answer.status).toBe(201)
  expect(Object.keys(answer.body)).toEqual(['url'])
  const { url = '' } = answer.body
  expect(url).toMatch(/^http:\/\/localhost:3000\/uploads\/[a-f0-9]{64}\.jpg$/)
  expect(answer.headers.get('sync-epoch')).toBe(t.deps.feed.epoch())

  const path = new URL(url).pathname
  const whole = await get(path)
  expect(whole.headers.get('content-type')).toBe('image/jpeg')
  expect(whole.headers.get('cache-control')).toBe('private, no-store')
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = await whole.bytes()
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(path.slice(9, -4))
  expect(await new Bun.Image(bytes).metadata()).toEqual({ width: 1200, height: 600, format: 'jpeg' })
  expect(await size(path.replace('.jpg', '-640.jpg'))).toEqual({ width: 640, height: 320, format: 'jpeg' })
  expect(await size(path.replace('.jpg', '-320.jpg'))).toEqual({ width: 320, height: 160, format: 'jpeg' })
})

test('tall photos fit too, and small ones are never enlarged', async () => {
  const tall = new URL((await upload(grayPng(800, 2400))).body.url ?? '').pathname
  expect(await size(tall)).toMatchObject({ width: 400, height: 1200 })
  const small = new URL((await upload(grayPng(40, 30))).body.url ?? '').pathname
  for (const path of [small, small.replace('.jpg', '-640.jpg'), small.replace('.jpg', '-320.jpg')]) {
    expect(await size(path)).toMatchObject({ width: 40, height: 30 })
  }
})

test('JPEG, PNG and WebP are taken by what they are, whatever they are called', async () => {
  const png = grayPng(64, 64)
  for (const content of [png, await new Bun.Image(png).jpeg().bytes(), await new Bun.Image(png).webp().bytes()]) {
    expect((await upload(content, { name: 'notes.txt' })).status).toBe(201)
  }
})

test('transparent pixels become white, not black', async () => {
  const clear = halfClearPng(1500, 60, [200, 40, 40])
  for (const content of [clear, await new Bun.Image(clear).webp({ lossless: true }).bytes()]) {
    const path = new URL((await upload(content)).body.url ?? '').pathname
    for (const ending of ['.jpg', '-320.jpg']) {
      const kept = new Bun.Image(await (await get(path.replace('.jpg', ending))).bytes())
      const { rows } = await readRows(kept)
      const { width } = await kept.metadata()
      const pixel = (x: number) => [...rows.subarray(1 + x * 4, 4 + x * 4)]
      expect(pixel(width - 20)).toEqual([255, 255, 255])
      expect(pixel(20)[1]).toBeLessThan(60)
      for (let x = 0; x < width; x++) expect(pixel(x)[0]).toBeGreaterThan(150)
    }
  }
})

test('place, camera and whatever else hid in the file are gone, and the picture stands upright', async () => {
  const secret = await jpegWithSecrets(60, 20)
  const { body } = await upload(secret)
  const kept = Buffer.from(await (await get(new URL(body.url ?? '').pathname)).bytes())
  expect(Buffer.from(secret).includes('<?php evil')).toBe(true)
  for (const trace of ['Exif', 'SecretCam', '<?php', 'evil']) expect(kept.includes(trace)).toBe(false)
  expect(await new Bun.Image(kept).metadata()).toMatchObject({ width: 20, height: 60 })
})

test('the same photo again is the same address and one row', async () => {
  const before = (await t.deps.db.read.select().from(uploads)).length
  const files = () => readdirSync(join(t.deps.env.dataDir, 'uploads')).sort()
  const picture = grayPng(101, 77)
  const first = await upload(picture)
  const held = files()
  const answers = await Promise.all([upload(picture), upload(picture), upload(picture)])
  for (const answer of answers) expect([answer.status, answer.body.url]).toEqual([201, first.body.url])
  expect((await t.deps.db.read.select().from(uploads)).length).toBe(before + 1)
  expect(files()).toEqual(held)
  expect(held.filter((name) => name.endsWith('.tmp'))).toEqual([])
})

const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const CONVERT = 'This kind of photo cannot be read here. Please choose a JPEG, PNG or WebP.'

test.each([
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'Invalid file type'],
  ['a text', 'Dear diary, today I lent forty plates.'.repeat(100), 'Invalid file type'],
  ['a page', '<!doctype html><script>alert(1)</script>', 'Invalid file type'],
  ['nothing', '', 'Invalid file type'],
  ['an iPhone photo', HEIC, CONVERT],
  ['an animation', GIF, CONVERT],
])('%s is refused', async (_, content, message) => {
  const answer = await upload(content, { name: 'photo.jpg' })
  expect(answer.status).toBe(415)
  expect(answer.body).toEqual({ code: 'unsupported_type', message })
})

test('a damaged photo is refused', async () => {
  const answer = await upload(grayPng(500, 500).subarray(0, 60))
  expect([answer.status, answer.body.message]).toEqual([422, 'Failed to upload image'])
})

test('more than 5 MB is refused by name, and a byte less is looked at', async () => {
  const big = new Uint8Array(MAX_UPLOAD_BYTES + 1)
  big.set(grayPng(10, 10))
  const refused = await upload(big, { name: 'Größe <b>.jpg' })
  expect(refused.status).toBe(413)
  expect(refused.body).toEqual({
    code: 'too_large',
    message: 'File Größe <b>.jpg is too large. Maximum size is 5MB.',
  })
  expect((await upload(big.subarray(0, MAX_UPLOAD_BYTES))).status).toBe(201)
})

test('50 MB are refused in words, whether or not the sender says how much is coming', async () => {
  const huge = new Uint8Array(50 * 1024 * 1024)
  huge.set(grayPng(10, 10))
  const unannounced = await upload(huge, { name: 'IMG_0001.HEIC' })
  expect([unannounced.status, unannounced.body]).toEqual([413, { code: 'too_large', message: 'File too large' }])
  const headers = {
    origin: TEST_ORIGIN,
    cookie: rosa.as,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(huge.byteLength),
  }
  const announced = await t.fetch(new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers, body: huge }))
  expect([announced.status, await announced.json()]).toEqual([413, { code: 'too_large', message: 'File too large' }])
})

test('more than 24 megapixels are refused before they are unpacked', async () => {
  const bomb = grayPng(16_000, 16_000)
  expect(bomb.byteLength).toBeLessThan(MAX_UPLOAD_BYTES)
  const answer = await upload(bomb)
  expect(answer.status).toBe(413)
  expect(answer.body.message).toBe('This photo has more than 24 megapixels. Please choose a smaller one.')
})

test('one file under the right name, as a form, from our own pages, by somebody signed in', async () => {
  const picture = grayPng(10, 10)
  expect((await upload([picture, picture])).body.fields).toEqual({ file: 'Please send one photo.' } as never)
  expect((await upload(picture, { field: 'photo' })).status).toBe(422)
  expect((await upload(picture, { as: '' })).status).toBe(401)
  expect((await upload(picture, { origin: 'https://evil.example' })).status).toBe(403)
  const send = (body: string, type: string) =>
    t.fetch(
      new Request(`${TEST_ORIGIN}/api/upload`, {
        method: 'POST',
        headers: { 'content-type': type, origin: TEST_ORIGIN, cookie: rosa.as },
        body,
      }),
    )
  expect((await send('{}', 'application/json')).status).toBe(415)
  expect((await send('x', 'image/jpeg')).status).toBe(415)
  expect((await send('not a form', 'multipart/form-data; boundary=x')).status).toBe(400)
  expect((await send('--x\r\n\r\n', 'multipart/form-data')).status).toBe(400)
  const text = '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nhello\r\n--x--\r\n'
  expect((await send(text, 'multipart/form-data; boundary=x')).status).toBe(422)
})

test('only names that a photo can have are looked for', async () => {
  mkdirSync(join(t.deps.env.dataDir, 'uploads', 'inner'), { recursive: true })
  await Bun.write(join(t.deps.env.dataDir, 'uploads', 'secret.txt'), 'secret')
  const hash = '0'.repeat(64)
  for (const path of [
    `${hash}.jpg`,
    `${hash}-1200.jpg`,
    `${hash.toUpperCase()}.JPG`,
    'secret.txt',
    'inner',
    '',
    '../trestle.db',
    '..%2ftrestle.db',
    '%2e%2e/trestle.db',
    `${hash}.jpg%00.txt`,
  ]) {
    const answer = await get(`/uploads/${path}`)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      { code: 'not_found', message: 'We could not find that.' },
    ])
  }
})

test('a public photo that is known is not sent again, and its head comes without it', async () => {
  const { url = '' } = (await upload(grayPng(33, 44))).body
  const path = new URL(url).pathname
  await t.call('POST', '/api/user/profile', { as: rosa.as, body: { profilePhoto: url } })
  const etag = (await get(path)).headers.get('etag') ?? ''
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  const head = await get(path, {}, 'HEAD')
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'image/jpeg', ''])
})

test('the name of a file is not looked at, whatever it is', async () => {
  const names = [
    '../../trestle.db',
    '/etc/passwd',
    'a\u0000.jpg',
    '',
    'x'.repeat(5_000),
    'photo.php',
    'CON',
    '%2e%2e%2f',
  ]
  const urls = new Set<string | undefined>()
  for (const name of names) {
    const { status, body } = await upload(grayPng(43, 33), { name })
    expect([name, status]).toEqual([name, 201])
    urls.add(body.url)
  }
  expect(urls.size).toBe(1)
})

test('people whose photos never come to an end hold up nobody', async () => {
  const stop = new AbortController()
  const slow = await Promise.all(Array.from({ length: 60 }, (_, nth) => signUp(t, `slow-${nth}`)))
  const answers = slow.map(({ as }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('--x\r\n'))
        stop.signal.addEventListener('abort', () => controller.close())
      },
    })
    const headers = { origin: TEST_ORIGIN, cookie: as, 'content-type': 'multipart/form-data; boundary=x' }
    return t.fetch(new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers, body }))
  })
  expect((await upload(grayPng(41, 31))).status).toBe(201)
  stop.abort()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(slow.map(() => 400))
})
