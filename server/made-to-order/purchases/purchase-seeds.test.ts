import { expect, test } from 'bun:test'
import { PURCHASE_STATUSES } from '#schema/purchase'
import { purchases } from '../../db/tables'
import { rollDice } from '../../demo/dice'
import { auditLedger } from '../../money/ledger/audit'
import { workEvents } from '../../settlement/webhooks'
import { listBalances } from '../../test-support/list-balances'
import { buyItem, postItem } from '../../test-support/order-kit'
import { confirmHold, openPayoutAccount, saveCard } from '../../test-support/rental-kit'
import { signIn, signUp, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { sweepPurchases } from './purchase-sweep'

/** How many different histories are tried. `SEEDS=5000` tries more. */
const SEEDS = Number(process.env.SEEDS ?? 100)
const PRESSES = 14
const GROUP = 10
const HOUR_MS = 3_600_000
const CARDS = ['pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeCustomerFail'] as const

interface Market {
  t: TestApp
  maker: TestPerson
  buyer: TestPerson
  itemId: number
  cards: string[]
}

async function openMarket(): Promise<Market> {
  const t = await openTestApp({ PLATFORM_FEE_BPS: '500' })
  const [maker, buyer] = [await signUp(t, 'mira'), await signUp(t, 'bea')]
  await openPayoutAccount(t, maker)
  const cards: string[] = []
  for (const card of CARDS) cards.push(await saveCard(t, buyer, card))
  return { t, maker, buyer, itemId: await postItem(t, maker, { price: 4003 }), cards }
}

/** Presses whatever the dice say, some of it twice at once. */
async function play({ t, maker, buyer, itemId, cards }: Market, seed: number): Promise<void> {
  const dice = rollDice(seed)
  const secrets: string[] = []
  const orders = async () => (await t.deps.db.read.select({ id: purchases.id }).from(purchases)).map(({ id }) => id)
  const twice = <Answer>(press: () => Promise<Answer>) => Promise.all(dice.chance(0.3) ? [press(), press()] : [press()])
  const presses = [
    async () => {
      const input = { paymentMethodId: dice.pick(cards), clientId: crypto.randomUUID() }
      const answers = await twice(() => buyItem(t, buyer, itemId, input))
      for (const answer of answers) if (answer.body.clientSecret) secrets.push(answer.body.clientSecret)
    },
    async () => {
      if (secrets.length === 0) return
      const secret = dice.pick(secrets)
      await twice(() => confirmHold(t, secret, cards[0] ?? ''))
    },
    async () => {
      const [id] = dice.shuffle(await orders())
      if (id === undefined) return
      const body = { status: dice.pick(PURCHASE_STATUSES) }
      await twice(() => t.call('POST', `/api/purchases/${id}/status`, { as: maker.as, body }))
    },
    async () => {
      const [id] = dice.shuffle(await orders())
      if (id !== undefined) await t.call('POST', `/api/purchases/${id}/ask-cancel`, { as: buyer.as })
    },
    async () => {
      t.clock.advance(dice.pick([60_000, 31 * 60_000, 50 * HOUR_MS, 15 * 24 * HOUR_MS]))
      await t.deps.payments.local?.tick()
      for (const person of [maker, buyer]) person.as = await signIn(t, person.username)
    },
    async () => {
      await twice(() => sweepPurchases(t.deps))
    },
    async () => {
      await twice(() => workEvents(t.deps))
    },
  ]
  for (let press = 0; press < PRESSES; press++) await dice.pick(presses)()
  // Everything comes to rest: whatever is still open is looked up, given up or sent on.
  for (let round = 0; round < 3; round++) {
    t.clock.advance(20 * 24 * HOUR_MS)
    await t.deps.payments.local?.tick()
    await sweepPurchases(t.deps)
  }
}

async function check({ t }: Market): Promise<void> {
  expect(await auditLedger(t.deps.db)).toEqual([])
  const captures = await t.deps.db.readBatch([
    { sql: `SELECT count(*) AS n FROM ledger_txs WHERE kind = 'capture' GROUP BY purchase_id HAVING n > 1`, args: [] },
  ])
  expect(captures[0]?.rows).toEqual([])
  const rows = await t.deps.db.read.select().from(purchases)
  let held = 0
  for (const row of rows) {
    expect([row.id, ['unpaid', 'captured', 'refunded', 'failed'].includes(row.paymentState)]).toEqual([row.id, true])
    if (row.status === 'cancelled') expect([row.id, row.paymentState]).not.toEqual([row.id, 'captured'])
    if (row.paymentState === 'refunded') expect([row.id, row.transferredAmount]).toEqual([row.id, 0])
    if (row.paymentState === 'captured') held += row.totalAmount - row.transferredAmount
  }
  expect((await listBalances(t.deps.db)).get('stripe_balance') ?? 0).toBe(held)
}

for (let first = 1; first <= SEEDS; first += GROUP)
  test(`nobody pays twice and every cent is explained, whatever is pressed (from seed ${first})`, async () => {
    const market = await openMarket()
    for (let seed = first; seed < Math.min(first + GROUP, SEEDS + 1); seed++) {
      await play(market, seed).catch((error) => {
        throw new Error(`seed ${seed}: ${error}`)
      })
      await check(market)
    }
    expect(market.t.errors).toEqual([])
    await market.t.close()
  })
