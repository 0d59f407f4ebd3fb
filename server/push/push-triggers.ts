import { type BookingStatus, UNSENT_REASONS } from '#schema/booking'
import type { DamageStatus } from '#schema/damage-report'
import { ESSENTIAL_KINDS } from '#schema/mail'
import type { PurchaseStatus } from '#schema/purchase'
import type { NoticeWord, PushKind, PushNotice } from '#schema/push-notice'
import { starsOfCount } from '../db/stars-count'

/**
 * Notices for people whose app is closed. SQL triggers write them down in the batch that makes them true, so that no code path
 * can forget it and nothing is told that did not happen. They are generated from the list below and put in place by the first start of a build.
 */
export interface Alert {
  /** `INSERT ON messages`, `UPDATE OF status ON ...`. */
  on: string
  when: string
  kind: PushKind
  /** SQL, or one of the words. */
  word: NoticeWord | { sql: string }
  /** SQL that names the event: the same name is told once. */
  event: string
  about: PushNotice['about']
  id: string
  /** SQL of the user id of whoever is told. */
  to: string
  /** SQL of the instant at which it happened. */
  at: string
  /** A receipt is mailed; it is pushed only to those who want no mail of its kind. */
  isReceipt?: true
}

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const is = <Status extends string>(...statuses: Status[]) => `NEW.status IN (${quoted(statuses)})`
const was = <Status extends string>(...statuses: Status[]) => `OLD.status IN (${quoted(statuses)})`
const bookingOf = (column: string) => `(SELECT ${column} FROM bookings WHERE id = NEW.booking_id)`
const questionOf = (column: string) => `(SELECT ${column} FROM questions WHERE id = NEW.question_id)`
const orderOf = (column: string) => `(SELECT ${column} FROM made_to_order_purchases WHERE id = NEW.purchase_id)`
/** An offer reaches its owner when its hold is in place, an order its seller when it is paid. */
const ownerSees = `${bookingOf('held_at')} IS NOT NULL`
const sellerSees = `${orderOf('stripe_charge_id')} IS NOT NULL`

const messageAlert = { on: 'INSERT ON messages', kind: 'messages', word: 'message' } as const
const message = { ...messageAlert, event: `'message:' || NEW.id`, at: 'NEW.created_at' }
const history = { on: 'INSERT ON booking_history', event: `'booking:' || NEW.id`, at: 'NEW.at' }
const aboutBooking = { about: 'booking', id: 'NEW.booking_id' } as const
const aboutQuestion = { about: 'question', id: 'NEW.question_id' } as const
const aboutOrder = { about: 'order', id: 'NEW.purchase_id' } as const
const question = {
  ...{ ...message, ...aboutQuestion },
  on: 'INSERT ON question_messages',
  event: `'question:' || NEW.id`,
} as const
const orderHistory = {
  on: 'INSERT ON purchase_history',
  kind: 'orders',
  event: `'order:' || NEW.id`,
  at: 'NEW.at',
} as const
const claim = { kind: 'claims', ...aboutBooking, at: 'NEW.status_changed_at' } as const
const claimMoved = {
  ...claim,
  on: 'UPDATE OF status ON damage_reports',
  event: `'claim:' || NEW.id || ':' || NEW.status`,
} as const
const isRental = 'NEW.booking_id IS NOT NULL'
const isOrder = 'NEW.purchase_id IS NOT NULL'
/** The other side has not written theirs: whoever has knows that both are revealed. */
const wroteNone = `NOT EXISTS (SELECT 1 FROM reviews r WHERE r.author_id = NEW.subject_id
  AND (r.booking_id = NEW.booking_id OR r.purchase_id = NEW.purchase_id))`
/** The review can be read: it was not hidden before its time, nor its author suspended. */
const isReadable = `NEW.hidden_at IS NULL AND ${starsOfCount('NEW.author_id')}`
const reviewWaits = {
  on: 'INSERT ON reviews',
  kind: 'reviews',
  word: 'review_waiting',
  event: `'review:' || NEW.id`,
  to: 'NEW.subject_id',
  at: 'NEW.created_at',
} as const
const reviewRevealed = {
  ...reviewWaits,
  on: 'UPDATE OF revealed_at ON reviews',
  word: 'review',
  event: `'review-revealed:' || NEW.id`,
  at: 'NEW.revealed_at',
} as const
const reviewAnswers = { ...reviewRevealed, on: 'INSERT ON reviews', when: 'NEW.revealed_at IS NOT NULL' } as const

const receipt = {
  on: 'INSERT ON ledger_txs',
  kind: 'money',
  event: `'money:' || NEW.id`,
  at: 'NEW.at',
  isReceipt: true,
} as const
const posted = (...kinds: string[]) => `NEW.kind IN (${quoted(kinds)})`

const decided = `${was<DamageStatus>('under_review', 'expired')} AND ${is<DamageStatus>('resolved_approved', 'resolved_rejected')}`
const decision = {
  sql: `CASE WHEN ${is<DamageStatus>('resolved_approved')} THEN 'claim_approved' ELSE 'claim_rejected' END`,
}

/** Everything that is told, by whatever way. */
export const ALERTS: readonly Alert[] = [
  {
    ...message,
    ...aboutBooking,
    when: `NEW.booking_id IS NOT NULL AND NEW.sender_id = ${bookingOf('user_id')} AND ${ownerSees}`,
    to: bookingOf('owner_id'),
  },
  {
    ...message,
    ...aboutBooking,
    when: `NEW.booking_id IS NOT NULL AND NEW.sender_id = ${bookingOf('owner_id')}`,
    to: bookingOf('user_id'),
  },
  {
    ...message,
    ...aboutOrder,
    when: `NEW.purchase_id IS NOT NULL AND NEW.sender_id = ${orderOf('user_id')} AND ${sellerSees}`,
    to: orderOf('seller_id'),
  },
  {
    ...message,
    ...aboutOrder,
    when: `NEW.purchase_id IS NOT NULL AND NEW.sender_id = ${orderOf('seller_id')}`,
    to: orderOf('user_id'),
  },
  {
    ...question,
    when: `NEW.sender_id = ${questionOf('user_id')}`,
    to: questionOf('owner_id'),
  },
  {
    ...question,
    when: `NEW.sender_id = ${questionOf('owner_id')}`,
    to: questionOf('user_id'),
  },
  {
    on: 'UPDATE OF held_at ON bookings',
    when: `OLD.held_at IS NULL AND NEW.held_at IS NOT NULL AND ${is<BookingStatus>('pending')}`,
    kind: 'offers',
    word: 'offer',
    event: `'offer:' || NEW.id`,
    about: 'booking',
    id: 'NEW.id',
    to: 'NEW.owner_id',
    at: 'NEW.held_at',
  },
  {
    ...history,
    ...aboutBooking,
    // An offer that never reached its owner ends without a word.
    when: `${is<BookingStatus>('approved', 'declined', 'cancelled', 'expired')} AND NEW.actor <> 'renter'
      AND NOT (${is<BookingStatus>('expired')} AND coalesce(NEW.reason, '') IN (${UNSENT_REASONS.map((reason) => `'${reason}'`).join(', ')}))`,
    kind: 'answers',
    word: { sql: `iif(NEW.reason = 'hold_lapsed', 'lapsed', NEW.status)` },
    to: bookingOf('user_id'),
  },
  {
    ...history,
    ...aboutBooking,
    when: `${is<BookingStatus>('cancelled')} AND NEW.actor <> 'owner' AND ${ownerSees}`,
    kind: 'answers',
    word: 'cancelled',
    to: bookingOf('owner_id'),
  },
  {
    ...history,
    ...aboutBooking,
    when: is<BookingStatus>('completed'),
    kind: 'claims',
    word: 'report',
    to: bookingOf('owner_id'),
  },
  {
    on: 'UPDATE OF payment_state ON bookings',
    when: `NEW.payment_state = 'capture_failed' AND OLD.payment_state <> 'capture_failed'`,
    kind: 'money',
    word: 'pay',
    event: `'pay:' || NEW.id || ':' || NEW.payment_attempt`,
    about: 'booking',
    id: 'NEW.id',
    to: 'NEW.user_id',
    at: 'NEW.status_changed_at',
  },
  {
    ...claim,
    on: 'INSERT ON damage_reports',
    when: is<DamageStatus>('pending_review'),
    word: 'claim',
    event: `'claim:' || NEW.id`,
    to: bookingOf('user_id'),
  },
  {
    ...claimMoved,
    when: `${was<DamageStatus>('pending_review')} AND ${is<DamageStatus>('under_review')}`,
    word: 'claim_contested',
    to: bookingOf('owner_id'),
  },
  {
    ...claimMoved,
    when: `${was<DamageStatus>('pending_review')} AND ${is<DamageStatus>('resolved_approved')}`,
    word: 'claim_accepted',
    to: bookingOf('owner_id'),
  },
  { ...claimMoved, when: decided, word: decision, to: bookingOf('owner_id') },
  { ...claimMoved, when: decided, word: decision, to: bookingOf('user_id') },
  {
    ...claim,
    on: 'UPDATE OF payment_state ON damage_reports',
    when: `NEW.payment_state = 'action_needed' AND OLD.payment_state <> 'action_needed'`,
    kind: 'money',
    word: 'claim_pay',
    event: `'claim-pay:' || NEW.id || ':' || NEW.payment_attempt`,
    to: bookingOf('user_id'),
  },
  {
    ...orderHistory,
    ...aboutOrder,
    when: `${is<PurchaseStatus>('paid')} AND NEW.actor = 'provider'`,
    word: 'order',
    to: orderOf('seller_id'),
  },
  {
    ...orderHistory,
    ...aboutOrder,
    // A line about lateness moves nothing, and has words of its own.
    when: `${is<PurchaseStatus>('processing', 'shipped', 'delivered', 'cancelled')} AND NEW.actor <> 'buyer' AND NEW.reason IS NOT 'late'`,
    word: { sql: 'NEW.status' },
    to: orderOf('user_id'),
  },
  {
    ...orderHistory,
    ...aboutOrder,
    when: `NEW.reason = 'cancel_asked' AND NOT ${is<PurchaseStatus>('cancelled')}`,
    word: 'cancel_asked',
    to: orderOf('seller_id'),
  },
  {
    ...orderHistory,
    ...aboutOrder,
    // An order that was never paid ends without a word: its seller has not heard of it.
    when: `${is<PurchaseStatus>('cancelled')} AND NEW.actor <> 'seller' AND ${sellerSees}`,
    word: 'cancelled',
    to: orderOf('seller_id'),
  },
  {
    ...orderHistory,
    ...aboutOrder,
    when: `NEW.reason = 'not_arrived'`,
    word: 'not_arrived',
    to: orderOf('seller_id'),
  },
  ...['user_id', 'seller_id'].map((side) => ({
    ...orderHistory,
    ...aboutOrder,
    when: `NEW.reason = 'late'`,
    word: 'late' as const,
    to: orderOf(side),
  })),
  {
    ...history,
    ...aboutBooking,
    when: is<BookingStatus>('completed'),
    kind: 'reviews',
    word: 'review_open',
    to: bookingOf('user_id'),
  },
  ...(
    [
      { ...aboutBooking, when: isRental },
      { ...aboutOrder, when: isOrder },
    ] as const
  ).flatMap(({ when, ...deal }) => [
    { ...reviewWaits, ...deal, when: `${when} AND NEW.revealed_at IS NULL` },
    { ...reviewAnswers, ...deal, when: `${when} AND ${reviewAnswers.when}` },
    {
      ...reviewRevealed,
      ...deal,
      when: `${when} AND OLD.revealed_at IS NULL AND NEW.revealed_at IS NOT NULL AND ${isReadable} AND ${wroteNone}`,
    },
  ]),
  ...(
    [
      { deal: aboutBooking, isDeal: isRental, payer: bookingOf('user_id'), payee: bookingOf('owner_id') },
      { deal: aboutOrder, isDeal: isOrder, payer: orderOf('user_id'), payee: orderOf('seller_id') },
    ] as const
  ).flatMap(({ deal, isDeal, payer, payee }) =>
    (
      [
        ['paid', payer, ['capture', 'damage']],
        ['refunded', payer, ['refund', 'damage_refund', 'refund_settled']],
        ['sent_on', payee, ['transfer']],
      ] as const
    ).map(([word, to, kinds]) => ({ ...receipt, ...deal, word, to, when: `${isDeal} AND ${posted(...kinds)}` })),
  ),
]

/** A claim that its renter has not answered with a day left: no row changes then, so the timer asks for it. */
export const CLAIM_REMINDER = {
  alert: {
    kind: 'claims',
    word: 'claim_due',
    about: 'booking',
    event: `'claim-due:' || r.id`,
    id: 'r.booking_id',
    to: 'b.user_id',
    at: '?1',
  },
  /** ?1 and ?2: the ends of the deadlines that are looked for; ?1 is now. */
  open: `r.status = '${'pending_review' satisfies DamageStatus}' AND r.response_deadline > ?1 AND r.response_deadline <= ?2`,
  source: 'JOIN damage_reports r JOIN bookings b ON b.id = r.booking_id WHERE',
} as const

/** Browsers of `to` (SQL), unless this kind is switched off, get a line; `ON CONFLICT` makes it one. */
export function queueSql(alert: Omit<Alert, 'on' | 'when'>, source = ''): string {
  const { kind, word, event, about, id, to, at, isReceipt } = alert
  const said = typeof word === 'string' ? `'${word}'` : word.sql
  const unmailed = `AND EXISTS (SELECT 1 FROM mail_muted n WHERE n.user_id = s.user_id AND n.kind = '${kind}')`
  return `INSERT INTO push_outbox (subscription_id, event, kind, word, about, about_id, at, next_at)
    SELECT s.id, ${event}, '${kind}', ${said}, '${about}', ${id}, ${at}, ${at} FROM push_subscriptions s ${source || 'WHERE 1'}
      AND s.user_id = ${to} ${isReceipt ? unmailed : ''}
      AND NOT EXISTS (SELECT 1 FROM push_muted m WHERE m.user_id = s.user_id AND m.kind = '${kind}')
    ON CONFLICT (subscription_id, event) DO NOTHING`
}

/**
 * Mails what must reach its person and reached none of their browsers. `lost` (SQL) says which lines `p` of the push outbox
 * reach nobody any more; another browser that took the notice, or still may, is enough.
 */
export function mailInsteadSql(lost: string): string {
  return `INSERT INTO mail_outbox (user_id, event, kind, word, about, about_id, at, next_at)
    SELECT s.user_id, p.event, p.kind, p.word, p.about, p.about_id, p.at, p.at
    FROM push_outbox p JOIN push_subscriptions s ON s.id = p.subscription_id
    WHERE ${lost} AND p.kind IN (${ESSENTIAL_KINDS.map((kind) => `'${kind}'`)}) AND NOT EXISTS (
      SELECT 1 FROM push_subscriptions o JOIN push_outbox q ON q.subscription_id = o.id
      WHERE o.user_id = s.user_id AND q.event = p.event AND q.id <> p.id AND (q.done_at IS NULL OR q.outcome = 'sent'))
    ON CONFLICT (user_id, event) DO NOTHING`
}

/** A browser that goes takes its waiting lines along. */
const LOST_WITH_BROWSER = `DROP TRIGGER IF EXISTS mail_lost_push;
CREATE TRIGGER mail_lost_push BEFORE DELETE ON push_subscriptions FOR EACH ROW BEGIN
  ${mailInsteadSql('p.subscription_id = OLD.id AND p.done_at IS NULL')};
END;`

/** The SQL script that drops this module's triggers and creates them as the list above says. */
export function pushTriggers(): string {
  const alerts = ALERTS.map(
    (alert, index) => `DROP TRIGGER IF EXISTS push_alert_${index};
CREATE TRIGGER push_alert_${index} AFTER ${alert.on} FOR EACH ROW WHEN ${alert.when} BEGIN ${queueSql(alert)}; END;`,
  )
  return [...alerts, LOST_WITH_BROWSER].join('\n')
}
