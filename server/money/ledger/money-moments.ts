import type { MoneyEvent, MoneyMoment } from '#schema/payment'
import type { Db } from '../../db/client'

/** A moment in the books of a sale, and whether only its payee is told. */
export interface OwnMoment extends MoneyMoment {
  isPayees: boolean
}

/** The entry that names the amount of a ledger transaction, and the event that people are told. */
const TOLD: Record<string, { account: string; what: MoneyEvent; isPayees?: true }> = {
  refund: { account: 'refund_payable', what: 'refunded' },
  refund_returned: { account: 'refund_payable', what: 'refund_returned' },
  damage_refund: { account: 'stripe_balance', what: 'damage_refunded' },
  damage_refund_returned: { account: 'stripe_balance', what: 'damage_refund_returned' },
  refund_settled: { account: 'refund_payable', what: 'refund_settled' },
  dispute: { account: 'dispute_suspense', what: 'asked_back' },
  damage_dispute: { account: 'dispute_suspense', what: 'asked_back' },
  dispute_lost: { account: 'dispute_suspense', what: 'kept_by_bank' },
  damage: { account: 'stripe_balance', what: 'damage' },
  release: { account: 'owner_pending', what: 'released', isPayees: true },
  netted: { account: 'owner_receivable', what: 'netted', isPayees: true },
  transfer: { account: 'owner_payable', what: 'sent', isPayees: true },
  reversal: { account: 'stripe_balance', what: 'taken_back', isPayees: true },
}

/** SQL, of a transaction `t`: earlier builds wrote the movements of all disputes under one kind. */
const ONLY_DAMAGE_DISPUTED = `EXISTS (SELECT 1 FROM payment_disputes d WHERE d.booking_id = t.booking_id AND d.is_damage)
            AND NOT EXISTS (SELECT 1 FROM payment_disputes d WHERE d.booking_id = t.booking_id AND NOT d.is_damage)`

/** The events in the books of the money of bookings or orders after it was taken, oldest first, by their id. */
export async function findMoments(
  db: Pick<Db, 'readBatch'>,
  about: 'booking_id' | 'purchase_id',
  ids: number[],
): Promise<Map<number, OwnMoment[]>> {
  const [found] = await db.readBatch([
    {
      sql: `SELECT t.${about} AS id, t.at, t.kind, a.name, e.amount, EXISTS (SELECT 1 FROM payment_ops o
          WHERE o.kind = 'damage_transfer' AND o.${about} = t.${about} AND t.dedupe = 'transfer:' || o.provider_id)
          OR EXISTS (SELECT 1 FROM payment_disputes d WHERE d.is_damage AND t.dedupe = 'dispute-lost:' || d.id)
          OR t.kind = 'damage_dispute' OR (t.kind = 'dispute' AND ${ONLY_DAMAGE_DISPUTED}) AS of_damage
        FROM ledger_txs t JOIN ledger_entries e ON e.tx_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
        WHERE t.${about} IN (SELECT value FROM json_each(?)) ORDER BY t.at, t.id, e.n`,
      args: [JSON.stringify(ids)],
    },
  ])
  const moments = (found?.rows ?? []).flatMap((row) => {
    const told = TOLD[String(row.kind)]
    if (!told || told.account !== String(row.name).split(':')[0]) return []
    const amount = Number(row.amount)
    const moment = { at: String(row.at), amount: Math.abs(amount), isPayees: told.isPayees ?? false }
    return [{ id: Number(row.id), moment: { ...moment, what: exactly(told.what, amount, row.of_damage === 1) } }]
  })
  const bySale = Map.groupBy(moments, ({ id }) => id)
  return new Map([...bySale].map(([id, list]) => [id, list.map(({ moment }) => moment)]))
}

const OF_DAMAGE: Partial<Record<MoneyEvent, MoneyEvent>> = {
  sent: 'damage_sent',
  asked_back: 'damage_asked_back',
  given_back: 'damage_given_back',
  kept_by_bank: 'damage_kept_by_bank',
}

function exactly(what: MoneyEvent, amount: number, ofDamage: boolean): MoneyEvent {
  const told = what === 'asked_back' && amount < 0 ? 'given_back' : what
  return (ofDamage && OF_DAMAGE[told]) || told
}

/** The moments as one of the two sides is told them. */
export function momentsFor(moments: OwnMoment[], isPayee: boolean): MoneyMoment[] {
  return moments.flatMap(({ isPayees, ...moment }) => (isPayee || !isPayees ? [moment] : []))
}
