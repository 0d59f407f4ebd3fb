import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { neighborhoodOf } from '#schema/places'
import { build, step } from '../db/steps'
import { listings, users } from '../db/tables'
import { createListingRow } from '../test-support/rental-kit'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const MIGRATION = join(import.meta.dir, '../db/migrations/0037_neighborhoods_of_more_codes.sql')

test('people whose ZIP code has a neighborhood by now get it with their listings; devices hear of them; others stay', async () => {
  const codes = ['10101', '10101-0110', '11244', '90210', '101010', '10101-01', '']
  const people = []
  for (const [n, zipCode] of codes.entries()) {
    const person = await signUp(t, `person-${n}`)
    const listing = await createListingRow(t, person, { zipCode, neighborhood: null })
    people.push({ person, listing })
    await t.deps.db.write(() => [
      step(build.update(users).set({ zipCode, neighborhood: null }).where(eq(users.id, person.id))),
    ])
  }
  const settled = await signUp(t, 'settled')
  const moved = await createListingRow(t, settled, { zipCode: '10101', neighborhood: 'Harlem' })
  const before = t.deps.feed.seq()

  const script = await Bun.file(MIGRATION).text()
  await t.deps.db.batch(script.split('--> statement-breakpoint').map((sql) => ({ sql, args: [] })))

  const told = await Promise.all(people.map(({ person }) => neighborhood(users, person.id)))
  const found = await Promise.all(people.map(({ listing }) => neighborhood(listings, listing)))
  expect(told).toEqual(codes.map(neighborhoodOf))
  expect(found).toEqual(told)
  expect(told.filter((name) => name !== null)).toEqual(["Hell's Kitchen", "Hell's Kitchen", 'Downtown Brooklyn'])
  expect(await neighborhood(listings, moved)).toBe('Harlem')
  const { changes } = await t.deps.feed.pull({ epoch: t.deps.feed.epoch(), scopes: { 'pub:l': [before] } }, null)
  expect(changes.map(({ i }) => i)).toEqual(people.slice(0, 3).map(({ listing }) => `${listing}`))
})

async function neighborhood(table: typeof users | typeof listings, id: number) {
  const [row] = await t.deps.db.read.select({ name: table.neighborhood }).from(table).where(eq(table.id, id))
  return row?.name
}
