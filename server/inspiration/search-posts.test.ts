import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { step } from '../db/steps'
import { recordReads } from '../test-support/record-reads'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

let t: TestApp
let rosa: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const search = async (words: string, as?: string) => {
  const path = `/api/inspiration?search=${encodeURIComponent(words)}`
  const { status, body } = await t.call('GET', path, as ? { as } : {})
  expect(status).toBe(200)
  return body.map(({ title }: { title: string }) => title)
}

test('a search finds posts as they are now: shared, edited, taken down, shown again, deleted', async () => {
  const words = (title: string) => ({ title, imageUrl: testPhoto('a'), tags: [] })
  await keepTestPhoto(t, rosa, 'a')
  const { body } = await t.call('POST', '/api/inspiration', { as: rosa.as, body: words('Copper lantern') })
  expect(await search('lantern')).toEqual(['Copper lantern'])
  await t.call('POST', '/api/inspiration', { as: rosa.as, body: words('Oak lantern') })
  expect(await search('lantern')).toEqual(['Oak lantern', 'Copper lantern'])
  await t.call('POST', `/api/inspiration/${body.id}`, { as: rosa.as, body: words('Copper candle') })
  expect([await search('lantern'), await search('copper')]).toEqual([['Oak lantern'], ['Copper candle']])
  const hide = (at: string | null) =>
    t.deps.db.write(() => [step(sql`UPDATE inspiration_posts SET hidden_at = ${at} WHERE id = ${body.id}`)])
  await hide(t.clock.now.toISOString())
  expect(await search('copper')).toEqual([])
  await hide(null)
  expect(await search('copper')).toEqual(['Copper candle'])
  await t.call('DELETE', `/api/inspiration/${body.id}`, { as: rosa.as })
  expect(await search('copper')).toEqual([])
})

test('the posts are read once for many searches, and again once one of them moves', async () => {
  const readPosts = async (words: string) =>
    (await recordReads(t, () => search(words))).some(
      ({ sql }) => sql.includes('"description"') && !sql.includes('"image_url"'),
    )
  expect(await readPosts('lantern')).toBe(true)
  expect(await readPosts('arch zzqqx wwkkv')).toBe(false)
  await keepTestPhoto(t, rosa, 'a')
  await t.call('POST', '/api/inspiration', { as: rosa.as, body: { title: 'Arch', imageUrl: testPhoto('a'), tags: [] } })
  expect(await readPosts('arch')).toBe(true)
})
