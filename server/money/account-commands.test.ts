import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { users } from '../db/tables'
import { askProvider } from '../test-support/provider-kit'
import { armFault } from '../test-support/rental-kit'
import { signIn, signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'

const HOUR_MS = 3_600_000
let t: TestApp
let person: TestPerson

beforeEach(async () => {
  t = await openTestApp({}, { maxNetworkRetries: 0 })
  person = await signUp(t, 'rene')
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const commands = async () => {
  const rows = await t.deps.db.read.query.accountOps.findMany()
  return rows.map(({ businessKey, state }) => `${businessKey} ${state}`)
}
const addressOf = async () =>
  (await t.deps.db.read.query.users.findFirst({ where: (row, { eq: is }) => is(row.id, person.id) }))?.email

describe.each([
  ['A customer', 'customer', 'setup-customer', 'customers'],
  ['An account', 'account', 'setup-seller', 'accounts'],
])('%s', (_, kind, path, list) => {
  const key = (attempt: number) => `user:${person.id}:${kind}:${attempt}`
  const press = async () => {
    const body = { successUrl: `${TEST_ORIGIN}/settings`, cancelUrl: `${TEST_ORIGIN}/settings` }
    return (await t.call('POST', `/api/stripe/${path}`, { as: person.as, body })).status
  }
  const made = async () =>
    (await askProvider(t, 'GET', `/v1/${list}`)).data.map(({ email }: { email: string }) => email)
  const lose = (fault: 'drop' | 'error_before') => armFault(t, { kind: fault, match: `POST /v1/${list}`, times: 1 })
  const waitADay = async () => {
    t.clock.advance(25 * HOUR_MS)
    await t.deps.payments.local?.tick()
    person.as = await signIn(t, person.username)
  }

  test('is a row before it is a call, and made once', async () => {
    const { gateway } = t.deps.payments
    const { createCustomer, createPayoutAccount } = gateway
    const seen: string[] = []
    gateway.createCustomer = async (...args) => {
      seen.push(...(await commands()))
      return createCustomer(...args)
    }
    gateway.createPayoutAccount = async (...args) => {
      seen.push(...(await commands()))
      return createPayoutAccount(...args)
    }
    expect([await press(), await press()]).toEqual([200, 200])
    expect([seen, await commands()]).toEqual([[`${key(1)} new`], [`${key(1)} done`]])
    expect(await made()).toHaveLength(1)
  })

  test('whose answer was lost is asked for again in the same words, though the person has others now', async () => {
    const before = await addressOf()
    await lose('drop')
    expect(await press()).toBe(503)
    const renamed = build.update(users).set({ email: 'new@example.com' }).where(eq(users.id, person.id))
    await t.deps.db.write(() => [step(renamed)])
    expect(await press()).toBe(200)
    expect([await made(), await commands()]).toEqual([[before], [`${key(1)} done`]])
  })

  test('whose key the provider has forgotten is looked up, and there is one', async () => {
    await lose('drop')
    expect(await press()).toBe(503)
    await waitADay()
    expect(await press()).toBe(200)
    expect([await made(), await commands()]).toEqual([[await addressOf()], [`${key(1)} done`]])
  })

  test('that never arrived is made under another key', async () => {
    await lose('error_before')
    expect(await press()).toBe(503)
    await waitADay()
    expect(await press()).toBe(200)
    expect([await made(), await commands()]).toEqual([[await addressOf()], [`${key(1)} failed`, `${key(2)} done`]])
  })
})
