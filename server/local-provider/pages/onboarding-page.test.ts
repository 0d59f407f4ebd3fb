import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import type { Bench } from '../../test-support/provider-bench'
import { ORIGIN, openBench, refusal } from '../../test-support/provider-bench'

let bench: Bench
let stripe: Stripe
let account: string

beforeEach(async () => {
  bench = await openBench()
  stripe = bench.stripe
  const created = await stripe.accounts.create({
    country: 'US',
    email: 'owner@example.com',
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
    },
    capabilities: { transfers: { requested: true } },
  })
  account = created.id
  expect([created.details_submitted, created.capabilities?.transfers]).toEqual([false, 'inactive'])
})
afterEach(() => bench.close())

async function newLink() {
  const link = await stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    refresh_url: `${ORIGIN}/profile?again=1`,
    return_url: `${ORIGIN}/profile?back=1`,
    collection_options: { fields: 'eventually_due' },
  })
  expect(link.expires_at).toBe(link.created + 300)
  return new URL(link.url).pathname
}

const open = (path: string) => bench.provider.fetch(new Request(ORIGIN + path))
const landing = (response: Response) => response.headers.get('location')

describe('onboarding', () => {
  test('finished, the account can receive money', async () => {
    const path = await newLink()
    expect(await (await open(path)).text()).toContain('Leave without finishing')
    expect(landing(await bench.form(path, { action: 'finish' }))).toBe(`${ORIGIN}/profile?back=1`)
    const ready = await stripe.accounts.retrieve(account)
    expect([ready.details_submitted, ready.capabilities?.transfers, ready.payouts_enabled]).toEqual([
      true,
      'active',
      true,
    ])
    expect(ready.requirements?.currently_due).toEqual([])
    const events = await stripe.events.list({ type: 'account.updated' }, { stripeAccount: account })
    expect(events.data.map((event) => event.account)).toEqual([account])
  })

  test('left, nothing has changed', async () => {
    const path = await newLink()
    await open(path)
    expect(landing(await bench.form(path, { action: 'leave' }))).toBe(`${ORIGIN}/profile?back=1`)
    expect((await stripe.accounts.retrieve(account)).details_submitted).toBe(false)
  })

  test('submitted with gaps, it is submitted and not ready; a new link finishes it', async () => {
    const path = await newLink()
    await open(path)
    await bench.form(path, { action: 'incomplete' })
    const partly = await stripe.accounts.retrieve(account)
    expect([partly.details_submitted, partly.capabilities?.transfers]).toEqual([true, 'inactive'])
    expect(partly.requirements?.past_due).toContain('external_account')
    const second = await newLink()
    await open(second)
    await bench.form(second, { action: 'finish' })
    expect((await stripe.accounts.retrieve(account)).capabilities?.transfers).toBe('active')
  })

  test('a link opens once, and within five minutes', async () => {
    const path = await newLink()
    expect((await bench.form(path, { action: 'finish' })).status).toBe(303)
    expect((await stripe.accounts.retrieve(account)).details_submitted).toBe(false)
    await open(path)
    expect(landing(await open(path))).toBe(`${ORIGIN}/profile?again=1`)
    const late = await newLink()
    await bench.advance(301)
    expect(landing(await open(late))).toBe(`${ORIGIN}/profile?again=1`)
    expect((await open('/_pay/onboarding/nothing')).status).toBe(404)
  })

  test('its token is stored nowhere, not under the key of a repeat either', async () => {
    const input = { account, type: 'account_onboarding', refresh_url: ORIGIN, return_url: ORIGIN } as const
    const link = async () => (await stripe.accountLinks.create(input, { idempotencyKey: 'link' })).url
    const [one, other] = [await link(), await link()]
    expect(one).not.toBe(other)
    for (const table of ['lp_objects', 'lp_events', 'lp_idempotency']) {
      const rows = JSON.stringify(await bench.sql.read(`SELECT * FROM ${table}`, []))
      for (const url of [one, other]) expect(rows).not.toContain(url.split('/').at(-1))
    }
  })
})

describe('the owner’s page', () => {
  test('opens once, after onboarding', async () => {
    expect((await refusal(stripe.accounts.createLoginLink(account))).statusCode).toBe(400)
    const path = await newLink()
    await open(path)
    await bench.form(path, { action: 'finish' })
    const link = new URL((await stripe.accounts.createLoginLink(account)).url).pathname
    const page = await (await open(link)).text()
    expect([page.includes('owner@example.com'), page.includes('$0.00')]).toEqual([true, true])
    expect((await open(link)).status).toBe(410)
  })
})

test('requirements can come back', async () => {
  const control = (state: string) =>
    bench.form(`/_local/accounts/${account}`, { state }, { authorization: 'Bearer sk_test_local' })
  await control('active')
  await control('restricted')
  const stopped = await stripe.accounts.retrieve(account)
  expect([stopped.details_submitted, stopped.capabilities?.transfers, stopped.payouts_enabled]).toEqual([
    true,
    'inactive',
    false,
  ])
})

test('an unknown account is not told apart from a foreign one', async () => {
  const error = await refusal(stripe.accounts.retrieve('acct_nobody'))
  expect([error.statusCode, error.code]).toEqual([403, 'account_invalid'])
  const acting = await refusal(stripe.balance.retrieve({}, { stripeAccount: 'acct_nobody' }))
  expect(acting.statusCode).toBe(403)
})

test('express accounts leave fees and losses with the platform', async () => {
  const error = await refusal(stripe.accounts.create({ controller: { stripe_dashboard: { type: 'express' } } }))
  expect(error.param).toBe('controller')
})
