import { afterAll, beforeAll, expect, test } from 'bun:test'
import { build, step } from '../db/steps'
import { inspirationPosts, madeToOrderItems } from '../db/tables'
import { runOperatorCommand } from '../operator/operator-commands'
import { signUp, signUpHost, TEST_ADDRESS, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

let t: TestApp
let rosa: TestPerson
let ben: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  rosa = await signUpHost(t, 'rosa')
  ben = await signUp(t, 'ben')
  await keepTestPhoto(t, ben, 'ben')
  await keepTestPhoto(t, rosa, 'a')
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const saveProfile = (body: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/user/profile', { body, as: ben.as, headers })
const saveAddress = (body: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/user/address', { body, as: ben.as, headers })
const newListing = (as: string) =>
  t.call('POST', '/api/listings', {
    body: { title: 'Oak table', description: 'Seats eight.', price: 40, mainImage: testPhoto('a') },
    as,
  })

test('a public profile names seven things and nothing private', async () => {
  const { status, body } = await t.call('GET', `/api/users/${rosa.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: rosa.id,
    username: 'rosa',
    profilePhoto: null,
    description: null,
    neighborhood: 'Park Slope',
    city: 'Brooklyn',
    memberSince: '2026-12-01T17:00:00.000Z',
  })
})

test('public profiles are found by their numbers, those on show alone', async () => {
  const named = ({ body }: { body: { username: string }[] }) => body.map(({ username }) => username).toSorted()
  expect(named(await t.call('GET', `/api/users?ids=${ben.id},${rosa.id},999`))).toEqual(['ben', 'rosa'])
  const suspended = await signUp(t, 'suspended')
  await runOperatorCommand(t.deps, ['suspend', 'suspended', 'A', 'second', 'account'])
  expect(named(await t.call('GET', `/api/users?ids=${suspended.id},${ben.id}`))).toEqual(['ben'])
})

test.each([
  ['/api/users', 422, 'validation'],
  ['/api/users?ids=', 422, 'validation'],
  ['/api/users?ids=1,x', 422, 'validation'],
  ['/api/users/999', 404, 'user_not_found'],
  ['/api/users/999/listings', 404, 'user_not_found'],
  ['/api/users/999/made-to-order', 404, 'user_not_found'],
  ['/api/users/999/inspiration', 404, 'user_not_found'],
  ['/api/users/0', 422, 'validation'],
  ['/api/users/1.5', 422, 'validation'],
  ['/api/users/rosa', 422, 'validation'],
  ['/api/users/1%27%20OR%201=1', 422, 'validation'],
])('%s answers %d %s', async (path, status, code) => {
  const answer = await t.call('GET', path)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('photo and description change one by one, and empty ones are cleared', async () => {
  const photo = testPhoto('ben')
  expect((await saveProfile({ profilePhoto: photo })).body).toMatchObject({ profilePhoto: photo, description: null })
  const description = `  ${'ش'.repeat(250)}🎉 ${'w'.repeat(240)}  `
  expect((await saveProfile({ description })).body).toMatchObject({
    profilePhoto: photo,
    description: description.trim(),
  })
  expect((await t.call('GET', `/api/users/${ben.id}`)).body.description).toBe(description.trim())
  expect((await saveProfile({ profilePhoto: '' })).body.profilePhoto).toBeNull()
  expect((await saveProfile({ description: null })).body.description).toBeNull()
  const empty = await saveProfile({})
  expect([empty.status, empty.body.username, empty.body.email]).toEqual([200, 'ben', 'person@example.com'])
})

test.each([
  [{ profilePhoto: 'ben.jpg' }, 'profilePhoto', 'Please provide a valid image URL'],
  [{ profilePhoto: 'javascript:alert(1)' }, 'profilePhoto', 'Please provide a valid image URL'],
  [{ profilePhoto: 'https://photos.example.com/ben.jpg' }, 'profilePhoto', 'Please provide a valid image URL'],
  [
    { profilePhoto: `https://photos.example.com${testPhoto('ben')}` },
    'profilePhoto',
    'Please provide a valid image URL',
  ],
  [{ profilePhoto: 'http://photos.example.com/ben.jpg' }, 'profilePhoto', 'Please provide a valid image URL'],
  [{ profilePhoto: 'data:image/svg+xml,<svg/>' }, 'profilePhoto', 'Please provide a valid image URL'],
  [{ profilePhoto: ['https://photos.example.com/ben.jpg'] }, 'profilePhoto', 'Please provide a valid image URL'],
  [{ profilePhoto: 7 }, 'profilePhoto', 'Please provide a valid image URL'],
  [
    { profilePhoto: `https://photos.example.com/${'x'.repeat(2000)}.jpg` },
    'profilePhoto',
    'Please provide a valid image URL',
  ],
  [{ description: 'x'.repeat(501) }, 'description', 'Description must be 500 characters or less'],
  [{ description: '🎉'.repeat(501) }, 'description', 'Description must be 500 characters or less'],
])('profile %j is refused', async (body, field, message) => {
  const answer = await saveProfile(body)
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({ code: 'validation', message, fields: { [field]: message } })
})

test('a description of one long word, of emoji or from right to left is kept as it is; spaces alone are none', async () => {
  for (const description of ['w'.repeat(300), '🎉'.repeat(500), 'أهلاً — שלום, "hi" <b>there</b>\n\nSecond paragraph']) {
    expect((await saveProfile({ description })).body.description).toBe(description)
    expect((await t.call('GET', `/api/users/${ben.id}`)).body.description).toBe(description)
  }
  expect((await saveProfile({ description: ' \n\t ' })).body.description).toBeNull()
})

test('a body that is not an object of fields is refused in words', async () => {
  for (const path of ['/api/user/profile', '/api/user/address']) {
    for (const body of [[], 'text', 7, true]) {
      const answer = await t.call('POST', path, { body, as: ben.as })
      expect([path, body, answer.status, answer.body.code]).toEqual([path, body, 422, 'validation'])
      expect(answer.body.message.length).toBeGreaterThan(0)
    }
  }
  expect((await saveProfile({ description: 7 })).body.fields).toHaveProperty('description')
})

test('an address is saved, trimmed, and gives the neighborhood', async () => {
  const answer = await saveAddress({ street: ' 5 Main St ', city: 'Queens', state: 'NY', zipCode: ' 11101-2020 ' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    street: '5 Main St',
    zipCode: '11101-2020',
    neighborhood: 'Long Island City',
    hasCompletedAddressSetup: true,
  })
  expect((await t.call('GET', '/api/user', { as: ben.as })).body).toMatchObject(answer.body)
  const publicly = JSON.stringify((await t.call('GET', `/api/users/${ben.id}`)).body)
  for (const secret of ['5 Main St', '11101', 'person@example.com']) expect(publicly).not.toContain(secret)
})

test.each([
  [{ ...TEST_ADDRESS, street: '  ' }, 'street', 'Street address is required'],
  [{ ...TEST_ADDRESS, street: '\u202e\u200b' }, 'street', 'Street address is required'],
  [{ ...TEST_ADDRESS, city: undefined }, 'city', 'City is required'],
  [{ ...TEST_ADDRESS, state: '' }, 'state', 'State is required'],
  [{ ...TEST_ADDRESS, zipCode: '1121' }, 'zipCode', 'Valid ZIP code is required'],
  [{ ...TEST_ADDRESS, zipCode: '112' }, 'zipCode', 'Valid ZIP code is required'],
  [{ ...TEST_ADDRESS, zipCode: '112     ' }, 'zipCode', 'Valid ZIP code is required'],
  [{ ...TEST_ADDRESS, street: 'w'.repeat(300) }, 'street', 'Please shorten this.'],
  [{ ...TEST_ADDRESS, city: { name: 'Brooklyn' } }, 'city', 'City is required'],
  [{ ...TEST_ADDRESS, zipCode: 11215 }, 'zipCode', 'Valid ZIP code is required'],
])('address %j is refused', async (body, field, message) => {
  const answer = await saveAddress(body)
  expect(answer.status).toBe(422)
  expect(answer.body.fields).toEqual({ [field]: message })
})

test('an address without anything names every field, and a neighborhood sent along is ignored', async () => {
  expect(Object.keys((await saveAddress({})).body.fields)).toEqual(['street', 'city', 'state', 'zipCode'])
  const answer = await saveAddress({ ...TEST_ADDRESS, zipCode: '90210', neighborhood: 'Beverly Hills' })
  expect(answer.body.neighborhood).toBeNull()
})

test("a new address moves the person's listings, and nobody else's", async () => {
  const host = await signUpHost(t, 'moving-host')
  await keepTestPhoto(t, host, 'a')
  const moved = (await newListing(host.as)).body
  const kept = (await newListing(rosa.as)).body
  expect(moved).toMatchObject({ neighborhood: 'Park Slope', city: 'Brooklyn' })
  const address = { street: '9 Arch Rd', city: 'New York', state: 'NY', zipCode: '10027' }
  const { body } = await t.call('POST', '/api/user/address', { body: address, as: host.as })
  expect(body.neighborhood).toBe('Harlem')
  const place = async (id: number) => (await t.call('GET', `/api/listings/${id}`)).body
  expect(await place(moved.id)).toMatchObject({ neighborhood: 'Harlem', city: 'New York' })
  expect(await place(kept.id)).toMatchObject({ neighborhood: 'Park Slope', city: 'Brooklyn' })
})

test('a keyed write happens once, answers the same again, and refuses the key for anything else', async () => {
  const headers = { 'idempotency-key': 'profile-key-1' }
  const first = await saveProfile({ description: 'First words' }, headers)
  await saveProfile({ description: 'Later words' })
  const again = await saveProfile({ description: 'First words' }, headers)
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await t.call('GET', '/api/user', { as: ben.as })).body.description).toBe('Later words')
  const other = await saveProfile({ description: 'Other words' }, headers)
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  const elsewhere = await saveAddress(TEST_ADDRESS, headers)
  expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'key_reused'])
  expect((await saveProfile({ description: 'x' }, { 'idempotency-key': 'k' })).status).toBe(400)
})

test('a description that was changed elsewhere meanwhile stays, and its writer is told of it', async () => {
  await saveProfile({ description: 'Plates' })
  await saveProfile({ description: 'Plates and cups, from the laptop', seen: { description: 'Plates' } })
  const late = await saveProfile({ description: 'Plates, from the phone', seen: { description: 'Plates' } })
  expect([late.status, late.body.code]).toEqual([409, 'edit_conflict'])
  expect(late.body.now).toEqual({ description: 'Plates and cups, from the laptop' })
  const description = async () => (await t.call('GET', '/api/user', { as: ben.as })).body.description
  expect(await description()).toBe('Plates and cups, from the laptop')
  const chosen = { description: 'Plates, from the phone', seen: { description: 'Plates and cups, from the laptop' } }
  expect((await saveProfile(chosen)).status).toBe(200)
  expect(await description()).toBe('Plates, from the phone')
  expect((await saveProfile({ ...chosen, seen: { description: 'Plates' } })).status).toBe(200)
  expect((await saveProfile({ description: '', seen: { description: chosen.description } })).status).toBe(200)
  expect((await saveProfile({ description: 'Lights', seen: { description: null } })).status).toBe(200)
})

test('an address that was changed elsewhere meanwhile stays, and its writer is told of it', async () => {
  const { as } = await signUp(t, 'mover')
  const save = (body: unknown) => t.call('POST', '/api/user/address', { body, as })
  const none = { street: '', city: '', state: '', zipCode: '' }
  const [home, work] = [TEST_ADDRESS, { ...TEST_ADDRESS, street: '9 Arch Rd' }]
  expect((await save({ ...home, seen: none })).status).toBe(200)
  expect((await save({ ...work, seen: home })).status).toBe(200)
  const late = await save({ ...home, city: 'Queens', seen: home })
  expect([late.status, late.body.code, late.body.now]).toEqual([409, 'edit_conflict', work])
  expect((await t.call('GET', '/api/user', { as })).body).toMatchObject(work)
  expect((await save({ ...work, seen: home })).status).toBe(200)
  // Nothing was changed on the late device: it has nothing to say against the newer one.
  expect((await save({ ...home, seen: home })).body).toMatchObject(work)
  expect((await t.call('GET', '/api/user', { as })).body).toMatchObject(work)
})

test('profile and address need a session and our own site', async () => {
  for (const path of ['/api/user/profile', '/api/user/address']) {
    expect((await t.call('POST', path, { body: TEST_ADDRESS })).status).toBe(401)
    const foreign = { body: TEST_ADDRESS, as: ben.as, headers: { origin: 'https://evil.example' } }
    expect((await t.call('POST', path, foreign)).status).toBe(403)
  }
  const stale = await saveProfile({ description: 'x' }, { 'sync-user': String(rosa.id) })
  expect([stale.status, stale.body.code]).toEqual([409, 'wrong_user'])
})

test("a person's listings, items and posts are their own, newest first", async () => {
  const older = (await newListing(rosa.as)).body
  const newer = (await newListing(rosa.as)).body
  const ids = (await t.call('GET', `/api/users/${rosa.id}/listings`)).body.map((listing: { id: number }) => listing.id)
  expect(ids.slice(0, 2)).toEqual([newer.id, older.id])
  expect((await t.call('GET', `/api/users/${ben.id}/listings`)).body).toEqual([])

  const item = {
    userId: ben.id,
    title: 'Tiered cake',
    description: 'Three tiers, any color.',
    images: [],
    mainImage: testPhoto('cake'),
    price: 12_000,
    category: 'custom_cakes' as const,
    customizationOptions: [],
    leadTimeInDays: 7,
    terms: 'Final sale.',
    createdAt: '2026-11-30T10:00:00.000Z',
  }
  const post = {
    userId: ben.id,
    title: 'Blue dusk',
    imageUrl: item.mainImage,
    tags: ['blue'],
    createdAt: item.createdAt,
  }
  await t.deps.db.write(() => [
    step(build.insert(madeToOrderItems).values(item)),
    step(build.insert(inspirationPosts).values(post)),
  ])
  const items = (await t.call('GET', `/api/users/${ben.id}/made-to-order`)).body
  expect(items).toMatchObject([{ title: 'Tiered cake', ownerUsername: 'ben', price: 12_000 }])
  const posts = (await t.call('GET', `/api/users/${ben.id}/inspiration`, { as: ben.as })).body
  expect(posts).toMatchObject([{ title: 'Blue dusk', username: 'ben', likeCount: 0, isLikedByCurrentUser: false }])
  expect((await t.call('GET', `/api/users/${rosa.id}/inspiration`)).body).toEqual([])
})
