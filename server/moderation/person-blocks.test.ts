import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { build, step } from '../db/steps'
import { blockPresses, personBlocks } from '../db/tables'
import { quotaLimits } from '../http/limits'
import { buyItem, postItem } from '../test-support/order-kit'
import { answerOffer, holdOffer, makeOffer, openRental, type Rental, saveCard } from '../test-support/rental-kit'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

let t: TestApp
let rental: Rental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openRental(t)
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const block = (by: TestPerson, other: TestPerson, method: 'POST' | 'DELETE' = 'POST') =>
  t.call(method, `/api/users/${other.id}/block`, { as: by.as })

/** The owner's press about the renter, on any of their devices. */
function press(method: string, secondsAgo: number, key = crypto.randomUUID()) {
  const pressedAt = new Date(t.clock.now.getTime() - secondsAgo * 1000).toISOString()
  const headers = { 'pressed-at': pressedAt, 'idempotency-key': key }
  return t.call(method, `/api/users/${rental.renter.id}/block`, { as: rental.owner.as, headers })
}

/** The people of blocks, as a person's devices hold them. */
async function held({ id, as }: TestPerson): Promise<unknown[]> {
  const body = { epoch: null, scopes: { [`u:${id}`]: [0, null] } }
  const { changes } = (await t.call('POST', '/api/sync/pull', { as, body })).body
  return changes.flatMap(({ c, d }: { c: string; d?: unknown }) => (c === 'personBlock' && d ? [d] : []))
}

describe.each(['owner', 'renter'] as const)('a block by the %s', (by) => {
  const sides = () => (by === 'owner' ? [rental.owner, rental.renter] : [rental.renter, rental.owner]) as TestPerson[]

  test('ends new offers and orders, in words that do not say why', async () => {
    const [one, other] = sides() as [TestPerson, TestPerson]
    expect((await block(one, other)).status).toBe(200)
    expect(await makeOffer(t, rental, 'renter')).toMatchObject({ status: 409, body: { code: 'listing_unavailable' } })
    expect((await makeOffer(t, rental, 'rival')).status).toBe(201)
    const bought = await buyItem(t, rental.renter, await postItem(t, rental.owner))
    expect(bought).toMatchObject({ status: 409, body: { code: 'item_unavailable' } })
  })

  test('closes the thread of an open booking for both, and the booking goes on', async () => {
    const id = await holdOffer(t, rental, 'renter')
    const [one, other] = sides() as [TestPerson, TestPerson]
    await block(one, other)
    for (const { as } of [one, other]) {
      const said = await t.call('POST', `/api/bookings/${id}/messages`, { as, body: { content: 'Hello' } })
      expect(said).toMatchObject({ status: 409, body: { code: 'thread_closed' } })
      expect((await t.call('GET', `/api/bookings/${id}/messages`, { as })).status).toBe(200)
    }
    const approved = await answerOffer(t, rental, id, 'approved')
    expect(approved.status).toBe(200)
  })

  test('hides the posts of either from the other and from nobody else', async () => {
    await keepTestPhoto(t, rental.owner, 'a')
    const post = { title: 'Gold arch', imageUrl: testPhoto('a'), tags: [] }
    const { body } = await t.call('POST', '/api/inspiration', { as: rental.owner.as, body: post })
    const [one, other] = sides() as [TestPerson, TestPerson]
    await block(one, other)
    const seenBy = async ({ as }: TestPerson) => [
      (await t.call('GET', '/api/inspiration', { as })).body.length,
      (await t.call('GET', '/api/inspiration?search=arch', { as })).body.length,
      (await t.call('GET', `/api/inspiration/${body.id}`, { as })).status,
    ]
    expect(await seenBy(rental.renter)).toEqual([0, 0, 404])
    for (const person of [rental.owner, rental.rival]) expect(await seenBy(person)).toEqual([1, 1, 200])
  })
})

test('both devices are told; the name is told to whoever blocked; the row stays until both have taken it back', async () => {
  const { owner, renter } = rental
  await block(owner, renter)
  expect(await held(owner)).toEqual([{ id: renter.id, username: 'rene' }])
  expect(await held(renter)).toEqual([{ id: owner.id, username: null }])
  await block(renter, owner)
  expect(await held(renter)).toEqual([{ id: owner.id, username: 'rosa' }])
  await block(owner, renter, 'DELETE')
  expect(await held(owner)).toEqual([{ id: renter.id, username: null }])
  await block(renter, owner, 'DELETE')
  expect([await held(owner), await held(renter)]).toEqual([[], []])
  expect((await makeOffer(t, rental, 'renter')).status).toBe(201)
})

test('a press that takes a block back and was made before it, on another device, does not end it', async () => {
  const { owner, renter } = rental
  await press('POST', 60)
  expect((await press('DELETE', 90)).status).toBe(200)
  expect(await held(owner)).toHaveLength(1)
  await press('DELETE', 30)
  expect(await held(owner)).toEqual([])
  // A block whose press is not known, as of an older build, is taken back by any.
  await block(owner, renter)
  await t.deps.db.write(() => [
    step(build.update(personBlocks).set({ pressedAt: null })),
    step(build.delete(blockPresses)),
  ])
  await press('DELETE', 90)
  expect(await held(owner)).toEqual([])
})

test('a press of Block that was made before the latest one that took a block back, on another device, blocks nobody', async () => {
  const { owner, renter } = rental
  await press('POST', 60)
  await press('DELETE', 30)
  const offer = await makeOffer(t, rental, 'renter')
  expect((await press('POST', 90)).status).toBe(200)
  expect(await held(owner)).toEqual([])
  expect((await t.call('GET', `/api/bookings/${offer.body.id}`, { as: renter.as })).body.status).toBe(offer.body.status)
  await press('POST', 10)
  expect(await held(owner)).toHaveLength(1)
})

test('taking back a block that never was leaves nothing', async () => {
  const { owner, renter } = rental
  expect((await block(owner, renter, 'DELETE')).status).toBe(200)
  expect(await t.deps.db.read.select().from(blockPresses)).toEqual([])
})

test('a press that takes a block back and was made before the latest press of Block, on another device, does not end it', async () => {
  const { owner, renter } = rental as Rental & Record<'owner' | 'renter', TestPerson>
  await press('POST', 90)
  const told = [await t.deps.feed.head(`u:${owner.id}`), await t.deps.feed.head(`u:${renter.id}`)]
  const again = crypto.randomUUID()
  // Twice under one key, as after an answer that was lost; the one that comes last was made before.
  for (const [secondsAgo, key] of [[30, again], [30, again], [80]] as const)
    expect(await press('POST', secondsAgo, key)).toMatchObject({ status: 200, body: {} })
  expect((await press('DELETE', 60)).status).toBe(200)
  expect(await held(owner)).toHaveLength(1)
  // The block is as it was: nobody's devices are woken.
  expect([await t.deps.feed.head(`u:${owner.id}`), await t.deps.feed.head(`u:${renter.id}`)]).toEqual(told)
  await press('DELETE', 10)
  expect(await held(owner)).toEqual([])
  // A block whose press is not known gets that of the next one.
  await block(owner, renter)
  await t.deps.db.write(() => [step(build.update(personBlocks).set({ pressedAt: null }))])
  await press('POST', 30)
  await press('DELETE', 60)
  expect(await held(owner)).toHaveLength(1)
})

test('a second block, and taking back what there is not, change nothing; nobody blocks themselves or nobody', async () => {
  const { owner, renter } = rental
  expect((await block(owner, renter, 'DELETE')).status).toBe(200)
  for (let times = 0; times < 2; times++) expect((await block(owner, renter)).status).toBe(200)
  expect(await held(owner)).toHaveLength(1)
  expect(await block(owner, owner)).toMatchObject({ status: 409, body: { code: 'own_account' } })
  expect((await t.call('POST', '/api/users/9999/block', { as: owner.as })).status).toBe(404)
  const stranger = await signUp(t, 'sam')
  await saveCard(t, stranger)
  expect(await held(stranger)).toEqual([])
})

test('a person who blocks and lets go again and again has as many blocks a day as anybody, and no other device is woken beyond them', async () => {
  const { owner, renter, rival } = rental as Rental & Record<'owner' | 'renter' | 'rival', TestPerson>
  const most = quotaLimits.personBlock.aDay.young
  for (let nth = 0; nth < most; nth++) {
    expect((await block(renter, owner)).status).toBe(200)
    expect((await block(renter, owner)).status).toBe(200)
    expect((await block(renter, owner, 'DELETE')).status).toBe(200)
  }
  const told = await t.deps.feed.head(`u:${owner.id}`)
  expect(await block(renter, owner)).toMatchObject({ status: 429, body: { code: 'daily_limit' } })
  expect((await block(renter, owner, 'DELETE')).status).toBe(200)
  expect(await t.deps.feed.head(`u:${owner.id}`)).toBe(told)
  expect((await block(rival, owner)).status).toBe(200)
  t.clock.advance(86_400_000)
  expect((await block(renter, owner)).status).toBe(200)
})
