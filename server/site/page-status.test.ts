import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createListingRow } from '../test-support/rental-kit'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { findPageStatus } from './page-status'

let t: TestApp
let person: number
const ids = { shown: 0, paused: 0, deleted: 0, hidden: 0 }

beforeAll(async () => {
  t = await openTestApp()
  const owner = await signUp(t, 'rosa')
  person = owner.id
  const at = t.clock.now.toISOString()
  ids.shown = await createListingRow(t, owner)
  ids.paused = await createListingRow(t, owner, { available: false })
  ids.deleted = await createListingRow(t, owner, { deletedAt: at })
  ids.hidden = await createListingRow(t, owner, { hiddenAt: at })
})
afterAll(() => t.close())

test.each([
  ['shown', 200],
  ['paused', 200],
  ['deleted', 410],
  ['hidden', 410],
] as const)('a listing that is %s answers %i', async (state, status) => {
  expect(await findPageStatus(t.deps, `/listings/${ids[state]}`)).toBe(status)
})

test.each([
  ['/', 200],
  ['/Listings/', 200],
  ['/offers/999999', 200],
  ['/listings/999999/edit', 200],
  ['/profile/999999', 200],
  ['/listings/999999', 404],
  ['/inspiration/999999', 404],
  ['/made-to-order/999999', 404],
  ['/Listings/999999/', 404],
  ['/listings/plates', 404],
  ['/listings/0', 404],
  ['/listings/9999999999999999', 404],
  ['/users/999999/inspiration', 404],
  ['/users/somebody/inspiration', 404],
  ['/no/such/page', 404],
  ['/listing', 404],
] as const)('%s answers %i', async (path, status) => {
  expect(await findPageStatus(t.deps, path)).toBe(status)
})

test('the posts of a person answer 200', async () => {
  expect(await findPageStatus(t.deps, `/users/${person}/inspiration`)).toBe(200)
})
