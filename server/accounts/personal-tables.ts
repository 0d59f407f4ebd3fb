import { DisputeState } from '#schema/payment'
import { FORMER_MEMBER } from '#schema/user'
import { FORMER_TITLE } from '../db/offering-title'

/** The words that stand where a person's own stood. */
const REMOVED = "'Removed with its account'"
const FORMER_THING = `'${FORMER_TITLE}'`
const FORMER_NAME = `'${FORMER_MEMBER}'`
/** The same value for several columns. */
const all = (value: string, columns: string) => Object.fromEntries(columns.split(' ').map((column) => [column, value]))

/** Rows that end with an account, or values in rows that stay. `@` is the person's number, `:now` the instant. */
interface Ending {
  /** Of which rows: a condition. */
  of: string
  /** The values afterwards, as SQL; absent: the rows go as a whole. A column's own name has devices fetch the row again. */
  words?: Record<string, string>
}

/**
 * A table and what it holds of people. Its columns are in four lists: `own` and `secret` end with the account, `facts` and `inner`
 * stay; `own` and `facts` are handed out when a person asks for all that is theirs.
 */
export interface PersonalTable {
  /** The rows that the person has written or been told; absent: none. */
  told?: string
  endings?: Ending[]
  own?: string
  secret?: string
  facts?: string
  inner?: string
  /** How a column is handed out, where not everything in it was told. */
  as?: Record<string, string>
}

const ofBooking = 'booking_id IN (SELECT id FROM bookings WHERE user_id = @ OR (owner_id = @ AND held_at IS NOT NULL))'
const ofOrder =
  'purchase_id IN (SELECT id FROM made_to_order_purchases WHERE user_id = @ OR (seller_id = @ AND stripe_charge_id IS NOT NULL))'
const theirs = 'user_id = @'
const ends: Ending[] = [{ of: theirs }]
/** A renter learns the street once the money is taken; see `maySeePlace`. */
const placeTold = (column: string) => `CASE WHEN owner_id = @ OR status IN ('paid', 'completed') THEN ${column} END`
/** The fee and the payout are between the marketplace and this side. */
const earningsOf = (side: 'owner_id' | 'seller_id' | 'reporter_id', ...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, `CASE WHEN ${side} = @ THEN ${column} END`]))
/** A dispute is between the payer and their bank. */
const toPayer = (column: string) =>
  `CASE WHEN booking_id IN (SELECT id FROM bookings WHERE user_id = @)
    OR purchase_id IN (SELECT id FROM made_to_order_purchases WHERE user_id = @) THEN ${column} END`

/** Reports of what was written about a rental of this person's things, or about an order of them. */
const reportedIn = (table: 'messages' | 'reviews' | 'handovers' | 'damage_reports', ...kinds: string[]) => {
  const orders = table === 'messages' || table === 'reviews'
  const ofSeller = 'purchase_id IN (SELECT id FROM made_to_order_purchases WHERE seller_id = @)'
  return `kind IN (${kinds.map((kind) => `'${kind}'`)}) AND subject_id IN (SELECT id FROM ${table}
    WHERE booking_id IN (SELECT id FROM bookings WHERE owner_id = @) ${orders ? `OR ${ofSeller}` : ''})`
}
const reportedQuestions =
  "kind = 'question' AND subject_id IN (SELECT m.id FROM question_messages m JOIN questions q ON q.id = m.question_id WHERE q.owner_id = @)"
/** Receipts of those with whom this person has rented or traded, whose answer names the person as this side. Nobody else got one. */
const answered = (side: string) =>
  `user_id IN (SELECT owner_id FROM bookings WHERE user_id = @ UNION SELECT user_id FROM bookings WHERE owner_id = @
    UNION SELECT seller_id FROM made_to_order_purchases WHERE user_id = @ UNION SELECT user_id FROM made_to_order_purchases WHERE seller_id = @)
    AND answer LIKE '%"${side}":@,%' AND CASE WHEN json_valid(answer) THEN json_extract(answer, '$.${side}') = @ END`
/** The answer with other values, where it has these at all. */
const replaced = (values: Record<string, string>) =>
  `json_replace(answer, ${Object.entries(values).map(([key, value]) => `'$.${key}', ${value}`)})`
/** A thing on offer is archived: nobody sees it any more, and bookings and orders still name its number. */
const archived = { deleted_at: 'coalesce(deleted_at, :now)' }

/**
 * Every table of the database, in the order in which an account ends. A test reads the migrated database and fails when a table
 * or a column is missing here.
 */
export const PERSONAL_TABLES: Record<string, PersonalTable> = {
  // Ways in, and the devices.
  passkeys: {
    told: theirs,
    endings: ends,
    own: 'name created_at last_used_at',
    secret: 'id user_id public_key counter transports',
  },
  passkey_challenges: { endings: ends, secret: 'challenge user_id expires_at' },
  code_secrets: { endings: ends, secret: 'user_id secret turned_on_at last_period' },
  recovery_codes: { endings: ends, secret: 'user_id code_hash' },
  last_edits: { told: theirs, endings: ends, own: 'kind subject_id at device', secret: 'user_id' },
  sign_ins: { told: theirs, endings: ends, own: 'at device time_zone result', secret: 'id user_id' },
  known_devices: { endings: ends, secret: 'token_hash user_id last_seen_at' },
  account_links: {
    endings: ends,
    secret: 'user_id kind address nonce token_hash created_at expires_at',
  },
  password_requests: {
    endings: [
      {
        of: 'lower(name) IN (SELECT lower(username) FROM users WHERE id = @ UNION SELECT lower(email) FROM users WHERE id = @)',
      },
    ],
    secret: 'id name at',
  },
  push_outbox: {
    told: 'subscription_id IN (SELECT id FROM push_subscriptions WHERE user_id = @)',
    endings: [{ of: 'subscription_id IN (SELECT id FROM push_subscriptions WHERE user_id = @)' }],
    own: 'kind word about about_id at done_at outcome',
    secret: 'id subscription_id event attempts next_at',
  },
  push_subscriptions: {
    endings: ends,
    secret: 'id user_id session_hash endpoint p256dh auth created_at',
  },
  push_muted: { told: theirs, endings: ends, own: 'kind', secret: 'user_id' },
  sessions: {
    told: theirs,
    endings: ends,
    own: 'created_at last_seen_at expires_at device time_zone',
    secret: 'token_hash user_id is_strong',
  },
  kept_mails: {
    told: 'id IN (SELECT id FROM mail_outbox WHERE user_id = @)',
    endings: [
      {
        of: 'id IN (SELECT id FROM mail_outbox WHERE user_id = @) OR address = (SELECT email FROM users WHERE id = @)',
      },
    ],
    own: 'at address subject text',
    secret: 'id html',
  },
  mail_outbox: {
    told: theirs,
    endings: ends,
    own: 'kind word about about_id at done_at outcome',
    secret: 'id user_id event attempts next_at',
  },
  mail_muted: { told: theirs, endings: ends, own: 'kind', secret: 'user_id' },
  mail_addresses: { told: theirs, endings: ends, own: 'address verified_at bounced_at', secret: 'user_id' },
  // Others got answers about them.
  sync_ops: {
    endings: [
      ...ends,
      {
        of: answered('userId'),
        words: {
          answer: replaced({
            ...all(FORMER_NAME, 'buyerUsername renterUsername'),
            customizations: "json('{}')",
            ...all('NULL', 'deliveryAddress note'),
          }),
        },
      },
      ...['ownerId', 'sellerId'].map((side) => ({
        of: answered(side),
        words: {
          answer: replaced({
            ...all(FORMER_NAME, 'ownerUsername sellerUsername'),
            ...all(FORMER_THING, 'listingTitle itemTitle'),
            ...all("''", 'listingPhoto itemPhoto terms'),
            ...all('NULL', 'pickupAddress pickupNote trackingNote'),
          }),
        },
      })),
      {
        of: answered('reporterId'),
        words: { answer: replaced({ description: REMOVED, images: "json('[]')", repairInvoiceUrl: 'NULL' }) },
      },
      {
        of: answered('authorId'),
        words: { answer: replaced({ authorUsername: FORMER_NAME, content: "''" }) },
      },
      // A review of a renter or buyer names no thing.
      {
        of: answered('subjectId'),
        words: { answer: replaced({ title: `iif(json_extract(answer, '$.title') IS NULL, NULL, ${FORMER_THING})` }) },
      },
    ],
    secret: 'user_id op_id route body_hash status answer at',
  },

  // Words for oneself.
  drafts: {
    told: theirs,
    endings: ends,
    own: 'kind fields others earlier created_at updated_at deleted_at',
    secret: 'key user_id',
  },
  board_posts: {
    told: 'board_key IN (SELECT key FROM boards WHERE user_id = @)',
    endings: [{ of: 'board_key IN (SELECT key FROM boards WHERE user_id = @)' }],
    own: 'board_key post_id created_at',
  },
  board_things: {
    told: 'board_key IN (SELECT key FROM boards WHERE user_id = @)',
    endings: [{ of: 'board_key IN (SELECT key FROM boards WHERE user_id = @)' }],
    own: 'board_key kind thing_id pieces created_at',
  },
  boards: {
    told: theirs,
    endings: ends,
    own: 'key name event_date place guests created_at deleted_at',
    secret: 'user_id',
  },
  post_marks: { told: theirs, endings: ends, own: 'kind post_id created_at', secret: 'user_id' },
  mark_presses: { endings: ends, secret: 'kind post_id user_id pressed_at' },
  person_blocks: {
    told: theirs,
    endings: [{ of: 'user_id = @ OR blocked_id = @' }],
    own: 'blocked_id created_at',
    secret: 'user_id pressed_at',
  },
  block_presses: { endings: [{ of: 'user_id = @ OR blocked_id = @' }], secret: 'user_id blocked_id pressed_at' },
  thread_reads: { told: theirs, endings: ends, own: 'about about_id message_id at', secret: 'user_id' },
  user_blocked_dates: {
    told: theirs,
    endings: ends,
    own: 'id start_date end_date reason listing_id created_at',
    secret: 'user_id client_id',
  },

  // Words that others were told.
  messages: {
    told: `${ofBooking} OR ${ofOrder}`,
    endings: [{ of: 'sender_id = @', words: { content: REMOVED } }],
    own: 'content',
    facts: 'id booking_id purchase_id sender_id created_at composed_at',
    inner: 'client_id',
  },
  question_messages: {
    told: 'question_id IN (SELECT id FROM questions WHERE user_id = @ OR owner_id = @)',
    endings: [{ of: 'sender_id = @', words: { content: REMOVED } }],
    own: 'content',
    facts: 'id question_id sender_id created_at composed_at',
    inner: 'client_id',
  },
  // A question is shown with the names and the title of today.
  questions: {
    told: 'user_id = @ OR owner_id = @',
    endings: [{ of: 'user_id = @ OR owner_id = @', words: { created_at: 'created_at' } }],
    facts: 'id listing_id item_id user_id owner_id created_at',
  },
  reviews: {
    told: 'author_id = @ OR (subject_id = @ AND revealed_at IS NOT NULL AND hidden_at IS NULL)',
    endings: [
      { of: 'author_id = @', words: { content: "''" } },
      { of: 'subject_id = @', words: { answer: 'NULL' } },
    ],
    own: 'content answer',
    facts:
      'id booking_id purchase_id author_id subject_id listing_id item_id stars points created_at reveals_at revealed_at answered_at',
    inner: 'hidden_at answer_hidden_at',
    as: { answer: 'CASE WHEN subject_id = @ OR answer_hidden_at IS NULL THEN answer END' },
  },
  handovers: {
    told: ofBooking,
    endings: [
      {
        of: `booking_id IN (SELECT id FROM bookings WHERE user_id = @ OR owner_id = @) AND ${theirs}`,
        words: { note: 'NULL', photos: "'[]'", at_claim: 'NULL' },
      },
    ],
    own: 'note photos at_claim',
    facts: 'id booking_id user_id moment checks composed_at updated_at',
  },
  damage_reports: {
    told: ofBooking,
    endings: [
      { of: 'reporter_id = @', words: { description: REMOVED, images: "'[]'", repair_invoice_url: 'NULL' } },
      {
        of: 'booking_id IN (SELECT id FROM bookings WHERE user_id = @)',
        words: { renter_response: 'NULL', renter_response_images: 'NULL' },
      },
    ],
    own: 'description images repair_invoice_url renter_response renter_response_images',
    as: earningsOf('reporter_id', 'transferred_at'),
    facts:
      'id booking_id reporter_id repair_estimate status final_amount decision_note payment_state created_at status_changed_at reviewed_at resolved_at response_deadline transferred_at',
    inner: 'payment_attempt stripe_charge_id stripe_payment_intent_id held_because client_id',
  },
  bookings: {
    told: 'user_id = @ OR (owner_id = @ AND held_at IS NOT NULL)',
    endings: [
      { of: theirs, words: { note: 'NULL', payment_method_id: 'NULL', delivery_address: 'NULL' } },
      {
        of: 'owner_id = @',
        words: {
          listing_title: FORMER_THING,
          ...all("''", 'listing_photo terms'),
          ...all('NULL', 'pickup_address pickup_note'),
        },
      },
    ],
    own: 'note listing_title listing_photo terms pickup_address pickup_note delivery_address',
    secret: 'payment_method_id',
    as: {
      pickup_address: placeTold('pickup_address'),
      pickup_note: placeTold('pickup_note'),
      delivery_address: `CASE WHEN user_id = @ OR status IN ('paid', 'completed') THEN delivery_address END`,
      ...earningsOf('owner_id', 'fee_amount', 'released_at', 'transferred_amount'),
    },
    facts:
      'id listing_id user_id owner_id start_date end_date quantity status status_reason status_changed_at payment_state held_at expires_at pay_by total_amount refunded_amount price_cents week_price_cents buffer_days delivery_fee_cents cancellation_preset timezone fee_amount released_at transferred_amount dispute_state consent_version consent_at terms_version created_at',
    inner: 'payment_attempt stripe_payment_intent_id stripe_charge_id capture_before held_because client_id',
  },
  booking_history: { told: ofBooking, facts: 'id booking_id at actor status reason' },
  made_to_order_purchases: {
    told: 'user_id = @ OR (seller_id = @ AND stripe_charge_id IS NOT NULL)',
    endings: [
      {
        of: theirs,
        words: { customizations: "'{}'", delivery_address: 'NULL', note: 'NULL', payment_method_id: 'NULL' },
      },
      {
        of: 'seller_id = @',
        words: { item_title: FORMER_THING, item_photo: "''", terms: "''", tracking_note: 'NULL' },
      },
    ],
    own: 'customizations delivery_address note item_title item_photo terms tracking_note',
    secret: 'payment_method_id',
    as: earningsOf('seller_id', 'fee_amount', 'released_at', 'transferred_amount'),
    facts:
      'id item_id user_id seller_id quantity status status_changed_at payment_state pay_by total_amount refunded_amount fee_amount released_at transferred_amount dispute_state estimated_delivery_date need_by cancel_asked_at not_arrived_at late_told_at consent_version consent_at terms_version created_at',
    inner: 'payment_attempt stripe_payment_intent_id stripe_charge_id held_because client_id',
  },
  purchase_history: { told: ofOrder, facts: 'id purchase_id at actor status reason' },

  // Reports, and what operators decided.
  reports: {
    told: 'reporter_id = @',
    endings: [
      { of: 'reporter_id = @', words: { words: "''" } },
      {
        of: 'owner_id = @',
        words: { title: FORMER_THING, content: "''", photo: "''", closed_at: 'coalesce(closed_at, :now)' },
      },
      // Other people's words about this person's offerings are named by their titles.
      {
        of: `(${reportedIn('messages', 'message')}) OR (${reportedIn('reviews', 'review', 'review_answer')}) OR (${reportedIn('handovers', 'handover')}) OR (${reportedIn('damage_reports', 'claim', 'answer')}) OR (${reportedQuestions})`,
        words: { title: FORMER_THING },
      },
    ],
    own: 'words',
    // The reporter may see nothing of the thing any more, and is not told when it was decided on.
    secret: 'title content photo closed_at',
    facts: 'id kind subject_id reporter_id reason created_at',
    inner: 'owner_id act_id',
  },
  // The owner is not told of a report that was dismissed.
  moderation_acts: {
    told: "person_id = @ AND act <> 'dismiss'",
    endings: [{ of: 'person_id = @', words: { reason: "''" } }],
    own: 'reason',
    facts: 'id at kind subject_id person_id act',
    inner: 'operator',
  },
  appeals: {
    told: 'act_id IN (SELECT id FROM moderation_acts WHERE person_id = @)',
    endings: [
      {
        of: 'act_id IN (SELECT id FROM moderation_acts WHERE person_id = @)',
        words: { words: "''", answer: 'NULL' },
      },
    ],
    own: 'words answer',
    facts: 'act_id created_at decided_at taken_back',
    inner: 'operator',
  },

  // Things that were on show.
  inspiration_posts: {
    told: theirs,
    endings: [
      {
        of: theirs,
        words: {
          ...all("''", 'title image_url'),
          ...all('NULL', 'description alt shape'),
          ...all("'[]'", 'links tags'),
          ...archived,
        },
      },
    ],
    own: 'title description image_url alt shape links tags deleted_at',
    facts: 'id user_id created_at hidden_at',
    inner: 'client_id',
  },
  made_to_order_items: {
    told: theirs,
    endings: [
      {
        of: theirs,
        words: {
          ...all("''", 'title description main_image terms'),
          ...all("'[]'", 'images photo_alts customization_options'),
          ...archived,
        },
      },
    ],
    own: 'title description images main_image photo_alts customization_options terms deleted_at',
    facts: 'id user_id price category lead_time_in_days paused_until review_count review_stars created_at hidden_at',
    inner: 'client_id',
  },
  listings: {
    told: theirs,
    endings: [
      {
        of: theirs,
        words: {
          ...all("''", 'title description main_image terms'),
          ...all("'[]'", 'images photo_alts'),
          ...all('NULL', 'street city state zip_code neighborhood pickup_note'),
          ...archived,
        },
      },
    ],
    own: 'title description images main_image photo_alts terms street city state zip_code neighborhood pickup_note deleted_at',
    facts:
      'id user_id price_cents min_days max_days week_price_cents buffer_days delivery_miles delivery_fee_cents category available quantity cancellation_preset timezone review_count review_stars created_at hidden_at',
    inner: 'client_id',
  },
  listing_days: {
    told: 'listing_id IN (SELECT id FROM listings WHERE user_id = @)',
    facts: 'listing_id day taken capacity',
  },
  uploads: {
    told: theirs,
    endings: ends,
    own: 'sha256 bytes width height created_at',
    secret: 'id user_id tint',
  },

  // The books: amounts under a number.
  ledger_accounts: { told: theirs, facts: 'id name kind balance sent', inner: 'user_id' },
  ledger_entries: {
    told: 'account_id IN (SELECT id FROM ledger_accounts WHERE user_id = @)',
    facts: 'tx_id account_id amount',
    inner: 'n',
  },
  ledger_txs: {
    told: 'id IN (SELECT e.tx_id FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.user_id = @)',
    facts: 'id kind booking_id purchase_id at',
    inner: 'dedupe sealed',
  },
  payment_ops: {
    inner:
      'id business_key kind booking_id purchase_id amount state sender send_until tries target_id provider_id sent_at attempts next_at error_code created_at done_at',
  },
  payment_disputes: {
    told: `(${ofBooking} OR ${ofOrder}) AND state IN ('${DisputeState.options.join("', '")}')`,
    facts: 'booking_id purchase_id is_damage state taken reason opened_at closed_at',
    inner: 'id answer_by',
    as: { taken: toPayer('taken'), reason: toPayer('reason') },
  },
  // The commands that forget a person at the provider keep the provider's number until they are done.
  account_ops: {
    endings: [{ of: "user_id = @ AND kind IN ('customer', 'account')" }],
    secret: 'business_key user_id kind request state provider_id created_at done_at',
  },
  payment_set_aside: { inner: 'name reason attempts since next_at' },
  stripe_events: {
    endings: [{ of: 'object_id IN (SELECT stripe_account_id FROM users WHERE id = @)' }],
    inner: 'id type object_id state attempts received_at next_at',
  },
  provider_movements: { inner: 'id type source amount fee created_at' },
  provider_cursors: { inner: 'name at' },

  // The log of operators: it names people by their number, and nobody can change a line.
  operator_acts: { inner: 'id at operator act subject note' },

  write_guard: { inner: 'failed' },

  account_identities: {
    endings: [{ of: theirs, words: { seal_public_key: "''", seal_private_key: "''" } }],
    secret: 'seal_public_key seal_private_key',
    inner: 'user_id account_id',
  },
  users: {
    told: 'id = @',
    endings: [
      {
        of: 'id = @',
        words: {
          username: FORMER_NAME,
          // No name that somebody types is looked up with a capital letter.
          username_key: `'${FORMER_MEMBER} ' || id`,
          ...all("''", 'email password_hash'),
          ...all('NULL', 'stripe_account_id stripe_customer_id default_payment_method_id payout_trouble'),
          ...all('NULL', 'profile_photo description street city state zip_code neighborhood'),
          ...all('NULL', 'calendar_token calendar_nonce'),
          ...all('0', 'has_completed_stripe_onboarding has_completed_address_setup'),
          closed_at: ':now',
        },
      },
    ],
    own: 'username email profile_photo description street city state zip_code neighborhood has_completed_stripe_onboarding has_completed_address_setup payout_trouble closed_at',
    secret:
      'username_key password_hash stripe_account_id stripe_customer_id default_payment_method_id calendar_token calendar_nonce',
    facts:
      'id suspended_at payouts_held_at is_operator operator_role review_count review_stars terms_version terms_at created_at closing_at',
  },

  // The change feed: numbers of rows, and the keys that the person's devices have made.
  leases: { inner: 'name owner token until' },
  // The name of an account is hashed there, and forgotten within hours.
  limit_records: {
    endings: [{ of: "key IN ('code/account/@', 'email-link/account/@', 'password-link/account/@')" }],
    inner: 'key count at until',
  },
  // Triggers keep them: the links of a post go when its account ends.
  post_links: { inner: 'kind thing_id post_id' },
  search_state: { inner: 'id seq' },
  place_areas: { inner: 'neighborhood area' },
  // Rows that leave the listings or items leave the indexes with the next look.
  listing_texts: { inner: 'title labels description filters' },
  search_words: { inner: 'id word n' },
  search_word_parts: { inner: 'word' },
  item_search_state: { inner: 'id seq' },
  item_texts: { inner: 'title labels description filters' },
  item_words: { inner: 'id word n' },
  item_word_parts: { inner: 'word' },
  sync_clock: { inner: 'id seq open base epoch epoch_from life mark_key triggers device_rows' },
  sync_runs: { inner: 'n run began' },
  sync_days: { inner: 'day seq' },
  sync_feed: { endings: [{ of: "scope = 'u:@'" }], inner: 'scope coll rid seq del' },
  sync_scopes: { endings: [{ of: "scope = 'u:@'" }], inner: 'scope head floor n sum' },
  timer_turns: { inner: 'name at' },
}

/** The columns of one list. */
export const columnsIn = (list = '') => list.split(' ').filter((column) => column !== '')
