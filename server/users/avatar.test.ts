import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { users } from '../db/tables'
import { signUp } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { saveUpload } from '../uploads/upload-service'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const avatar = (id: number | string, headers: Record<string, string> = {}) =>
  t.fetch(new Request(`${TEST_ORIGIN}/api/users/${id}/avatar`, { headers }))

async function personWith(username: string, profilePhoto?: string) {
  const person = await signUp(t, username)
  if (profilePhoto) await t.call('POST', '/api/user/profile', { body: { profilePhoto }, as: person.as })
  return person
}

test('somebody without a photo is their initial on a colour', async () => {
  const { id } = await personWith('rosa')
  const answer = await avatar(id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('cache-control')).toContain('max-age=300')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".+>R<\/text><\/svg>$/)
  const again = await avatar(id, { 'if-none-match': answer.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test.each([
  ['&amp', '&#38;'],
  ['"quoted"', '&#34;'],
  ['שרה', 'ש'],
  ['👩‍🍳chef', '👩‍🍳'],
  ['ñandú', 'Ñ'],
])('the initial of %s is drawn as %s', async (username, initial) => {
  const { id } = await personWith(username)
  expect(await (await avatar(id)).text()).toEndWith(`>${initial}</text></svg>`)
})

test('an own upload is streamed in its narrow width', async () => {
  const picture = await new Bun.Image(Buffer.from(ONE_PIXEL, 'base64')).resize(800, 600).png().bytes()
  const { id, as } = await personWith('photographed')
  const { url } = await saveUpload(t.deps, id, picture)
  await t.call('POST', '/api/user/profile', { body: { profilePhoto: url }, as })
  const answer = await avatar(id)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(await new Bun.Image(await answer.bytes()).metadata()).toEqual({ width: 320, height: 240, format: 'jpeg' })
  expect((await avatar(id, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
})

test('somebody else’s upload is not shown, whoever knows its address', async () => {
  const ben = await personWith('ben')
  const picture = await new Bun.Image(Buffer.from(ONE_PIXEL, 'base64')).resize(90, 60).png().bytes()
  const { url } = await saveUpload(t.deps, ben.id, picture)
  const { id } = await personWith('curious', url)
  expect((await avatar(id)).headers.get('content-type')).toBe('image/svg+xml')
})

test('a photo elsewhere, or one that is gone, is answered with the drawing and no redirect', async () => {
  const elsewhere = await personWith('elsewhere', 'https://photos.example.com/me.jpg')
  const gone = await personWith('gone', `/uploads/${'0'.repeat(64)}.jpg`)
  for (const { id } of [elsewhere, gone]) {
    const answer = await avatar(id)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers.get('location')).toBeNull()
  }
})

test('somebody who was suspended is drawn as nobody, with neither their photo nor their initial', async () => {
  const { id } = await personWith('suspended')
  const suspend = build.update(users).set({ suspendedAt: 'x' }).where(eq(users.id, id))
  await t.deps.db.write(() => [step(suspend)])
  const answer = await avatar(id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await answer.text()).toContain('>?</text>')
})

test('nobody has a picture too', async () => {
  const answer = await avatar(4711)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('>?</text>')
  expect((await avatar('rosa')).status).toBe(422)
})

const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
