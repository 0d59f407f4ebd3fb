import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rollDice } from '../../demo/dice'
import { endUnpaidOfClosing } from '../../moderation/end-unpaid'
import { confirmInPage } from '../damage-kit'
import { listBalances } from '../list-balances'
import { buyItem, placeOrder, setOrderStatus } from '../order-kit'
import { saveCard } from '../rental-kit'
import { findBreaches } from './checks'
import { MUTANTS } from './mutants'
import { runTimers } from './presses'
import { openWorld, type World } from './world'

let world: World
beforeEach(async () => {
  world = await openWorld(rollDice(0))
})
afterEach(() => world.t.close())

async function comeToRest(): Promise<string[]> {
  for (let turn = 0; turn < 3; turn++) await runTimers(world)
  return findBreaches(world)
}

test('nobody bears the fee of an unpaid order that a seller’s closing account has ended, and whose payment comes all the same', async () => {
  const { t, owner, payer, itemId } = world
  const card = await saveCard(t, payer, 'pm_card_authenticationRequired')
  const { body } = await buyItem(t, payer, itemId, { paymentMethodId: card })
  await confirmInPage(t, body.clientSecret, card)
  await t.deps.db.write(() => endUnpaidOfClosing(t.deps, owner.id))
  expect(await comeToRest()).toEqual([])
  expect((await listBalances(t.deps.db)).get('stripe_fees')).toBeGreaterThan(0)
})

test('a seller who cancels an order after it was paid bears the fee', async () => {
  const { t, owner, payer, itemId, cards } = world
  const order = async () => {
    const id = await placeOrder(t, payer, itemId, { paymentMethodId: cards[0] })
    expect((await setOrderStatus(t, owner, id, 'cancelled')).body.status).toBe('cancelled')
    return id
  }
  await order()
  expect(await comeToRest()).toEqual([])
  await MUTANTS.find(({ name }) => name === 'the platform bears the fee of what an owner cancelled')?.plant(t)
  const unborne = await order()
  expect(await comeToRest()).toEqual([
    `who cancelled after the payment does not bear the provider’s fee: purchase ${unborne}`,
  ])
})
