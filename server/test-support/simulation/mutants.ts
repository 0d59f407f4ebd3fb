import { sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { step } from '../../db/steps'
import { type PaymentGateway, ProviderError } from '../../money/gateway'
import type { TestApp } from '../test-app'

/** A mistake that is planted on purpose: the simulation must notice it. */
export interface Mutant {
  name: string
  plant(t: TestApp): Promise<void> | void
}

function change(t: TestApp, changed: (gateway: PaymentGateway) => Partial<PaymentGateway>): void {
  const { gateway } = t.deps.payments
  Object.assign(gateway, changed({ ...gateway }))
}

const trigger = (name: string, body: string): Mutant => ({
  name,
  plant: async (t) => void (await t.deps.db.batch([{ sql: `CREATE TRIGGER planted ${body}`, args: [] }])),
})

/** The server does not hear what the caller was shown. */
const forgets = (name: string, field: string): Mutant => ({
  name,
  plant(t) {
    const { call } = t
    t.call = (method, path, options = {}) =>
      call(method, path, { ...options, ...(options.body ? { body: { ...options.body, [field]: undefined } } : {}) })
  },
})

/** The view of the lines says something else. */
const lines = (name: string, words: string, instead: string): Mutant => ({
  name,
  plant: async (t) => {
    const [found] = await t.deps.db.readBatch([
      { sql: `SELECT sql FROM sqlite_master WHERE name = 'earning_lines'`, args: [] },
    ])
    const view = String(found?.rows[0]?.sql)
    if (!view.includes(words)) throw new Error(`The view of the lines has changed: ${name}`)
    const statements = ['DROP VIEW earning_lines', view.replace(words, instead)]
    await t.deps.db.batch(statements.map((sql) => ({ sql, args: [] })))
  },
})

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'every try has a key of its own',
    plant: (t) =>
      change(t, ({ refund, transfer }) => ({
        refund: (intent, amount, about) => refund(intent, amount, about, crypto.randomUUID()),
        transfer: (what) => transfer(what, crypto.randomUUID()),
      })),
  },
  {
    name: 'a lost answer is not looked up',
    plant: (t) => change(t, () => ({ findSent: async () => null })),
  },
  {
    name: 'a refund that was refused counts as made',
    plant: (t) =>
      change(t, ({ refund }) => ({
        refund: (...args) =>
          refund(...args).catch((error) => {
            if (!(error instanceof ProviderError)) throw error
            return { id: crypto.randomUUID(), amount: args[1], state: 'succeeded', intentId: args[0], command: args[3] }
          }),
      })),
  },
  {
    name: 'a transfer is noted and not made',
    plant: (t) => change(t, () => ({ transfer: async () => crypto.randomUUID() })),
  },
  {
    name: 'a lost dispute is taken for a won one',
    plant: (t) =>
      change(t, ({ getDispute }) => ({
        getDispute: async (id) => ({ ...(await getDispute(id)), state: 'won', movements: [] }),
      })),
  },
  {
    name: 'the provider’s fees are not booked',
    plant: (t) =>
      change(t, ({ listMovements }) => ({
        listMovements: async (since) => (await listMovements(since)).map((moved) => ({ ...moved, fee: 0 })),
      })),
  },
  trigger(
    'an event is acknowledged before anything is done about it',
    `AFTER INSERT ON stripe_events BEGIN UPDATE stripe_events SET state = 'done' WHERE id = NEW.id; END`,
  ),
  trigger(
    'a refund returns a cent too much',
    `AFTER INSERT ON payment_ops WHEN NEW.kind = 'refund' BEGIN UPDATE payment_ops SET amount = amount + 1 WHERE id = NEW.id; END`,
  ),
  trigger(
    'a refund is forgotten when it has been made',
    `AFTER UPDATE OF state ON payment_ops WHEN NEW.kind = 'refund' AND NEW.state = 'done'
      BEGIN UPDATE payment_ops SET state = 'new', sent_at = NULL, business_key = business_key || ':again' WHERE id = NEW.id AND attempts < 3; END`,
  ),
  lines(
    'a line of the earnings is a cent off',
    'a.user_id IS NOT NULL) AS amount',
    'a.user_id IS NOT NULL) - 1 AS amount',
  ),
  lines('a line stays pending when its money is theirs', 'AND coalesce(b.released_at, p.released_at) IS NULL', ''),
  trigger(
    'a kept balance misses an entry',
    `AFTER INSERT ON ledger_entries WHEN NEW.n = 2 BEGIN UPDATE ledger_accounts SET balance = balance - NEW.amount WHERE id = NEW.account_id; END`,
  ),
  trigger(
    'what is taken for a booking that has ended is kept',
    `AFTER UPDATE OF payment_state ON bookings WHEN OLD.payment_state IN ('releasing', 'released') AND NEW.payment_state = 'refunding'
      BEGIN UPDATE bookings SET payment_state = 'captured', refunded_amount = 0 WHERE id = NEW.id; END`,
  ),
  trigger(
    'a transfer that is done is sent, and counted, once more',
    `AFTER UPDATE OF state ON payment_ops WHEN NEW.kind = 'transfer' AND NEW.state = 'done' AND NEW.attempts < 2
      BEGIN UPDATE payment_ops SET state = 'new' WHERE id = NEW.id; END`,
  ),
  trigger(
    'a seller’s cancel refunds before what was sent on is back',
    `AFTER INSERT ON payment_ops WHEN NEW.kind = 'refund' AND NEW.state = 'waiting'
      BEGIN UPDATE payment_ops SET state = 'new' WHERE id = NEW.id; END`,
  ),
  trigger(
    'a refund does not wait for the end of a dispute',
    `AFTER INSERT ON payment_ops WHEN NEW.kind = 'refund' BEGIN UPDATE payment_ops SET sent_at = created_at WHERE id = NEW.id; END`,
  ),
  trigger(
    'a renter who gives up a rental that has begun cancels it',
    `AFTER UPDATE OF status ON bookings WHEN NEW.status_reason = 'ended_early' AND NEW.status = 'completed'
      BEGIN UPDATE bookings SET status = 'cancelled', status_reason = 'cancelled_by_renter' WHERE id = NEW.id; END`,
  ),
  trigger(
    'an offer is held for another price than was shown',
    `AFTER INSERT ON bookings BEGIN UPDATE bookings SET total_amount = total_amount + price_cents WHERE id = NEW.id; END`,
  ),
  trigger(
    'a refund is decided and never asked for',
    `AFTER INSERT ON payment_ops WHEN NEW.kind = 'refund' BEGIN UPDATE payment_ops SET state = 'done' WHERE id = NEW.id; END`,
  ),
  trigger(
    'the platform bears the fee of what an owner cancelled',
    `BEFORE INSERT ON ledger_txs WHEN NEW.kind = 'cancel_fee' BEGIN SELECT RAISE(IGNORE); END`,
  ),
  trigger(
    'nobody counts what has been cancelled',
    `AFTER UPDATE OF status ON bookings WHEN NEW.status = 'cancelled'
      BEGIN UPDATE bookings SET status_changed_at = '2020-01-01T00:00:00.000Z' WHERE id = NEW.id; END`,
  ),
  forgets('a price that has moved is charged without a question', 'expectedTotal'),
  forgets('an edit on one device takes back what another one changed', 'seen'),
  forgets('a refund that has changed is made without a question', 'expectedRefund'),
  trigger(
    'a booking keeps the card that it began with',
    `AFTER UPDATE OF payment_method_id ON bookings WHEN OLD.payment_method_id IS NOT NULL AND NEW.payment_method_id IS NOT OLD.payment_method_id
      BEGIN UPDATE bookings SET payment_method_id = OLD.payment_method_id WHERE id = NEW.id; END`,
  ),
  trigger(
    'what is set aside is never tried again',
    `AFTER INSERT ON payment_set_aside BEGIN UPDATE payment_set_aside SET next_at = '9999-01-01' WHERE name = NEW.name; END`,
  ),
  trigger(
    'payouts leave while an operator holds them',
    `AFTER UPDATE OF payouts_held_at ON users WHEN NEW.payouts_held_at IS NOT NULL
      BEGIN UPDATE users SET payouts_held_at = NULL WHERE id = NEW.id; END`,
  ),
  trigger(
    'an order that did not arrive is paid out',
    `AFTER UPDATE OF not_arrived_at ON made_to_order_purchases WHEN NEW.not_arrived_at IS NOT NULL
      BEGIN UPDATE made_to_order_purchases SET not_arrived_at = NULL WHERE id = NEW.id; END`,
  ),
  trigger(
    'an order that is never sent does not end',
    `AFTER UPDATE OF late_told_at ON made_to_order_purchases WHEN NEW.late_told_at < '9'
      BEGIN UPDATE made_to_order_purchases SET late_told_at = '9999-01-01' WHERE id = NEW.id; END`,
  ),
  trigger(
    'a claim has no cap',
    `AFTER INSERT ON damage_reports BEGIN UPDATE damage_reports SET repair_estimate = 250000 WHERE id = NEW.id; END`,
  ),
  trigger(
    'a timer writes what has not changed',
    `AFTER UPDATE ON provider_cursors BEGIN UPDATE bookings SET id = id; END`,
  ),
  trigger(
    'an offer that ends at noon of its first day ends at midnight',
    `AFTER UPDATE OF expires_at ON bookings WHEN OLD.payment_state = 'unconfirmed' AND NEW.payment_state = 'held'
      BEGIN UPDATE bookings SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.expires_at, '+12 hours') WHERE id = NEW.id; END`,
  ),
  trigger(
    'an owner cancels a rental whose things are out',
    `AFTER INSERT ON handovers BEGIN DELETE FROM handovers WHERE id = NEW.id; END`,
  ),
  {
    name: 'a refund by hand is not looked at',
    plant: (t) =>
      change(t, ({ getRefund }) => ({
        getRefund: async (id) => {
          const refund = await getRefund(id)
          return { ...refund, intentId: refund.command === null ? 'pi_of_somebody_else' : refund.intentId }
        },
      })),
  },
  {
    name: 'a press that is refused leaves a line',
    plant(t) {
      const { db } = t.deps
      const write = db.write.bind(db)
      const line = sql`INSERT INTO booking_history (booking_id, at, actor, status) SELECT id, created_at, 'owner', status FROM bookings`
      const leave = async (error: unknown) => {
        if (error instanceof Refusal) await write(() => [step(line)])
        throw error
      }
      Object.assign(db, { write: (plan: Parameters<typeof write>[0]) => write(plan).catch(leave) })
    },
  },
]
