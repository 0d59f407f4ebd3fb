import { afterAll, beforeAll, expect, test } from 'bun:test'
import { build, step } from '../db/steps'
import { inspirationPosts, postMarks } from '../db/tables'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'

let t: TestApp
let rosa: TestPerson
let ben: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  rosa = await signUp(t, 'rosa')
  ben = await signUp(t, 'ben')
  const texts = [
    ['Blue dusk', 'Balloons over the river', ['balloons', 'blue hour']],
    ['Long TABLE', null, ['linen']],
    ['100% paper_flowers', "Children's party, thème ÉTÉ", []],
    ['Hidden', null, []],
    ['Deleted', null, []],
  ] as const
  const rows = texts.map(([title, description, tags]) => ({
    userId: rosa.id,
    title,
    description,
    imageUrl: testPhoto('a'),
    tags: [...tags],
    createdAt: '2026-11-30T10:00:00.000Z',
    hiddenAt: title === 'Hidden' ? '2026-11-30T10:00:00.000Z' : null,
    deletedAt: title === 'Deleted' ? '2026-11-30T10:00:00.000Z' : null,
  }))
  await t.deps.db.write(() => [step(build.insert(inspirationPosts).values(rows))])
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const titles = async (path: string, as?: string) =>
  (await t.call('GET', path, as ? { as } : {})).body.map((post: { title: string }) => post.title)
const mark = (method: 'POST' | 'DELETE', path: string, as?: string, headers: Record<string, string> = {}) =>
  t.call(method, `/api/inspiration/${path}`, { ...(as ? { as } : {}), headers })

test('the feed shows what is on show, newest first, in pages when asked', async () => {
  expect(await titles('/api/inspiration')).toEqual(['100% paper_flowers', 'Long TABLE', 'Blue dusk'])
  expect(await titles('/api/inspiration?limit=1&cursor=3')).toEqual(['Long TABLE'])
})

test.each([
  ['dusk', ['Blue dusk']],
  ['  DUSK ', ['Blue dusk']],
  ['river', ['Blue dusk']],
  ['blue h', ['Blue dusk']],
  ['table', ['Long TABLE']],
  ['LINEN', ['Long TABLE']],
  ['%', ['100% paper_flowers']],
  ['_', ['100% paper_flowers']],
  ["children's", ['100% paper_flowers']],
  ['[', []],
  ['","', []],
  ['ÉTÉ', ['100% paper_flowers']],
  ['Thème été', ['100% paper_flowers']],
  ['nothing like it', []],
  ['', ['100% paper_flowers', 'Long TABLE', 'Blue dusk']],
])('searching for %p finds %j', async (search, found) => {
  expect(await titles(`/api/inspiration?search=${encodeURIComponent(search)}`)).toEqual(found)
})

test('a search comes in pages too: the newest that match, not those that match among the newest', async () => {
  expect(await titles('/api/inspiration?search=BALLOONS&limit=1')).toEqual(['Blue dusk'])
  expect(await titles('/api/inspiration?search=E&limit=1')).toEqual(['100% paper_flowers'])
  expect(await titles('/api/inspiration?search=e&cursor=3&limit=1')).toEqual(['Long TABLE'])
})

test('posts are answered by their numbers, newest first; those that are not on show are left out', async () => {
  expect(await titles('/api/inspiration?ids=1,3,4,5,99')).toEqual(['100% paper_flowers', 'Blue dusk'])
  expect(await titles('/api/inspiration?ids=1,3&limit=1')).toEqual(['100% paper_flowers'])
  expect(await titles('/api/inspiration?ids=1,3&cursor=3')).toEqual(['Blue dusk'])
  expect(await titles('/api/inspiration?ids=2,3&search=paper')).toEqual(['100% paper_flowers'])
})

test('a post that is asked for by its number carries its counts and whether the viewer has marked it', async () => {
  expect((await mark('POST', '1/like', ben.as)).status).toBe(200)
  const [post] = (await t.call('GET', '/api/inspiration?ids=1', { as: ben.as })).body
  expect(post).toMatchObject({ id: 1, likeCount: 1, isLikedByCurrentUser: true, isSavedByCurrentUser: false })
  expect((await mark('DELETE', '1/like', ben.as)).status).toBe(200)
})

test.each(['', 'x', '1,', '1;2', Array.from({ length: 101 }, (_, n) => n + 1).join()])(
  'numbers that are none, or too many, are refused: %p',
  async (ids) => {
    const { status, body } = await t.call('GET', `/api/inspiration?ids=${ids}`)
    expect([status, body.fields]).toEqual([422, { ids: 'Please give at most 100 numbers' }])
  },
)

test('a search may not be endless', async () => {
  expect((await t.call('GET', `/api/inspiration?search=${'x'.repeat(201)}`)).status).toBe(422)
})

test('one post, as a visitor sees it', async () => {
  const { body } = await t.call('GET', '/api/inspiration/2')
  expect(body).toEqual({
    id: 2,
    userId: rosa.id,
    username: 'rosa',
    title: 'Long TABLE',
    description: null,
    imageUrl: testPhoto('a'),
    alt: null,
    shape: null,
    tags: ['linen'],
    links: [],
    clientId: null,
    createdAt: '2026-11-30T10:00:00.000Z',
    likeCount: 0,
    saveCount: 0,
    isLikedByCurrentUser: false,
    isSavedByCurrentUser: false,
  })
})

test('a like is where the person last put it, and counts once', async () => {
  expect((await mark('POST', '1/like', ben.as)).body).toEqual({ liked: true, likeCount: 1, saveCount: 0 })
  expect((await mark('POST', '1/like', ben.as)).body).toEqual({ liked: true, likeCount: 1, saveCount: 0 })
  expect((await mark('POST', '1/like', rosa.as)).body).toEqual({ liked: true, likeCount: 2, saveCount: 0 })
  expect((await mark('POST', '1/save', ben.as)).body).toEqual({ saved: true, likeCount: 2, saveCount: 1 })
  const view = async (as?: string) => (await t.call('GET', '/api/inspiration/1', as ? { as } : {})).body
  const counts = { likeCount: 2, saveCount: 1 }
  expect(await view(ben.as)).toMatchObject({ ...counts, isLikedByCurrentUser: true, isSavedByCurrentUser: true })
  expect(await view(rosa.as)).toMatchObject({ ...counts, isLikedByCurrentUser: true, isSavedByCurrentUser: false })
  expect(await view()).toMatchObject({ ...counts, isLikedByCurrentUser: false, isSavedByCurrentUser: false })
  expect(await titles('/api/user/inspiration/liked', ben.as)).toEqual(['Blue dusk'])
  expect(await titles('/api/user/inspiration/saved', rosa.as)).toEqual([])

  await mark('POST', '2/like', ben.as)
  expect((await mark('DELETE', '1/like', ben.as)).body).toEqual({ liked: false, likeCount: 1, saveCount: 1 })
  expect((await mark('DELETE', '1/like', ben.as)).body).toEqual({ liked: false, likeCount: 1, saveCount: 1 })
  expect((await mark('DELETE', '1/save', ben.as)).body).toEqual({ saved: false, likeCount: 1, saveCount: 0 })
  expect(await titles('/api/user/inspiration/liked', ben.as)).toEqual(['Long TABLE'])
  await mark('DELETE', '2/like', ben.as)
})

test('ten presses at once are one like', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => mark('POST', '3/like', ben.as)))
  for (const { status, body } of answers) expect([status, body.likeCount]).toEqual([200, 1])
  const rows = await t.deps.db.read.select().from(postMarks)
  expect(rows.filter((row) => row.postId === 3)).toHaveLength(1)
})

test('a change names its place in the feed; no change names none that devices would wait for', async () => {
  const before = t.deps.feed.seq()
  const liked = await mark('POST', '2/like', ben.as)
  expect(Number(liked.headers.get('sync-seq'))).toBeGreaterThan(before)
  const after = t.deps.feed.seq()
  expect(Number((await mark('POST', '2/like', ben.as)).headers.get('sync-seq'))).toBe(after)
  expect(t.deps.feed.seq()).toBe(after)
})

test('with its key a like answers as it did first, whatever happened since', async () => {
  const headers = { 'idempotency-key': 'like-key-0001' }
  const first = await mark('POST', '2/save', ben.as, headers)
  await mark('DELETE', '2/save', ben.as)
  const again = await mark('POST', '2/save', ben.as, headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await titles('/api/user/inspiration/saved', ben.as)).toEqual([])
  expect((await mark('POST', '3/save', ben.as, headers)).body.code).toBe('key_reused')
  expect((await mark('DELETE', '2/save', ben.as, headers)).body.code).toBe('key_reused')
  expect((await mark('POST', '2/save', rosa.as, headers)).body.saveCount).toBe(1)
})

test('posts that are not on show cannot be liked, nor unliked', async () => {
  for (const id of [4, 5, 999]) {
    for (const path of [`${id}/like`, `${id}/save`]) {
      expect((await mark('POST', path, ben.as)).body).toEqual({ code: 'post_not_found', message: 'Post not found' })
      expect((await mark('DELETE', path, ben.as)).status).toBe(404)
    }
    expect((await t.call('GET', `/api/inspiration/${id}`)).status).toBe(404)
  }
  expect((await mark('POST', 'x/like', ben.as)).status).toBe(422)
})

test.each(['like', 'save'] as const)('a %s can be taken back when its post is out of sight by now', async (kind) => {
  const fan = await signUp(t, `fan-${kind}`)
  const off = kind === 'like' ? { liked: false } : { saved: false }
  const takenBack = async (id: number) => {
    const { status, body } = await mark('DELETE', `${id}/${kind}`, fan.as)
    return [status, body]
  }
  const rows = async () => (await t.deps.db.read.select().from(postMarks)).filter(({ userId }) => userId === fan.id)
  const [post] = (await t.call('GET', '/api/inspiration')).body
  expect((await mark('POST', `${post.id}/${kind}`, fan.as)).status).toBe(200)
  expect((await t.call('POST', `/api/users/${rosa.id}/block`, { as: fan.as })).status).toBe(200)
  expect((await mark('POST', `${post.id}/${kind}`, fan.as)).body.code).toBe('post_not_found')
  for (let times = 0; times < 2; times++)
    expect(await takenBack(post.id)).toMatchObject([
      200,
      { ...off, likeCount: post.likeCount, saveCount: post.saveCount },
    ])
  // One that is hidden, and one that is deleted, as marks of before are left on them.
  const createdAt = '2026-11-30T10:00:00.000Z'
  const old = [4, 5].map((postId) => ({ kind, postId, userId: fan.id, createdAt }))
  await t.deps.db.write(() => [step(build.insert(postMarks).values(old))])
  for (const id of [4, 5]) expect(await takenBack(id)).toMatchObject([200, { ...off, likeCount: 0, saveCount: 0 }])
  expect(await rows()).toEqual([])
  expect((await t.call('DELETE', `/api/users/${rosa.id}/block`, { as: fan.as })).status).toBe(200)
})

test('likes and saves need a session and our own site', async () => {
  for (const path of ['1/like', '1/save']) {
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await mark(method, path)).status).toBe(401)
      expect((await mark(method, path, ben.as, { 'sec-fetch-site': 'cross-site' })).body.code).toBe('cross_site')
    }
  }
  for (const list of ['liked', 'saved']) expect((await t.call('GET', `/api/user/inspiration/${list}`)).status).toBe(401)
})

test('of two devices the later press wins, whichever arrives first', async () => {
  const cleo = await signUp(t, 'cleo')
  const [post] = (await t.call('GET', '/api/inspiration')).body
  const at = (minute: number) => ({
    'pressed-at': new Date(t.deps.now().getTime() - (60 - minute) * 60_000).toISOString(),
  })
  const liked = async () =>
    (await t.call('GET', `/api/inspiration/${post.id}`, { as: cleo.as })).body.isLikedByCurrentUser
  for (const [method, minute, expected] of [
    ['POST', 10, true],
    ['DELETE', 30, false],
    ['POST', 20, false],
    ['POST', 40, true],
    ['DELETE', 35, true],
    ['DELETE', 90, false],
    ['POST', 50, false],
  ] as const) {
    const answer = await mark(method, `${post.id}/like`, cleo.as, at(minute))
    expect([method, minute, answer.status, answer.body.liked, await liked()]).toEqual([
      method,
      minute,
      200,
      expected,
      expected,
    ])
  }
})

test('a press without a time, or with nonsense for one, is made now', async () => {
  const [post] = (await t.call('GET', '/api/inspiration')).body
  expect((await mark('POST', `${post.id}/save`, ben.as, { 'pressed-at': 'yesterday' })).body.saved).toBe(true)
  expect((await mark('DELETE', `${post.id}/save`, ben.as)).body.saved).toBe(false)
})
