import type { Dice } from '../../demo/dice'
import { postItem } from '../order-kit'
import { createListingRow, openPayoutAccount, type Rental, saveCard } from '../rental-kit'
import { signUp, signUpHost, type TestPerson } from '../sign-up'
import { openTestApp, type TestApp } from '../test-app'

/** Every way a card can behave after it was saved. */
const CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_bypassPending',
  'pm_card_authenticationRequired',
  'pm_card_chargeCustomerFail',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
  'pm_card_createDispute',
] as const

/** A small market: one owner who rents and makes, one person who rents and buys. */
export interface World {
  t: TestApp
  rental: Rental
  owner: TestPerson
  payer: TestPerson
  itemId: number
  cards: string[]
  /** Payments that their payer has not finished in the page. */
  secrets: string[]
  /** Cents that the payer of an offer or order was shown, by its client id. */
  shown: Map<string, number>
  /** The notes about handing over, by booking, in order. */
  handedOver: Map<number, { moment: 'pickup' | 'return'; by: number }[]>
  /** Faults that a press has seen, in words. */
  wrong: string[]
  /** When both accounts were made. */
  openedAt: Date
  /** Since when an operator holds the owner's payouts. */
  payoutsHeldAt: string | null
  /** Those of the seed that is being played. */
  dice: Dice
}

/**
 * Opens a market in which the SDK itself never repeats: what is asked again, is asked again by us. Several servers are pressed
 * in turn.
 */
export async function openWorld(dice: Dice, servers = 1): Promise<World> {
  const market = { PLATFORM_FEE_BPS: '733', NEW_SELLER_HOLD_DAYS: '7' }
  const t = await openTestApp(market, { maxNetworkRetries: 0, servers })
  const owner = await signUpHost(t, 'rosa')
  const payer = await signUp(t, 'rene')
  await openPayoutAccount(t, owner)
  const cards: string[] = []
  for (const card of CARDS) cards.push(await saveCard(t, payer, card))
  // Three days cost as much as a week, some offers are delivered, and each rental takes a day more than its own.
  const rules = { weekPriceCents: 3001, deliveryMiles: 5, deliveryFeeCents: 999, bufferDays: 1 }
  const plates = { title: 'Forty plates', quantity: 500, priceCents: 1257, ...rules }
  const listingId = await createListingRow(t, owner, plates)
  const itemId = await postItem(t, owner, { price: 4003 })
  const rental = { owner, renter: payer, rival: payer, listingId, cards: { renter: '', rival: '' } }
  const openedAt = t.clock.now
  const none = { secrets: [], shown: new Map(), handedOver: new Map(), wrong: [], payoutsHeldAt: null }
  const world = { t, rental, owner, payer, itemId, cards, openedAt, ...none, dice }
  await watchRefunds(world)
  watchRefusals(world)
  return world
}

/** A press of a side that is refused leaves no line in the history of the booking or order that it was about. */
function watchRefusals({ t, wrong }: World): void {
  const { call } = t
  let begun = 0
  let underWay = 0
  t.call = async (method, path, options) => {
    const [, kind, id] = /^\/api\/(booking|purchase)s\/(\d+)\//.exec(path) ?? []
    if (method === 'GET' || !kind || !id) return call(method, path, options)
    const mine = ++begun
    const isAlone = underWay++ === 0
    try {
      const before = await linesOfSides(t, kind, id)
      const answer = await call(method, path, options)
      // Presses at the same moment leave lines of their own, and a server that dies has perhaps written already.
      const isJudged = isAlone && begun === mine && answer.status >= 400 && answer.status < 500
      if (isJudged && (await linesOfSides(t, kind, id)) !== before)
        wrong.push(`${method} ${path} was refused (${answer.body.code}) and has left a line`)
      return answer
    } finally {
      underWay--
    }
  }
}

async function linesOfSides({ deps }: TestApp, kind: string, id: string): Promise<number> {
  const sql = `SELECT count(*) AS lines FROM ${kind}_history WHERE ${kind}_id = ? AND actor IN ('renter', 'owner', 'buyer', 'seller')`
  const [found] = await deps.db.readBatch([{ sql, args: [id] }])
  return Number(found?.rows[0]?.lines)
}

/**
 * Notes refunds that leave while the payer's bank decides: the payer would have the money twice. The database looks as a server takes
 * the refund: nobody can act on a dispute that becomes known afterwards, on the way to the provider. A refund that left before and was
 * not answered is sent again, under its key, to learn what became of it.
 */
async function watchRefunds({ t }: World): Promise<void> {
  const takes = `NEW.kind = 'refund' AND NEW.state = 'sending' AND OLD.state = 'new' AND OLD.attempts = 0`
  const inDispute = `EXISTS (SELECT 1 FROM payment_disputes d WHERE d.state = 'open'
    AND (d.booking_id = NEW.booking_id OR d.purchase_id = NEW.purchase_id))`
  const watch = [
    'CREATE TABLE refunds_in_dispute (what TEXT NOT NULL) STRICT',
    `CREATE TRIGGER watch_refunds AFTER UPDATE OF state ON payment_ops WHEN ${takes} AND ${inDispute}
      BEGIN INSERT INTO refunds_in_dispute VALUES (NEW.business_key); END`,
  ]
  await t.deps.db.batch(watch.map((sql) => ({ sql, args: [] })))
}
