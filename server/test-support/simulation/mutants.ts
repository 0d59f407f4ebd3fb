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
  trigger(
    'a line of the earnings is a cent off',
    `AFTER INSERT ON transactions BEGIN UPDATE transactions SET amount = amount - 1 WHERE id = NEW.id; END`,
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
]
