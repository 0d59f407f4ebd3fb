import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { inspirationPosts } from '../db/tables'
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

/** A word of seven letters that no other number makes. */
const wordOf = (number: number) =>
  (number + 26 ** 6).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')

test('a search for many words that nobody has takes hardly longer than the reading of the posts', async () => {
  const [POSTS, WORDS] = [500, 200]
  const createdAt = t.clock.now.toISOString()
  const post = { userId: rosa.id, title: 'Arch', imageUrl: testPhoto('a'), tags: [], createdAt }
  const description = (nth: number) =>
    Array.from({ length: WORDS }, (_, at) => wordOf((nth * WORDS + at) * 7919)).join(' ')
  const steps = Array.from({ length: POSTS }, (_, nth) =>
    step(build.insert(inspirationPosts).values({ ...post, description: description(nth) })),
  )
  await t.deps.db.write(() => steps)
  const took = async (words: string) => {
    const begun = performance.now()
    await search(words)
    return performance.now() - begun
  }
  const reading = await took('arch')
  const nobodys = Array.from({ length: 25 }, (_, nth) => `zz${wordOf(nth * 7919).slice(2)}`).join(' ')
  expect(await took(nobodys)).toBeLessThan(10 * reading)
})
