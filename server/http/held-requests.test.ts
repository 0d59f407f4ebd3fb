import { afterEach, beforeEach, expect, test } from 'bun:test'
import { NewPost } from '#schema/inspiration'
import { NewItem } from '#schema/made-to-order'
import { inspirationPosts, purchases, uploads } from '../db/tables'
import { createPost } from '../inspiration/post-service'
import { createItem } from '../made-to-order/items/item-service'
import { suspendSteps } from '../operator/operator-steps'
import { DELIVERY_ADDRESS, newItem, postItem } from '../test-support/order-kit'
import { saveCard } from '../test-support/rental-kit'
import { cookieOf, signUp, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'
import { grayPng } from '../test-support/test-pictures'

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

/** Sends the first half of a body, and the rest after `meanwhile`. */
async function hold(
  path: string,
  whole: Request,
  meanwhile: () => Promise<unknown>,
  key: string = crypto.randomUUID(),
) {
  const type = whole.headers.get('content-type') ?? ''
  const bytes = await whole.bytes()
  const half = Math.floor(bytes.length / 2)
  const { promise: isHeld, resolve: nowHeld } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: nowOver } = Promise.withResolvers<void>()
  let pulls = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (pulls++ === 0) return controller.enqueue(bytes.slice(0, half))
        nowHeld()
        await isOver
        controller.enqueue(bytes.slice(half))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    origin: TEST_ORIGIN,
    cookie: rosa.as,
    'content-type': type,
    'idempotency-key': key,
  }
  const answer = t.fetch(new Request(`${TEST_ORIGIN}${path}`, { method: 'POST', headers, body }))
  await isHeld
  await meanwhile()
  nowOver()
  return answer
}

function jsonOf(value: unknown): Request {
  const headers = { 'content-type': 'application/json' }
  return new Request(TEST_ORIGIN, { method: 'POST', headers, body: JSON.stringify(value) })
}

const signOut = () => t.call('POST', '/api/logout', { as: rosa.as })
const suspend = () => t.deps.db.write(() => suspendSteps(rosa.id, t.clock.now.toISOString()))
const newPassword = async () => {
  const body = { username: 'rosa', password: TEST_PASSWORD }
  const elsewhere = cookieOf((await t.call('POST', '/api/login', { body })).headers)
  const changed = { oldPassword: TEST_PASSWORD, password: 'a wholly new one' }
  expect((await t.call('POST', '/api/user/password', { as: elsewhere, body: changed })).status).toBe(200)
}
const ends = [
  ['a sign-out', signOut],
  ['a suspension', suspend],
  ['a new password', newPassword],
] as const

test.each(ends)('a post that is half sent is refused after %s', async (_, end) => {
  await keepTestPhoto(t, rosa, 'a')
  const post = { title: 'Held back', imageUrl: testPhoto('a') }
  expect((await hold('/api/inspiration', jsonOf(post), end)).status).toBe(401)
  expect(await t.deps.db.read.select().from(inspirationPosts)).toEqual([])
})

test.each(ends)('an order that is half sent is refused after %s', async (_, end) => {
  const itemId = await postItem(t, await signUp(t, 'maker'))
  const order = { deliveryAddress: DELIVERY_ADDRESS, paymentMethodId: await saveCard(t, rosa) }
  expect((await hold(`/api/made-to-order/${itemId}/purchase`, jsonOf(order), end)).status).toBe(401)
  expect(await t.deps.db.read.select().from(purchases)).toEqual([])
})

test.each(ends)('a photo that is half sent is refused after %s', async (_, end) => {
  const form = new FormData()
  form.append('file', new Blob([grayPng(30, 20) as Uint8Array<ArrayBuffer>]), 'photo.png')
  const photo = new Request(TEST_ORIGIN, { method: 'POST', body: form })
  expect((await hold('/api/upload', photo, end)).status).toBe(401)
  expect(await t.deps.db.read.select().from(uploads)).toEqual([])
})

test.each(ends)('a request for all of one’s own that is half sent is refused after %s', async (_, end) => {
  expect((await hold('/api/user/export', jsonOf({ password: TEST_PASSWORD }), end)).status).toBe(401)
})

test.each(ends)('a pull that is half sent is answered after %s as a visitor’s is', async (_, end) => {
  const own = `u:${rosa.id}`
  const answer = await hold('/api/sync/pull', jsonOf({ epoch: null, scopes: { [own]: [0, null] } }), end)
  expect(await answer.json()).toMatchObject({ changes: [], gone: [own] })
})

test('a request that is half sent goes on when nothing has happened meanwhile', async () => {
  await keepTestPhoto(t, rosa, 'a')
  const post = { title: 'Held on', imageUrl: testPhoto('a') }
  expect((await hold('/api/inspiration', jsonOf(post), async () => undefined)).status).toBe(201)
})

test('an answer that was given once is not given again to a session that has ended', async () => {
  await keepTestPhoto(t, rosa, 'a')
  const post = { title: 'Told once', imageUrl: testPhoto('a') }
  const key = crypto.randomUUID()
  const headers = { 'idempotency-key': key }
  expect((await t.call('POST', '/api/inspiration', { as: rosa.as, headers, body: post })).status).toBe(201)
  expect((await hold('/api/inspiration', jsonOf(post), signOut, key)).status).toBe(401)
})

test('writes that wait behind others of the person are refused once the session has ended', async () => {
  const crowd = Array.from({ length: 40 }, () =>
    t.call('POST', '/api/inspiration/999/like', { as: rosa.as, from: '198.51.100.1' }),
  )
  await Promise.race(crowd)
  await suspend()
  expect((await Promise.all(crowd)).at(0)?.status).toBe(404)
  expect((await Promise.all(crowd)).map(({ status }) => status)).toContain(401)
})

test('an item and a post that wait for the database are refused once their person is suspended', async () => {
  await keepTestPhoto(t, rosa, 'a', 'b')
  const item = NewItem.parse(newItem())
  const post = NewPost.parse({ title: 'Held back', imageUrl: testPhoto('a') })
  // Their requests were let in before.
  await suspend()
  const refused = { kind: 'unauthenticated' }
  const late = [createItem(t.deps, rosa.id, item, () => []), createPost(t.deps, rosa.id, post, () => [])]
  for (const answer of await Promise.allSettled(late)) expect(answer).toMatchObject({ reason: refused })
})
