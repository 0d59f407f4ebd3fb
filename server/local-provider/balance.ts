import { newId } from './ids'
import { datedPaging, listPage } from './lists'
import type { BalanceTransaction, TransactionType } from './objects/balance-transaction-object'
import { text } from './parameters'
import type { Route } from './route'
import { route } from './route'
import type { JsonObject } from './wire'
import type { Work } from './work'

const DAY_SECONDS = 86_400
const SETTLING_DAYS = 2
const FEE_SHARE = 0.029
const FEE_FIXED_CENTS = 30

export interface Movement {
  type: TransactionType
  /** Cents, negative for money that leaves. */
  amount: number
  currency: string
  fee?: number
  source: string
  availableOn: number
  description?: string | null
  /** Its name in Stripe's reports, where that is not the type. */
  category?: string
  /** The connected account whose balance moves; the caller's when absent. */
  account?: string
}

/** Stripe's price for a domestic card, in cents. */
export function cardFee(amount: number): number {
  return Math.round(amount * FEE_SHARE) + FEE_FIXED_CENTS
}

/** When card money becomes spendable: midnight two days on. */
export function settlesOn(now: number): number {
  return (Math.floor(now / DAY_SECONDS) + SETTLING_DAYS) * DAY_SECONDS
}

/** Moves money on one balance and answers the record's id. */
export function moveMoney(work: Work, movement: Movement): BalanceTransaction {
  const fee = movement.fee ?? 0
  const transaction: BalanceTransaction = {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount: movement.amount,
    available_on: movement.availableOn,
    balance_type: 'payments',
    created: work.now,
    currency: movement.currency,
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeDetail(fee, movement.currency)],
    net: movement.amount - fee,
    reporting_category: movement.category ?? movement.type,
    source: movement.source,
    status: movement.availableOn <= work.now ? 'available' : 'pending',
    type: movement.type,
  }
  return work.add(transaction, movement.account ?? work.account)
}

function feeDetail(amount: number, currency: string): JsonObject {
  return { amount, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }
}

export interface Funds {
  available: number
  pending: number
}

/** The sums of a balance's stored movements, in cents. Movements of the running request are not in them yet. */
export async function readFunds(work: Work, account: string): Promise<Funds> {
  const [row] = await work.store.sql.read(
    `SELECT
       coalesce(sum(CASE WHEN available_on <= ? THEN net END), 0) AS available,
       coalesce(sum(CASE WHEN available_on > ? THEN net END), 0) AS pending
     FROM (
       SELECT json_extract(body, '$.net') AS net, json_extract(body, '$.available_on') AS available_on
       FROM lp_objects WHERE kind = 'balance_transaction' AND account = ?
     )`,
    [work.now, work.now, account],
  )
  return { available: Number(row?.available ?? 0), pending: Number(row?.pending ?? 0) }
}

async function retrieveBalance(work: Work): Promise<JsonObject> {
  const funds = await readFunds(work, work.account)
  const line = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }]
  return {
    object: 'balance',
    available: line(funds.available),
    connect_reserved: [{ amount: 0, currency: 'usd' }],
    livemode: false,
    pending: line(funds.pending),
  }
}

/** The stored status is of the day it was written; time alone moves it on. */
function settled(transaction: JsonObject, now: number): JsonObject {
  return { ...transaction, status: Number(transaction.available_on) <= now ? 'available' : 'pending' }
}

export const balanceRoutes: Route[] = [
  route('GET', '/v1/balance', {}, ({ work }) => retrieveBalance(work)),
  route(
    'GET',
    '/v1/balance_transactions',
    { ...datedPaging, type: text(), source: text(), payout: text(), currency: text() },
    async ({ work, params }) => {
      const { type, source, payout, currency } = params
      const where = { type, source: source ?? payout, currency }
      const found = await listPage(work, 'balance_transaction', '/v1/balance_transactions', params, where)
      return { ...found, data: found.data.map((transaction) => settled(transaction, work.now)) }
    },
  ),
]
