import { afterAll, beforeAll, expect, test } from 'bun:test'
import { endpoints } from '#schema/endpoints'
import { build, step } from '../db/steps'
import { inspirationPosts } from '../db/tables'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'

const POSTS = 120
let t: TestApp
let ana: TestPerson
let bo: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  ana = await signUp(t, 'ana')
  bo = await signUp(t, 'bo')
  const rows = Array.from({ length: POSTS }, (_, nth) => ({
    userId: ana.id,
    title: `Post ${nth}`,
    imageUrl: testPhoto('a'),
    tags: [],
    createdAt: t.clock.now.toISOString(),
  }))
  await t.deps.db.write(() => ({ value: null, steps: [step(build.insert(inspirationPosts).values(rows))] }))
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const write = (call: string, id: number, key: string = crypto.randomUUID()) => ({ key, call, id })
const push = (writes: unknown[], as: string | undefined = bo.as, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/sync/push', {
    body: { writes },
    headers: { 'sync-queued': '1', ...headers },
    ...(as ? { as } : {}),
  })
const likesOf = async (id: number) => (await t.call('GET', `/api/inspiration/${id}`)).body.likeCount as number
const statuses = ({ body }: { body: { answers: { status: number }[] } }) => body.answers.map(({ status }) => status)

test('each write is answered as it would be by itself, and one that is refused does not hold up the others', async () => {
  const answer = await push([write('likePost', 1), write('likePost', 9999), write('savePost', 2)])
  expect(statuses(answer)).toEqual([200, 404, 200])
  expect(answer.body.answers[1].body).toMatchObject({ code: 'post_not_found' })
  expect(answer.body.answers[0].seq).toBeGreaterThan(0)
  expect(await likesOf(1)).toBe(1)
})

test('sent again under the same keys, nothing is applied twice', async () => {
  const writes = Array.from({ length: 100 }, (_, nth) => write('likePost', nth + 10))
  expect(new Set(statuses(await push(writes)))).toEqual(new Set([200]))
  await t.call('DELETE', '/api/inspiration/10/like', { as: bo.as })
  expect(new Set(statuses(await push(writes)))).toEqual(new Set([200]))
  expect([await likesOf(10), await likesOf(11)]).toEqual([0, 1])
})

test('a key that was used for something else is refused for that one alone', async () => {
  const key = crypto.randomUUID()
  await push([write('likePost', 3, key)])
  const [reused, other] = statuses(await push([write('likePost', 4, key), write('likePost', 5)]))
  expect([(reused ?? 0) >= 400, other, await likesOf(4)]).toEqual([true, 200, 0])
})

test('somebody else’s device is told so before anything is done', async () => {
  const answer = await push([write('likePost', 6)], bo.as, { 'sync-user': String(ana.id) })
  expect([answer.status, answer.body.code, await likesOf(6)]).toEqual([409, 'wrong_user', 0])
})

test.each<[string, unknown[]]>([
  ['nothing', []],
  ['too many', Array.from({ length: 101 }, (_, nth) => write('likePost', nth + 1))],
  ['a call that is not for this', [write('createBooking', 1)]],
  ['a path for a number', [{ key: crypto.randomUUID(), call: 'likePost', id: '../../user' }]],
  ['a key that is none', [write('likePost', 1, 'x')]],
  ['one key twice', [write('likePost', 1, 'same-key-1'), write('savePost', 1, 'same-key-1')]],
])('%s is refused as a whole', async (_, writes) => {
  const answer = await push(writes)
  expect([answer.status, answer.body.code]).toEqual([422, 'validation'])
})

test('every call that may travel so carries nothing but a number', () => {
  for (const name of ['likePost', 'unlikePost', 'savePost', 'unsavePost'] as const)
    expect([name, 'body' in endpoints[name], endpoints[name].offline]).toEqual([name, false, 'queueable'])
})
