import type { Found } from '#schema/operator'
import type { Db } from '../db/client'
import type { Statement } from '../db/steps'
import { usernameKey } from '../users/user-queries'

/** So many of each kind are shown; more words find less. */
const OF_EACH = 20
const PROVIDER_ID = /^(pi|ch|py|re|pyr|tr|trr|dp|du|acct|cus)_\w+$/

type Kind = Found['kind']
interface Source {
  from: string
  title: string
  detail: string
  at: string
  /** Conditions on a number, on words, and on an id of the payment provider. */
  number: string
  words: string
  provider?: string
}

const MONEY = (alias: string) => `printf('$%.2f', ${alias}.total_amount / 100.0)`
/** Sales that a command, a claim or a dispute with this id is about. */
const OF_SALE = (column: string) =>
  `(SELECT ${column} FROM payment_ops WHERE provider_id = :q UNION SELECT ${column} FROM payment_disputes WHERE id = :q)`
const NAMED = `(SELECT id FROM users WHERE username_key = :key OR email = :q COLLATE NOCASE)`

const SOURCES: Record<Kind, Source> = {
  user: {
    from: 'users f',
    title: 'f.username',
    detail: `f.email || CASE WHEN f.closed_at IS NOT NULL THEN ' · closed' WHEN f.closing_at IS NOT NULL THEN ' · closing'
      WHEN f.suspended_at IS NOT NULL THEN ' · suspended' ELSE '' END || CASE WHEN f.payouts_held_at IS NULL THEN '' ELSE ' · payouts held' END`,
    at: 'f.created_at',
    number: 'f.id = :number',
    words: `(:key <> '' AND substr(f.username_key, 1, length(:key)) = :key) OR f.email LIKE :like ESCAPE '!'`,
    provider: 'f.stripe_account_id = :q OR f.stripe_customer_id = :q',
  },
  booking: {
    from: 'bookings f JOIN listings l ON l.id = f.listing_id JOIN users o ON o.id = l.user_id JOIN users r ON r.id = f.user_id',
    title: 'f.listing_title',
    detail: `o.username || ' rents to ' || r.username || ' · ' || f.status || ', payment ' || replace(f.payment_state, '_', ' ') ||
      ' · ' || f.start_date || ' to ' || f.end_date || ' · ' || ${MONEY('f')}`,
    at: 'f.created_at',
    number: 'f.id = :number',
    words: `f.listing_title LIKE :within ESCAPE '!' OR f.user_id IN ${NAMED} OR l.user_id IN ${NAMED}`,
    provider: `f.stripe_payment_intent_id = :q OR f.stripe_charge_id = :q OR f.id IN ${OF_SALE('booking_id')}
      OR f.id IN (SELECT booking_id FROM damage_reports WHERE stripe_payment_intent_id = :q OR stripe_charge_id = :q)`,
  },
  purchase: {
    from: 'made_to_order_purchases f JOIN users o ON o.id = f.seller_id JOIN users r ON r.id = f.user_id',
    title: 'f.item_title',
    detail: `o.username || ' sells to ' || r.username || ' · ' || f.status || ', payment ' || replace(f.payment_state, '_', ' ') || ' · ' || ${MONEY('f')}`,
    at: 'f.created_at',
    number: 'f.id = :number',
    words: `f.item_title LIKE :within ESCAPE '!' OR f.user_id IN ${NAMED} OR f.seller_id IN ${NAMED}`,
    provider: `f.stripe_payment_intent_id = :q OR f.stripe_charge_id = :q OR f.id IN ${OF_SALE('purchase_id')}`,
  },
  listing: thingOf('listings', `CASE WHEN f.available = 0 THEN ' · paused' ELSE '' END`),
  item: thingOf('made_to_order_items', `CASE WHEN f.paused_until IS NOT NULL THEN ' · paused' ELSE '' END`),
}

function thingOf(table: string, state: string): Source {
  return {
    from: `${table} f JOIN users o ON o.id = f.user_id`,
    title: 'f.title',
    detail: `o.username || CASE WHEN f.deleted_at IS NOT NULL THEN ' · deleted' WHEN f.hidden_at IS NOT NULL THEN ' · hidden' ELSE ${state} END`,
    at: 'f.created_at',
    number: 'f.id = :number',
    words: `f.title LIKE :within ESCAPE '!' OR f.user_id IN ${NAMED}`,
  }
}

/** Finds people, bookings, orders, listings and items, those of a kind newest first; nothing finds nothing. */
export async function findAnything(db: Db, q: string): Promise<Found[]> {
  if (q === '') return []
  const number = /^#?(\d{1,12})$/.exec(q)?.[1]
  const way = PROVIDER_ID.test(q) ? 'provider' : number ? 'number' : 'words'
  const escaped = q.replace(/[!%_]/g, '!$&')
  const args = {
    q,
    number: Number(number ?? 0),
    key: usernameKey(q),
    like: `${escaped}%`,
    within: `%${escaped}%`,
  }
  return findWhere(db, args, (source) => source[way])
}

/** Everything that a person has bought, sold or put on show; those of a kind newest first. */
export function findOfPerson(db: Db, id: number): Promise<Found[]> {
  const own: Record<Kind, string | undefined> = {
    user: undefined,
    booking: 'f.user_id = :id OR l.user_id = :id',
    purchase: 'f.user_id = :id OR f.seller_id = :id',
    listing: 'f.user_id = :id',
    item: 'f.user_id = :id',
  }
  return findWhere(db, { id }, (_source, kind) => own[kind])
}

async function findWhere(
  db: Db,
  args: Record<string, string | number>,
  condition: (source: Source, kind: Kind) => string | undefined,
): Promise<Found[]> {
  const wanted = (Object.entries(SOURCES) as [Kind, Source][]).flatMap(([kind, source]) => {
    const where = condition(source, kind)
    const { from, title, detail, at } = source
    const sql = `SELECT f.id AS id, ${title} AS title, ${detail} AS detail, ${at} AS at FROM ${from} WHERE ${where} ORDER BY f.id DESC LIMIT ${OF_EACH}`
    return where ? [{ kind, sql }] : []
  })
  const found = await db.readBatch(wanted.map(({ sql }) => withArguments(sql, args)))
  return found.flatMap(({ rows }, nth) =>
    rows.map(({ id, title, detail, at }) => ({
      kind: wanted[nth]?.kind ?? 'user',
      id: Number(id),
      title: String(title),
      detail: String(detail),
      at: String(at),
    })),
  )
}

/** A statement whose named arguments stand in the order in which it names them. */
function withArguments(sql: string, args: Record<string, string | number>): Statement {
  const inOrder: (string | number)[] = []
  const unnamed = sql.replace(/:(\w+)/g, (_whole, name: string) => {
    inOrder.push(args[name] ?? '')
    return '?'
  })
  return { sql: unnamed, args: inOrder }
}
