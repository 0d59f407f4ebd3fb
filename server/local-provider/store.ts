import type { Account } from './objects/account-object'
import type { BalanceTransaction } from './objects/balance-transaction-object'
import type { PaymentMethod } from './objects/card-object'
import type { Charge } from './objects/charge-object'
import type { Customer } from './objects/customer-object'
import type { Dispute } from './objects/dispute-object'
import type { HostedLink } from './objects/hosted-link-object'
import type { PaymentIntent, SetupIntent } from './objects/intent-object'
import type { Payout } from './objects/payout-object'
import type { Refund } from './objects/refund-object'
import type { CheckoutSession } from './objects/session-object'
import type { Transfer } from './objects/transfer-object'
import type { TransferReversal } from './objects/transfer-reversal-object'
import type { WebhookEndpoint } from './objects/webhook-endpoint-object'
import type { SqlPort, SqlValue } from './sql-port'
import type { Stored } from './wire'

/** Every kind of object that is kept, by the name it carries in `object`. */
export interface ObjectKinds {
  account: Account
  balance_transaction: BalanceTransaction
  charge: Charge
  'checkout.session': CheckoutSession
  customer: Customer
  dispute: Dispute
  hosted_link: HostedLink
  payment_intent: PaymentIntent
  payment_method: PaymentMethod
  payout: Payout
  refund: Refund
  setup_intent: SetupIntent
  transfer: Transfer
  transfer_reversal: TransferReversal
  webhook_endpoint: WebhookEndpoint
}
export type Kind = keyof ObjectKinds
export type AnyObject = ObjectKinds[Kind]

export interface Row<B extends Stored = AnyObject> {
  body: B
  version: number
  /** The connected account that owns it; empty for the platform. */
  account: string
}

export interface ListQuery {
  kind: Kind
  account: string
  /** Members of the body that must be equal. */
  where: Record<string, string | undefined>
  created?: { gt?: number; gte?: number; lt?: number; lte?: number }
  after?: number
  limit: number
}

/** Members that lists are filtered by, each with an index over its JSON expression. */
const FILTERED = ['customer', 'payment_intent', 'charge', 'transfer_group', 'transfer', 'destination', 'payment_method']

/** The provider's own tables. They share the product's file and nothing else. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS lp_objects (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    created INTEGER NOT NULL,
    due INTEGER,
    version INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX IF NOT EXISTS lp_objects_kind ON lp_objects (kind, account, position)',
  'CREATE INDEX IF NOT EXISTS lp_objects_due ON lp_objects (due) WHERE due IS NOT NULL',
  ...FILTERED.map(
    (name) => `CREATE INDEX IF NOT EXISTS lp_objects_${name} ON lp_objects (kind, account, ${member(name)}, position)`,
  ),
  // A write that read an older version than the stored one takes its whole batch down with it.
  `CREATE TRIGGER IF NOT EXISTS lp_objects_version BEFORE UPDATE ON lp_objects
    WHEN NEW.version <> OLD.version + 1
    BEGIN SELECT RAISE(ABORT, 'lp_objects: written from a stale version'); END`,
  `CREATE TABLE IF NOT EXISTS lp_idempotency (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    request TEXT NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS lp_events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    account TEXT NOT NULL,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS lp_deliveries (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'done', 'failed')),
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE INDEX IF NOT EXISTS lp_deliveries_due ON lp_deliveries (next_at) WHERE state = 'due'",
  'CREATE INDEX IF NOT EXISTS lp_deliveries_event ON lp_deliveries (event)',
  'CREATE TABLE IF NOT EXISTS lp_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
]

function member(name: string): string {
  return `json_extract(body, '$.${name}')`
}

/** Creates what is missing; safe to run at every start. */
export async function createTables(sql: Pick<SqlPort, 'batch'>): Promise<void> {
  await sql.batch(TABLES.map((statement) => ({ sql: statement, args: [] })))
}

/** Reads of the kept objects. Writing goes through a piece of `Work`. */
export class Store {
  constructor(readonly sql: SqlPort) {}

  async findRow(id: string): Promise<Row | undefined> {
    const [row] = await this.sql.read('SELECT body, version, account FROM lp_objects WHERE id = ?', [id])
    return row && toRow(row)
  }

  /** Newest first. */
  async list(query: ListQuery): Promise<Row[]> {
    const tests = ['kind = ?', 'account = ?']
    const args: SqlValue[] = [query.kind, query.account]
    const add = (test: string, value: SqlValue | undefined) => {
      if (value === undefined) return
      tests.push(test)
      args.push(value)
    }
    for (const [name, value] of Object.entries(query.where)) add(`${member(name)} = ?`, value)
    add('created > ?', query.created?.gt)
    add('created >= ?', query.created?.gte)
    add('created < ?', query.created?.lt)
    add('created <= ?', query.created?.lte)
    add('position < ?', query.after)
    const rows = await this.sql.read(
      `SELECT body, version, account FROM lp_objects WHERE ${tests.join(' AND ')} ORDER BY position DESC LIMIT ?`,
      [...args, query.limit],
    )
    return rows.map(toRow)
  }

  async findPosition(kind: Kind, id: string): Promise<number | undefined> {
    const [row] = await this.sql.read('SELECT position FROM lp_objects WHERE kind = ? AND id = ?', [kind, id])
    return row && Number(row.position)
  }

  /** Objects whose time has come, earliest first. */
  async listDue(now: number, limit: number): Promise<{ id: string; account: string }[]> {
    const rows = await this.sql.read(
      'SELECT id, account FROM lp_objects WHERE due IS NOT NULL AND due <= ? ORDER BY due, position LIMIT ?',
      [now, limit],
    )
    return rows.map((row) => ({ id: String(row.id), account: String(row.account) }))
  }

  async readSetting(name: string): Promise<string | undefined> {
    const [row] = await this.sql.read('SELECT value FROM lp_settings WHERE name = ?', [name])
    return row && String(row.value)
  }

  async writeSetting(name: string, value: string): Promise<void> {
    const statement =
      'INSERT INTO lp_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
    await this.sql.batch([{ sql: statement, args: [name, value] }])
  }
}

function toRow(row: Record<string, unknown>): Row {
  return {
    body: JSON.parse(String(row.body)) as AnyObject,
    version: Number(row.version),
    account: String(row.account),
  }
}
