import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Address } from '#schema/address'
import type { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { enqueue } from '../sync/outbox'
import { noteReachable } from '../sync/reachability'
import { freshDb } from '../test-support/disk-in-memory'
import { addressAsLeft, isAddressSettled, readOwnAddress } from './own-address'
import { saveAddress } from './save-address'

const ME = 7
const realFetch = globalThis.fetch
const HOME: Address = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }
const NEXT: Address = { ...HOME, street: '9 Lantern Lane' }
let db: LocalDb
let clock = 1_000
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const held = (address: Partial<Address>) =>
  db.me.put({
    id: ME,
    username: 'hanna',
    profilePhoto: null,
    description: null,
    neighborhood: null,
    memberSince: '2026-01-01T00:00:00.000Z',
    email: 'hanna@example.com',
    hasCompletedAddressSetup: false,
    hasCompletedStripeOnboarding: false,
    isOperator: false,
    ...{ street: null, city: null, state: null, zipCode: null, ...address },
    _q: 1,
  })
const save = (address: Address) => enqueue(db, ME, 'address.save', address, clock++)
const shown = async () => {
  const own = await readOwnAddress(db, ME)
  return own && [own.address.street, own.waiting?.state ?? null]
}

test('nothing is claimed before the account is here', async () => {
  expect(await shown()).toBeNull()
})

test('parts that the account lacks are empty', async () => {
  await held({ city: 'Brooklyn' })
  expect((await readOwnAddress(db, ME))?.address).toEqual({ street: '', city: 'Brooklyn', state: '', zipCode: '' })
})

test('what waits is shown instead of what the server has, and the last word counts', async () => {
  await held(HOME)
  await save({ ...HOME, street: 'Somewhere' })
  await save(NEXT)
  expect(await shown()).toEqual(['9 Lantern Lane', 'waiting'])
  expect(await db.outbox.count()).toBe(1)
})

test('a confirmed write waits no more, although its row has not come', async () => {
  await held(HOME)
  await db.outbox.update(await save(NEXT), { state: 'acked' })
  expect(await shown()).toEqual(['9 Lantern Lane', null])
})

test('a refused write keeps the words and says why', async () => {
  await held(HOME)
  const error = { code: 'validation', message: 'Valid ZIP code is required', status: 422 }
  await db.outbox.update(await save(NEXT), { state: 'attention', error })
  expect(await readOwnAddress(db, ME)).toMatchObject({
    address: NEXT,
    waiting: { state: 'attention', error: 'Valid ZIP code is required', isClash: false },
  })
})

test('an address of another device is told of beside the one that was refused for it', async () => {
  await held(HOME)
  const error = { code: 'edit_conflict', message: 'Choose', status: 409, now: { ...HOME, street: '1 Arch Rd' } }
  await db.outbox.update(await save(NEXT), { state: 'attention', error })
  expect(await readOwnAddress(db, ME)).toMatchObject({
    address: NEXT,
    waiting: { isClash: true, error: expect.stringContaining('1 Arch Rd, Brooklyn, NY 11215') },
  })
})

describe('the address of an account is settled', () => {
  const has = async (isAtServer = false) => {
    const own = await readOwnAddress(db, ME)
    return own && isAddressSettled(own, isAtServer)
  }

  test('once all parts of it are here', async () => {
    await held({ city: 'Brooklyn' })
    expect(await has()).toBe(false)
    await held(HOME)
    expect(await has()).toBe(true)
  })

  test.each([
    ['waits', 'queued', true],
    ['is being sent', 'sending', true],
    ['has arrived, before its row comes', 'acked', true],
    ['was refused', 'attention', false],
  ] as const)('while the one that was written %s', async (_, state, expected) => {
    await held({})
    await db.outbox.update(await save(HOME), { state })
    expect(await has()).toBe(expected)
    expect(await has(true)).toBe(expected)
  })
})

describe('a form of an address that was left', () => {
  const there = { ...HOME, street: '1 Arch Rd' }

  test('goes on with what was typed over what it had shown, however often it is opened and left', () => {
    const first = addressAsLeft({ ...NEXT, seen: HOME }, there)
    expect(first).toEqual({ values: NEXT, seen: HOME })
    const typedOn = { ...first.values, city: 'Queens' }
    expect(addressAsLeft({ ...typedOn, seen: first.seen }, there)).toEqual({ values: typedOn, seen: HOME })
  })

  test.each([
    ['nothing was typed', { ...HOME, seen: HOME }],
    ['the same was saved elsewhere', { ...there, seen: HOME }],
    ['nothing was kept', null],
  ])('shows the address as it stands where %s', (_, draft) => {
    expect(addressAsLeft(draft, there)).toEqual({ values: there, seen: there })
  })

  test('of the build before goes on over the address as it stands', () => {
    expect(addressAsLeft(NEXT, there)).toEqual({ values: NEXT, seen: there })
  })
})

const engineHere = () => new SyncEngine(db, ME)
const sent = async () => (await db.outbox.orderBy('order').toArray()).map(({ payload }) => payload)

describe('with a connection an address goes out at once, with the one that its form had shown', () => {
  const there = { ...HOME, street: '1 Arch Rd' }
  let bodies: unknown[] = []
  const answerWith = (status: number, answer: object) => {
    globalThis.fetch = (async (_input: unknown, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)))
      return Response.json(answer, { status, headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
    }) as unknown as typeof fetch
  }
  beforeEach(() => {
    noteReachable(true)
    bodies = []
  })
  afterEach(() => {
    globalThis.fetch = realFetch
  })

  test('although another one has come to the device while it was typed', async () => {
    await held(there)
    answerWith(200, {})
    expect(await saveAddress(engineHere(), NEXT, HOME)).toBe('saved')
    expect(bodies).toEqual([{ ...NEXT, seen: HOME }])
    expect(await sent()).toEqual([])
  })

  test('one that was refused for that of another device waits for its person', async () => {
    await held(HOME)
    answerWith(409, { code: 'edit_conflict', message: 'Choose', now: there })
    expect(await saveAddress(engineHere(), NEXT, HOME)).toBe('refused')
    expect(await sent()).toEqual([{ ...NEXT, seen: HOME }])
  })

  test.each(['lost', 'validation'])(
    'one written over a refused one (%s) goes out with what stood before that',
    async (code) => {
      await held(HOME)
      const refused = await enqueue(db, ME, 'address.save', { ...NEXT, seen: HOME }, clock++)
      await db.outbox.update(refused, { state: 'attention', error: { code, message: 'No', status: 422 } })
      answerWith(200, {})
      expect(await saveAddress(engineHere(), NEXT, NEXT)).toBe('saved')
      expect(bodies).toEqual([{ ...NEXT, seen: HOME }])
      expect(await shown()).toEqual(['9 Lantern Lane', null])
    },
  )

  test('one that the server does not take leaves a refused one where it is', async () => {
    const refused = await enqueue(db, ME, 'address.save', { ...NEXT, seen: HOME }, clock++)
    await db.outbox.update(refused, { state: 'attention' })
    answerWith(422, { code: 'validation', message: 'Please check' })
    await expect(saveAddress(engineHere(), { ...NEXT, city: 'Queens' }, NEXT)).rejects.toThrow('Please check')
    expect(await sent()).toEqual([{ ...NEXT, seen: HOME }])
  })

  test('a refused address shows its errors beside its fields and is not queued', async () => {
    answerWith(422, { code: 'validation', message: 'Please check', fields: { zipCode: 'Valid ZIP code is required' } })
    await expect(saveAddress(engineHere(), NEXT, HOME)).rejects.toThrow('Please check')
    expect(await sent()).toEqual([])
  })
})

describe('without a connection an address goes out with the one that its form had shown', () => {
  beforeEach(() => {
    globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as unknown as typeof fetch
  })
  afterEach(() => {
    globalThis.fetch = realFetch
  })

  test('the one that the account has', async () => {
    expect(await saveAddress(engineHere(), NEXT, HOME)).toBe('waiting')
    expect(await sent()).toEqual([{ ...NEXT, seen: HOME }])
  })

  test('the one before both, where two have been written', async () => {
    await saveAddress(engineHere(), NEXT, HOME)
    await saveAddress(engineHere(), { ...NEXT, city: 'Queens' }, NEXT)
    expect(await sent()).toEqual([{ ...NEXT, city: 'Queens', seen: HOME }])
  })

  test('the one that is on its way', async () => {
    await saveAddress(engineHere(), NEXT, HOME)
    await db.outbox.toCollection().modify({ everSent: true })
    await saveAddress(engineHere(), { ...NEXT, city: 'Queens' }, NEXT)
    expect(await sent()).toEqual([
      { ...NEXT, seen: HOME },
      { ...NEXT, city: 'Queens', seen: NEXT },
    ])
  })

  test('the one that is on its way, although another before it was refused', async () => {
    const error = { code: 'validation', message: 'No', status: 422 }
    const refused = await enqueue(db, ME, 'address.save', { ...NEXT, seen: HOME }, clock++)
    await db.outbox.update(refused, { state: 'attention', error })
    await db.outbox.update(await save({ ...NEXT, city: 'Queens' }), { state: 'sending', everSent: true })
    await saveAddress(engineHere(), NEXT, { ...NEXT, city: 'Queens' })
    expect((await sent()).at(-1)).toEqual({ ...NEXT, seen: { ...NEXT, city: 'Queens' } })
  })

  test('the one that the server has told of, although its row has not come', async () => {
    const now = { ...HOME, street: '1 Arch Rd' }
    const error = { code: 'edit_conflict', message: 'Choose', status: 409, now }
    await db.outbox.update(await save(NEXT), { state: 'attention', error })
    await saveAddress(engineHere(), NEXT, NEXT)
    expect(await sent()).toEqual([{ ...NEXT, seen: now }])
  })
})
