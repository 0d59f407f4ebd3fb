import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createListingRow, createPerson, makeReadyToHost } from './factories'
import { openTestApp, type TestApp } from './test-app'
import { keepTestPhoto, testPhoto } from './test-photos'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

test('a person is new each time, and may post a rental only once they are ready to host', async () => {
  const [person, other] = [await createPerson(t), await createPerson(t, { username: 'rosa' })]
  expect(other).toMatchObject({ username: 'rosa' })
  expect(person.id).not.toBe(other.id)
  const body = { title: 'Plates', description: 'Oat', price: 8, mainImage: testPhoto('a') }
  expect((await t.call('POST', '/api/listings', { as: person.as, body })).status).toBe(403)
  await makeReadyToHost(t, person)
  await keepTestPhoto(t, person, 'a')
  expect((await t.call('POST', '/api/listings', { as: person.as, body })).status).toBe(201)
})

test('a listing row is one that everybody sees, with what was asked for', async () => {
  const owner = await createPerson(t)
  const row = await createListingRow(t, owner, { title: 'Forty forks', quantity: 40 })
  expect((await t.call('GET', `/api/listings/${row.id}`)).body).toMatchObject({
    title: 'Forty forks',
    quantity: 40,
    price: 12,
    ownerUsername: owner.username,
  })
})
