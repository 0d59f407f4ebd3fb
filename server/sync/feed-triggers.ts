import { type PublicCollection, publicScopes } from '#schema/sync-scopes'
import type { Backfill, Rows } from '../db/migrate'
import { starsCount, starsOfCount } from '../db/stars-count'
import { AREAS_OF_PLACES, ELSEWHERE } from '../rentals/listings/place-areas'

/**
 * The change feed is kept by SQL triggers, so that no code path can forget to publish a change. They are generated from
 * the list below and put in place by the first start of a build; a guard refuses writes outside `db.write`.
 */
interface Touch {
  /** Collection and row id that devices see. `ROW` stands for the new or the old row. */
  coll: string
  rid: string
  scope: string
  /** Whether the row is there for this scope; otherwise a tombstone is left where it had been. */
  live?: string
  /** The change concerns a row of another table (a block its person, a like its post): removing it removes nothing. */
  about?: true
  /** The scope follows the row: one that leaves a scope leaves a tombstone there. Names the beginning of these scopes. */
  moves?: string
}

const sqlText = (value: string) => `'${value.replaceAll("'", "''")}'`

const notDeleted = 'ROW.deleted_at IS NULL AND ROW.hidden_at IS NULL'
const bookingParty = (column: string) => `'u:' || (SELECT ${column} FROM bookings WHERE id = ROW.booking_id)`
const orderParty = (column: string) =>
  `'u:' || (SELECT ${column} FROM made_to_order_purchases WHERE id = ROW.purchase_id)`
const questionParty = (column: string) => `'u:' || (SELECT ${column} FROM questions WHERE id = ROW.question_id)`
/** An order reaches its seller when it has been paid. */
const sellerSeesOrder = `ROW.stripe_charge_id IS NOT NULL`
const ownerSeesBooking = 'ROW.held_at IS NOT NULL'
/** A message about an offer or an order reaches the other side together with the offer or the order. */
const ownerSeesThread = '(SELECT held_at IS NOT NULL FROM bookings WHERE id = ROW.booking_id)'
const sellerSeesThread = '(SELECT stripe_charge_id IS NOT NULL FROM made_to_order_purchases WHERE id = ROW.purchase_id)'

/** Both may have blocked each other: the row stays until both have taken it back. */
const isBlockedEitherWay = `EXISTS (SELECT 1 FROM person_blocks
    WHERE (user_id = ROW.user_id AND blocked_id = ROW.blocked_id) OR (user_id = ROW.blocked_id AND blocked_id = ROW.user_id))`

/** A board is written anew for its person's devices when something is put on it or taken off. */
const onBoard: Touch = {
  coll: 'board',
  rid: 'ROW.board_key',
  scope: `'u:' || (SELECT user_id FROM boards WHERE key = ROW.board_key)`,
  about: true,
  live: '(SELECT deleted_at IS NULL FROM boards WHERE key = ROW.board_key)',
}

const shown = 'deleted_at IS NULL AND hidden_at IS NULL'
/** Everybody's devices hold the people whose listing, item or post is on show; nobody else's profile is handed out. */
const hasOnShow = (userId: string) =>
  `(EXISTS (SELECT 1 FROM listings WHERE user_id = ${userId} AND ${shown} AND available = 1)
    OR EXISTS (SELECT 1 FROM made_to_order_items WHERE user_id = ${userId} AND ${shown})
    OR EXISTS (SELECT 1 FROM inspiration_posts WHERE user_id = ${userId} AND ${shown}))`

const areaOf = (neighborhood: string) =>
  `coalesce((SELECT area FROM place_areas WHERE neighborhood = ${neighborhood}), '${ELSEWHERE}')`
const monthOf = (createdAt: string) => `substr(${createdAt}, 1, ${'YYYY-MM'.length})`

/** The scopes of all rows of a collection and of those of a part. */
function scopesOf(coll: PublicCollection, part: string): [all: string, part: string] {
  return [sqlText(publicScopes[coll]), `'${publicScopes[coll]}:' || ${part}`]
}

const ownerOnShow = scopesOf('person', areaOf('(SELECT neighborhood FROM users WHERE id = ROW.user_id)')).map(
  (scope): Touch => ({
    coll: 'person',
    rid: 'ROW.user_id',
    scope,
    about: true,
    live: `(SELECT suspended_at IS NULL FROM users WHERE id = ROW.user_id) AND ${hasOnShow('ROW.user_id')}`,
  }),
)

/** The touches of a row that is in the scope of all and in that of its part, which follows it. */
function inBothScopes(coll: PublicCollection, part: string, live: string): Touch[] {
  const [all, some] = scopesOf(coll, part)
  const touch = { coll, rid: 'ROW.id', live }
  return [
    { ...touch, scope: all },
    { ...touch, scope: some, moves: `${publicScopes[coll]}:` },
  ]
}

const touches: Record<string, Touch[]> = {
  users: [
    ...inBothScopes('person', areaOf('ROW.neighborhood'), `ROW.suspended_at IS NULL AND ${hasOnShow('ROW.id')}`),
    { coll: 'me', rid: 'ROW.id', scope: `'u:' || ROW.id` },
  ],
  listings: [
    ...inBothScopes('listing', areaOf('ROW.neighborhood'), `${notDeleted} AND ROW.available = 1`),
    ...ownerOnShow,
    { coll: 'ownListing', rid: 'ROW.id', scope: `'u:' || ROW.user_id`, live: 'ROW.deleted_at IS NULL' },
  ],
  bookings: [
    { coll: 'booking', rid: 'ROW.id', scope: `'u:' || ROW.user_id` },
    { coll: 'booking', rid: 'ROW.id', scope: `'u:' || ROW.owner_id`, live: ownerSeesBooking },
    ...scopesOf('listing', areaOf('(SELECT neighborhood FROM listings WHERE id = ROW.listing_id)')).map(
      (scope): Touch => ({
        coll: 'listing',
        rid: 'ROW.listing_id',
        scope,
        about: true,
        live: `(SELECT ${shown} AND available = 1 FROM listings WHERE id = ROW.listing_id)`,
      }),
    ),
  ],
  booking_history: [],
  messages: [
    { coll: 'message', rid: 'ROW.id', scope: bookingParty('user_id'), live: 'ROW.booking_id IS NOT NULL' },
    {
      coll: 'message',
      rid: 'ROW.id',
      scope: bookingParty('owner_id'),
      live: `ROW.booking_id IS NOT NULL AND ${ownerSeesThread}`,
    },
    { coll: 'message', rid: 'ROW.id', scope: orderParty('user_id'), live: 'ROW.purchase_id IS NOT NULL' },
    {
      coll: 'message',
      rid: 'ROW.id',
      scope: orderParty('seller_id'),
      live: `ROW.purchase_id IS NOT NULL AND ${sellerSeesThread}`,
    },
  ],
  questions: [
    { coll: 'question', rid: 'ROW.id', scope: `'u:' || ROW.user_id` },
    { coll: 'question', rid: 'ROW.id', scope: `'u:' || ROW.owner_id` },
  ],
  question_messages: [
    { coll: 'questionMessage', rid: 'ROW.id', scope: questionParty('user_id') },
    { coll: 'questionMessage', rid: 'ROW.id', scope: questionParty('owner_id') },
  ],
  damage_reports: [
    { coll: 'damage', rid: 'ROW.id', scope: bookingParty('user_id') },
    { coll: 'damage', rid: 'ROW.id', scope: bookingParty('owner_id') },
  ],
  handovers: [
    { coll: 'handover', rid: 'ROW.id', scope: bookingParty('user_id') },
    { coll: 'handover', rid: 'ROW.id', scope: bookingParty('owner_id') },
  ],
  person_blocks: [
    { coll: 'personBlock', rid: 'ROW.blocked_id', scope: `'u:' || ROW.user_id`, about: true, live: isBlockedEitherWay },
    { coll: 'personBlock', rid: 'ROW.user_id', scope: `'u:' || ROW.blocked_id`, about: true, live: isBlockedEitherWay },
  ],
  reviews: [
    { coll: 'review', rid: 'ROW.id', scope: `'u:' || ROW.author_id` },
    {
      coll: 'review',
      rid: 'ROW.id',
      scope: `'u:' || ROW.subject_id`,
      live: `ROW.revealed_at IS NOT NULL AND ROW.hidden_at IS NULL AND ${starsOfCount('ROW.author_id')}`,
    },
  ],
  drafts: [{ coll: 'draft', rid: 'ROW.key', scope: `'u:' || ROW.user_id`, live: 'ROW.deleted_at IS NULL' }],
  ledger_txs: [
    { coll: 'transaction', rid: 'ROW.id', scope: `'u:' || (SELECT user_id FROM earning_lines WHERE id = ROW.id)` },
  ],
  user_blocked_dates: [{ coll: 'blocked', rid: 'ROW.id', scope: `'u:' || ROW.user_id` }],
  made_to_order_items: [
    ...inBothScopes('item', 'ROW.category', notDeleted),
    ...ownerOnShow,
    { coll: 'ownItem', rid: 'ROW.id', scope: `'u:' || ROW.user_id` },
  ],
  made_to_order_purchases: [
    { coll: 'purchase', rid: 'ROW.id', scope: `'u:' || ROW.user_id` },
    { coll: 'purchase', rid: 'ROW.id', scope: `'u:' || ROW.seller_id`, live: sellerSeesOrder },
  ],
  purchase_history: [],
  inspiration_posts: [
    ...inBothScopes('post', monthOf('ROW.created_at'), notDeleted),
    ...ownerOnShow,
    ...inBothScopes('stat', monthOf('ROW.created_at'), notDeleted),
  ],
  boards: [{ coll: 'board', rid: 'ROW.key', scope: `'u:' || ROW.user_id`, live: 'ROW.deleted_at IS NULL' }],
  board_posts: [onBoard],
  board_things: [onBoard],
  post_marks: [
    { coll: 'mark', rid: `ROW.kind || '/' || ROW.post_id`, scope: `'u:' || ROW.user_id` },
    ...scopesOf('stat', `(SELECT ${monthOf('created_at')} FROM inspiration_posts WHERE id = ROW.post_id)`).map(
      (scope): Touch => ({
        coll: 'stat',
        rid: 'ROW.post_id',
        scope,
        about: true,
        live: `(SELECT ${shown} FROM inspiration_posts WHERE id = ROW.post_id)`,
      }),
    ),
  ],
}

/** Bookings change the listing that everyone sees only when what they take changes. */
const onlyWhen: Record<string, string> = {
  'bookings/listing/INSERT': `NEW.status IN ('approved', 'paid', 'completed')`,
  'bookings/listing/UPDATE': `(OLD.status IN ('approved', 'paid', 'completed')) <> (NEW.status IN ('approved', 'paid', 'completed'))
    OR (NEW.status IN ('approved', 'paid', 'completed') AND OLD.buffer_days <> NEW.buffer_days)`,
  // Devices are not told when a block was pressed.
  'person_blocks/personBlock/UPDATE': 'OLD.pressed_at IS NEW.pressed_at',
}

/** Rows of other tables that a change concerns too: they are written anew as they are, so that their own triggers publish them. */
interface Ripple {
  /** `UPDATE OF held_at ON bookings`. */
  on: string
  when?: string
  rewrite: string
}

/** A range that is blocked changes the one listing that it is for, or all of its person's. */
const awayRewrite = (row: 'OLD' | 'NEW') =>
  `UPDATE listings SET user_id = user_id WHERE user_id = ${row}.user_id AND (${row}.listing_id IS NULL OR id = ${row}.listing_id) AND ${shown} AND available = 1`

const ripples: Record<string, Ripple> = {
  booking_reaches_owner: {
    on: 'UPDATE OF held_at ON bookings',
    when: 'OLD.held_at IS NULL AND NEW.held_at IS NOT NULL',
    rewrite: 'UPDATE messages SET booking_id = booking_id WHERE booking_id = NEW.id',
  },
  ...Object.fromEntries(
    (['INSERT', 'UPDATE', 'DELETE'] as const).map((operation) => [
      `away_days_${operation}`,
      {
        on: `${operation} ON user_blocked_dates`,
        rewrite: awayRewrite(operation === 'DELETE' ? 'OLD' : 'NEW'),
      },
    ]),
  ),
  // A suspended person's reviews are neither read nor counted; those of a closed account are.
  author_suspended: {
    on: 'UPDATE OF suspended_at, closed_at ON users',
    when: `${starsCount('OLD')} <> ${starsCount('NEW')}`,
    rewrite: 'UPDATE reviews SET author_id = author_id WHERE author_id = NEW.id',
  },
  ...Object.fromEntries(
    (['INSERT', 'UPDATE'] as const).map((operation) => [
      `address_proven_${operation}`,
      { on: `${operation} ON mail_addresses`, rewrite: 'UPDATE users SET email = email WHERE id = NEW.user_id' },
    ]),
  ),
  // A question bears the title of its thing as it is today.
  ...Object.fromEntries(
    [
      ['listings', 'listing_id'],
      ['made_to_order_items', 'item_id'],
    ].map(([table, column]) => [
      `${table}_renamed`,
      {
        on: `UPDATE OF title ON ${table}`,
        when: 'OLD.title IS NOT NEW.title',
        rewrite: `UPDATE questions SET user_id = user_id WHERE ${column} = NEW.id`,
      },
    ]),
  ),
  order_reaches_seller: {
    on: 'UPDATE OF stripe_charge_id ON made_to_order_purchases',
    when: 'OLD.stripe_charge_id IS NULL AND NEW.stripe_charge_id IS NOT NULL',
    rewrite: 'UPDATE messages SET purchase_id = purchase_id WHERE purchase_id = NEW.id',
  },
  booking_moves_lines: linesMove('bookings', 'booking_id = NEW.id', ['released_at', 'held_because']),
  order_moves_lines: linesMove('made_to_order_purchases', 'purchase_id = NEW.id', [
    'released_at',
    'held_because',
    'status',
    'status_changed_at',
  ]),
  claim_moves_lines: linesMove('damage_reports', 'booking_id = NEW.booking_id', ['held_because']),
}

/** A line of the earnings reads the reason for its waiting from the sale. */
function linesMove(table: string, which: string, columns: string[]): Ripple {
  return {
    on: `UPDATE OF ${columns.join(', ')} ON ${table}`,
    when: columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR '),
    rewrite: `UPDATE ledger_txs SET id = id WHERE id IN (SELECT id FROM earning_lines WHERE ${which})`,
  }
}

function rippleTrigger([name, { on, when, rewrite }]: [string, Ripple]): string {
  return trigger(`ripple_${name}`, `AFTER ${on}`, when ? `WHEN ${when}` : '', `${rewrite};`)
}

/** A thing of a person changes what everyone sees of them only when it comes on show or leaves. */
const movesOwner = (columns: string) => {
  const isOn = (row: string) => columns.replaceAll('ROW.', `${row}.`)
  return { INSERT: isOn('NEW'), UPDATE: `(${isOn('OLD')}) IS NOT (${isOn('NEW')})`, DELETE: isOn('OLD') }
}
for (const [table, columns] of [
  ['listings', `${notDeleted} AND ROW.available = 1`],
  ['made_to_order_items', notDeleted],
  ['inspiration_posts', notDeleted],
] as const)
  for (const [operation, condition] of Object.entries(movesOwner(columns)))
    onlyWhen[`${table}/person/${operation}`] = condition

/** Every synced table: those that `db.write` alone may change. */
export const syncedTables = Object.keys(touches)

function touchSql(touch: Touch, operation: 'INSERT' | 'UPDATE' | 'DELETE'): string {
  const row = operation === 'DELETE' ? 'OLD' : 'NEW'
  const fill = (text: string) => text.replaceAll('ROW.', `${row}.`)
  const gone = operation === 'DELETE' && !touch.about
  const del = gone ? '1' : `CASE WHEN ${fill(touch.live ?? '1')} THEN 0 ELSE 1 END`
  const scope = fill(touch.scope)
  const rid = `CAST(${fill(touch.rid)} AS TEXT)`
  // A row that nobody holds leaves no tombstone, and a tombstone that is there already is told once: neither spends a number.
  return `${touch.moves && operation === 'UPDATE' ? leaveSql(touch) : ''}
    INSERT INTO sync_feed (scope, coll, rid, seq, del)
      SELECT ${scope}, '${touch.coll}', ${rid}, (SELECT seq + 1 FROM sync_clock WHERE id = 1), ${del}
      WHERE ${scope} IS NOT NULL
        AND (${del} = 0 OR EXISTS (SELECT 1 FROM sync_feed WHERE scope = ${scope} AND coll = '${touch.coll}' AND rid = ${rid} AND del = 0))
      ON CONFLICT (scope, coll, rid) DO UPDATE SET seq = excluded.seq, del = excluded.del;
    UPDATE sync_clock SET seq = seq + 1 WHERE id = 1 AND changes() > 0;`
}

/** Leaves a tombstone in the scope that the row was in before. */
function leaveSql({ coll, rid, scope }: Touch): string {
  const before = scope.replaceAll('ROW.', 'OLD.')
  return `
    UPDATE sync_feed SET del = 2, seq = (SELECT seq + 1 FROM sync_clock WHERE id = 1)
      WHERE scope = ${before} AND coll = '${coll}' AND rid = CAST(${rid.replaceAll('ROW.', 'OLD.')} AS TEXT)
        AND del = 0 AND scope <> ${scope.replaceAll('ROW.', 'NEW.')};
    UPDATE sync_clock SET seq = seq + 1 WHERE id = 1 AND changes() > 0;`
}

function tableTriggers(table: string, list: Touch[]): string {
  return (['INSERT', 'UPDATE', 'DELETE'] as const)
    .flatMap((operation) => [
      trigger(
        `${table}_guard_${operation}`,
        `BEFORE ${operation} ON ${table}`,
        `WHEN (SELECT open FROM sync_clock WHERE id = 1) IS NOT 1`,
        `SELECT RAISE(ABORT, 'write outside the change feed');`,
      ),
      ...list.map((touch, index) => {
        const condition = onlyWhen[`${table}/${touch.coll}/${operation}`]
        return trigger(
          `${table}_feed_${index}_${operation}`,
          `AFTER ${operation} ON ${table}`,
          condition ? `WHEN ${condition}` : '',
          touchSql(touch, operation),
        )
      }),
    ])
    .join('\n')
}

function trigger(name: string, event: string, when: string, body: string): string {
  return `CREATE TRIGGER sync_${name} ${event} FOR EACH ROW ${when} BEGIN ${body} END;`
}

/** Keeps head, count and sum per scope beside the feed. */
const scopeTriggers = `
CREATE TRIGGER sync_feed_added AFTER INSERT ON sync_feed BEGIN
  INSERT INTO sync_scopes (scope, head, floor, n, sum) VALUES (NEW.scope, NEW.seq, 0, NEW.del = 0, NEW.seq * (NEW.del = 0))
    ON CONFLICT (scope) DO UPDATE SET head = NEW.seq, n = n + (NEW.del = 0), sum = sum + NEW.seq * (NEW.del = 0);
END;
CREATE TRIGGER sync_feed_moved AFTER UPDATE ON sync_feed BEGIN
  UPDATE sync_scopes SET head = NEW.seq, n = n + (NEW.del = 0) - (OLD.del = 0),
    sum = sum + NEW.seq * (NEW.del = 0) - OLD.seq * (OLD.del = 0) WHERE scope = NEW.scope;
END;`

/** The neighborhoods and their areas, which the triggers look up. */
function placeAreaRows(): string {
  const rows = AREAS_OF_PLACES.map(([neighborhood, area]) => `(${sqlText(neighborhood)}, ${sqlText(area)})`)
  return `DELETE FROM place_areas; INSERT INTO place_areas (neighborhood, area) VALUES ${rows.join(', ')};`
}

/** The SQL script that drops this module's triggers and creates them as the list above says. */
export function feedTriggers(): string {
  const names = Object.entries(touches).map(([table, list]) => tableTriggers(table, list))
  const script = [...names, ...Object.entries(ripples).map(rippleTrigger), scopeTriggers].join('\n')
  const drops = [...script.matchAll(/CREATE TRIGGER (\w+)/g)].map(([, name]) => `DROP TRIGGER IF EXISTS ${name};`)
  return [...drops, placeAreaRows(), script].join('\n')
}

/**
 * Brings the feed to what the list above says of rows that were there before the triggers, a page at a time: what readers may see no
 * longer goes, what has strayed moves, what is missing comes. Devices hear of it at their next look.
 */
export function feedBackfills(): Backfill[] {
  const strays = Object.entries(touches).flatMap(([table, list]) =>
    list.flatMap((touch) => (touch.moves ? [{ table, touch, beginning: touch.moves }] : [])),
  )
  const tables = Object.entries(touches).map(([table, list]) => ({
    over: table,
    statements: (rows: Rows) => list.filter(({ about }) => !about).flatMap((touch) => enterSql(table, touch, rows)),
  }))
  const strayed = (rows: Rows) =>
    strays.flatMap(({ table, touch, beginning }) => strayedSql(table, touch, beginning, rows))
  return [{ over: 'sync_feed', statements: strayed }, ...tables]
}

/** As many numbers as the statement before has given. */
const TAKE_NUMBERS = 'UPDATE sync_clock SET seq = seq + changes() WHERE id = 1 AND changes() > 0'
const NEXT_NUMBER = '(SELECT seq FROM sync_clock WHERE id = 1) + row_number() OVER ()'

const isOn = (table: string, { after, upTo }: Rows) => `${table}.rowid > ${after} AND ${table}.rowid <= ${upTo}`

/** Takes rows out of the feed that an earlier build showed, and enters those that it did not. */
function enterSql(table: string, touch: Touch, rows: Rows): string[] {
  const fill = (text: string) => text.replaceAll('ROW.', `${table}.`)
  const scope = fill(touch.scope)
  const rid = `CAST(${fill(touch.rid)} AS TEXT)`
  const live = fill(touch.live ?? '1')
  // The rows come first, each looked up in the feed: the other way round the feed is read once for each row.
  const gone = `SELECT f.scope AS s, f.coll AS c, f.rid AS r, ${NEXT_NUMBER} AS n
    FROM ${table} CROSS JOIN sync_feed f ON f.scope = ${scope} AND f.coll = '${touch.coll}' AND f.rid = ${rid}
    WHERE ${isOn(table, rows)} AND f.del = 0 AND NOT (${live})`
  const enter = `INSERT INTO sync_feed (scope, coll, rid, seq, del)
    SELECT s, '${touch.coll}', r, ${NEXT_NUMBER}, 0
    FROM (SELECT ${scope} AS s, ${rid} AS r FROM ${table} WHERE ${isOn(table, rows)} AND ${live})
    WHERE s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sync_feed WHERE scope = s AND coll = '${touch.coll}' AND rid = r AND del = 0)
    ON CONFLICT (scope, coll, rid) DO UPDATE SET seq = excluded.seq, del = 0`
  return [...(touch.live ? [takeOutSql(gone, 1), TAKE_NUMBERS] : []), enter, TAKE_NUMBERS]
}

/** Takes rows out of scopes that they are in no longer, because the rule by which they are divided is another one. */
function strayedSql(table: string, { coll, rid, scope }: Touch, beginning: string, rows: Rows): string[] {
  const fill = (text: string) => text.replaceAll('ROW.', `${table}.`)
  // The signs keep the page's rows from being looked for by their scope.
  const gone = `SELECT f.scope AS s, f.coll AS c, f.rid AS r, ${NEXT_NUMBER} AS n
    FROM sync_feed f CROSS JOIN ${table} ON ${fill(rid)} = CAST(f.rid AS INTEGER)
    WHERE ${isOn('f', rows)} AND +f.scope >= '${beginning}' AND +f.scope < '${beginning}~' AND +f.coll = '${coll}' AND f.del = 0
      AND f.scope <> ${fill(scope)}`
  return [takeOutSql(gone, 2), TAKE_NUMBERS]
}

function takeOutSql(gone: string, del: 1 | 2): string {
  return `UPDATE sync_feed SET del = ${del}, seq = gone.n FROM (${gone}) AS gone
    WHERE sync_feed.scope = gone.s AND sync_feed.coll = gone.c AND sync_feed.rid = gone.r`
}
