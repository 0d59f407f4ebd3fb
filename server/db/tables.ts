import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type * as z from 'zod/mini'
import type { SignInResult } from '#schema/account'
import type { Address } from '#schema/address'
import type { BookingStatus, HistoryEntry, PaymentState } from '#schema/booking'
import type { MadeToOrderCategory, RentalCategory } from '#schema/category'
import type { DamagePaymentState, DamageStatus } from '#schema/damage-report'
import type { DraftKind, EarlierVersion, FieldVersion } from '#schema/draft'
import type { HeldBecause, Transaction, TransactionStatus, TransactionType } from '#schema/earnings'
import type { HandoverCheck, HandoverContent, HandoverMoment } from '#schema/handover'
import type { MarkKind, PhotoShape, PostLink } from '#schema/inspiration'
import type { CancellationPreset } from '#schema/listing'
import type { CustomizationOption } from '#schema/made-to-order'
import type { AccountLinkKind, AccountWord, MailEnd, PushEnd } from '#schema/mail'
import type { ModerationAct } from '#schema/moderation'
import type { OperatorRole } from '#schema/operator'
import type { DisputeState, PayoutTrouble } from '#schema/payment'
import type { DeliveryAddress, PurchaseHistoryEntry, PurchasePaymentState, PurchaseStatus } from '#schema/purchase'
import type { NoticeWord, PushKind, PushNotice } from '#schema/push-notice'
import type { Reportable, ReportReason } from '#schema/report'
import type { ReviewPoint } from '#schema/review'

/**
 * Every table. Instants are ISO-8601 UTC text, days are `YYYY-MM-DD`, money is integer cents, flags are 0 or 1.
 * The tables named in `sync/collections.ts` can only be written inside `db.write`, which feeds the change log.
 */
const id = () => integer('id').primaryKey({ autoIncrement: true })
const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false)
/** The row of another table that this one is about. */
const ref = (name: string, to: () => AnySQLiteColumn) => integer(name).notNull().references(to)
/** The person with whom the row goes. */
const ofPerson = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const json = <Shape>(name: string) => text(name, { mode: 'json' }).$type<Shape>()

export const users = sqliteTable(
  'users',
  {
    id: id(),
    username: text('username').notNull(),
    usernameKey: text('username_key').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    stripeAccountId: text('stripe_account_id'),
    stripeCustomerId: text('stripe_customer_id'),
    defaultPaymentMethodId: text('default_payment_method_id'),
    hasCompletedStripeOnboarding: flag('has_completed_stripe_onboarding'),
    /** The provider's last words on a payout account that does not work; null when it does, or there is none. */
    payoutTrouble: json<PayoutTrouble>('payout_trouble'),
    profilePhoto: text('profile_photo'),
    description: text('description'),
    street: text('street'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    neighborhood: text('neighborhood'),
    hasCompletedAddressSetup: flag('has_completed_address_setup'),
    /** Since when nothing of theirs is on show and nobody signs in: an operator has suspended them, or they are closing the account. */
    suspendedAt: text('suspended_at'),
    /** When the person closed the account: for some days they can take it back. */
    closingAt: text('closing_at'),
    /** When everything that they had written was removed; what is left is a number in the books. */
    closedAt: text('closed_at'),
    /** Since when nothing is sent on to them: suspension holds their payouts, an operator releases them. */
    payoutsHeldAt: text('payouts_held_at'),
    isOperator: flag('is_operator'),
    /** The duties of an operator; of no meaning for others. */
    operatorRole: text('operator_role').$type<OperatorRole>().notNull().default('support'),
    /** The hash of the token that opens the person's calendar to whoever knows it. */
    calendarToken: text('calendar_token'),
    /** The token is derived from this nonce and the key in DATA_DIR; null for a token from before that key. */
    calendarNonce: text('calendar_nonce'),
    /** Kept by trigger: how many reviews everybody can read, and their stars in all. */
    reviewCount: integer('review_count').notNull().default(0),
    reviewStars: integer('review_stars').notNull().default(0),
    /** The terms that the person has agreed to; null for accounts from before there were terms. */
    termsVersion: text('terms_version'),
    termsAt: text('terms_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('users_username_key').on(t.usernameKey),
    uniqueIndex('users_stripe_account').on(t.stripeAccountId),
    index('users_closing').on(t.closingAt).where(sql`${t.closingAt} IS NOT NULL AND ${t.closedAt} IS NULL`),
    index('users_payout_trouble').on(t.id).where(sql`${t.payoutTrouble} IS NOT NULL`),
    uniqueIndex('users_calendar_token').on(t.calendarToken),
  ],
)

export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: ofPerson(),
    createdAt: text('created_at').notNull(),
    lastSeenAt: text('last_seen_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    /** In words, such as "Firefox on Windows". */
    device: text('device').notNull().default(''),
    timeZone: text('time_zone'),
    /** Has its person proven more than a password in it? */
    isStrong: flag('is_strong'),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/** Public keys by which a person signs in. The private ones never leave their devices. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id, in base64url. */
    id: text('id').primaryKey(),
    userId: ofPerson(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Of its uses, as the device counts them; 0 where it does not. */
    counter: integer('counter').notNull(),
    transports: json<string[]>('transports').notNull(),
    name: text('name').notNull(),
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** The shared secret of an app that shows codes. */
export const codeSecrets = sqliteTable('code_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key outside the database. */
  secret: text('secret').notNull(),
  /** Null until the first code was typed. */
  turnedOnAt: text('turned_on_at'),
  /** The last period whose code was used: neither it nor one before it works again. */
  lastPeriod: integer('last_period').notNull().default(0),
})

/** Codes for whoever has lost the app, each good for once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: ofPerson(),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** A challenge for a passkey to sign, once. Without a person: for a sign-in. */
export const passkeyChallenges = sqliteTable('passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: text('expires_at').notNull(),
})

/** Tries to sign in to an account, for its person. No address of the network is kept. */
export const signIns = sqliteTable(
  'sign_ins',
  {
    id: text('id').primaryKey(),
    userId: ofPerson(),
    at: text('at').notNull(),
    device: text('device').notNull(),
    timeZone: text('time_zone'),
    result: text('result').$type<SignInResult>().notNull(),
  },
  (t) => [index('sign_ins_user').on(t.userId, t.at)],
)

/**
 * The permanent name of an account on devices: a random id that no other account ever gets, in this database or another, and
 * the keys with which a device seals what an ended session leaves unsent. Keys are in base64url.
 */
export const accountIdentities = sqliteTable(
  'account_identities',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    sealPublicKey: text('seal_public_key').notNull(),
    sealPrivateKey: text('seal_private_key').notNull(),
  },
  (t) => [uniqueIndex('account_identities_account').on(t.accountId)],
)

/** Browsers that have signed in to an account before: strangers' wrong tries do not hold them up. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    tokenHash: text('token_hash').notNull(),
    userId: ofPerson(),
    lastSeenAt: text('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tokenHash, t.userId] }), index('known_devices_user').on(t.userId, t.lastSeenAt)],
)

export const listings = sqliteTable(
  'listings',
  {
    id: id(),
    userId: ref('user_id', () => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    images: json<string[]>('images').notNull(),
    mainImage: text('main_image').notNull(),
    priceCents: integer('price_cents').notNull(),
    category: text('category').$type<RentalCategory>().notNull(),
    available: integer('available', { mode: 'boolean' }).notNull().default(true),
    terms: text('terms').notNull(),
    quantity: integer('quantity').notNull().default(1),
    cancellationPreset: text('cancellation_preset').$type<CancellationPreset>().notNull().default('standard'),
    timezone: text('timezone').notNull(),
    street: text('street'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    neighborhood: text('neighborhood'),
    photoAlts: json<string[]>('photo_alts').notNull().default([]),
    pickupNote: text('pickup_note'),
    // The owner's rules: null is no rule.
    minDays: integer('min_days'),
    maxDays: integer('max_days'),
    weekPriceCents: integer('week_price_cents'),
    /** Days between two rentals of a piece. */
    bufferDays: integer('buffer_days').notNull().default(0),
    /** The owner delivers within so many miles. */
    deliveryMiles: integer('delivery_miles'),
    deliveryFeeCents: integer('delivery_fee_cents'),
    /** Kept by trigger: how many reviews everybody can read, and their stars in all. */
    reviewCount: integer('review_count').notNull().default(0),
    reviewStars: integer('review_stars').notNull().default(0),
    hiddenAt: text('hidden_at'),
    deletedAt: text('deleted_at'),
    createdAt: text('created_at').notNull(),
    clientId: text('client_id'),
  },
  (t) => [
    index('listings_user').on(t.userId),
    uniqueIndex('listings_client').on(t.userId, t.clientId),
    index('listings_price').on(t.priceCents, t.id),
    check('listings_price', sql`${t.priceCents} > 0`),
    check('listings_quantity', sql`${t.quantity} > 0`),
    check('listings_week_price', sql`${t.weekPriceCents} > 0`),
    check('listings_buffer', sql`${t.bufferDays} BETWEEN 0 AND 14`),
    check('listings_delivery_fee', sql`${t.deliveryFeeCents} >= 0`),
  ],
)

export const bookings = sqliteTable(
  'bookings',
  {
    id: id(),
    listingId: ref('listing_id', () => listings.id),
    /** The renter. */
    userId: ref('user_id', () => users.id),
    ownerId: ref('owner_id', () => users.id),
    startDate: text('start_date').notNull(),
    endDate: text('end_date').notNull(),
    quantity: integer('quantity').notNull().default(1),
    note: text('note'),
    status: text('status').$type<BookingStatus>().notNull().default('pending'),
    statusReason: text('status_reason'),
    statusChangedAt: text('status_changed_at').notNull(),
    paymentState: text('payment_state').$type<PaymentState>().notNull().default('unconfirmed'),
    paymentMethodId: text('payment_method_id'),
    /** Counts the holds asked for: a second one follows a capture that failed. */
    paymentAttempt: integer('payment_attempt').notNull().default(1),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    stripeChargeId: text('stripe_charge_id'),
    captureBefore: text('capture_before'),
    heldAt: text('held_at'),
    /** When the offer ends by itself, or (unconfirmed) when it is dropped. */
    expiresAt: text('expires_at'),
    /** After a failed capture: when the renter must have paid. */
    payBy: text('pay_by'),
    totalAmount: integer('total_amount').notNull().default(0),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    // The agreed terms: a later edit of the listing changes none of them.
    listingTitle: text('listing_title').notNull(),
    listingPhoto: text('listing_photo').notNull(),
    priceCents: integer('price_cents').notNull(),
    terms: text('terms').notNull(),
    cancellationPreset: text('cancellation_preset').$type<CancellationPreset>().notNull(),
    timezone: text('timezone').notNull(),
    pickupAddress: text('pickup_address'),
    pickupNote: text('pickup_note'),
    weekPriceCents: integer('week_price_cents'),
    /** How many days after the last one `listing_days` counts too, for the owner to get the pieces ready. 0 until the days are taken. */
    bufferDays: integer('buffer_days').notNull().default(0),
    /** The part of the total that is for the delivery; null when the renter comes for the thing. */
    deliveryFeeCents: integer('delivery_fee_cents'),
    deliveryAddress: json<Address>('delivery_address'),
    /** The platform's share of the captured amount; fixed when it is captured. */
    feeAmount: integer('fee_amount').notNull().default(0),
    /** When the owner's part became theirs. */
    releasedAt: text('released_at'),
    /** Cents of the owner's part that were sent on to their payout account, or set off against their debt. */
    transferredAmount: integer('transferred_amount').notNull().default(0),
    /** Why what is the owner's does not move although its day has come. */
    heldBecause: text('held_because').$type<HeldBecause>(),
    /** The state of a dispute about its money at the renter's bank. */
    disputeState: text('dispute_state').$type<DisputeState>(),
    /** The words about holding and later charging that the renter agreed to. */
    consentVersion: text('consent_version'),
    consentAt: text('consent_at'),
    /** The terms that the renter had agreed to by then. */
    termsVersion: text('terms_version'),
    createdAt: text('created_at').notNull(),
    clientId: text('client_id'),
  },
  (t) => [
    index('bookings_listing').on(t.listingId, t.status),
    index('bookings_user').on(t.userId),
    index('bookings_owner').on(t.ownerId),
    index('bookings_due').on(t.status, t.expiresAt),
    index('bookings_payment').on(t.paymentState, t.status),
    index('bookings_charge').on(t.stripeChargeId),
    // Each timer finds its work by an index that holds nothing else: what is over is never looked at again.
    index('bookings_unreleased').on(t.paymentState, t.endDate).where(sql`${t.releasedAt} IS NULL`),
    index('bookings_unsent')
      .on(t.id)
      .where(
        sql`${t.releasedAt} IS NOT NULL AND ${t.transferredAmount} < (${t.totalAmount} - ${t.feeAmount}) - ${t.refundedAmount} * (${t.totalAmount} - ${t.feeAmount}) / max(1, ${t.totalAmount})`,
      ),
    index('bookings_held').on(t.heldBecause).where(sql`${t.heldBecause} IS NOT NULL`),
    uniqueIndex('bookings_client').on(t.userId, t.clientId),
    uniqueIndex('bookings_intent').on(t.stripePaymentIntentId),
    check('bookings_range', sql`${t.endDate} >= ${t.startDate}`),
    check('bookings_quantity', sql`${t.quantity} > 0`),
    check('bookings_refund', sql`${t.refundedAmount} BETWEEN 0 AND ${t.totalAmount}`),
    check('bookings_sides', sql`${t.userId} <> ${t.ownerId}`),
    check('bookings_buffer', sql`${t.bufferDays} BETWEEN 0 AND 14`),
    check('bookings_delivery_fee', sql`${t.deliveryFeeCents} BETWEEN 0 AND ${t.totalAmount}`),
  ],
)

/**
 * How many pieces of a listing are taken on a day: by the rentals that stand, each with the days after it for getting ready. The
 * CHECK is the promise that nothing is ever booked twice.
 */
export const listingDays = sqliteTable(
  'listing_days',
  {
    listingId: ref('listing_id', () => listings.id),
    day: text('day').notNull(),
    taken: integer('taken').notNull(),
    capacity: integer('capacity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listingId, t.day] }),
    check('listing_days_room', sql`${t.taken} BETWEEN 0 AND ${t.capacity}`),
  ],
)

/** The history of a booking, with actor and time; shown to both sides. */
export const bookingHistory = sqliteTable(
  'booking_history',
  {
    id: id(),
    bookingId: ref('booking_id', () => bookings.id),
    at: text('at').notNull(),
    actor: text('actor').$type<z.infer<typeof HistoryEntry>['actor']>().notNull(),
    status: text('status').$type<BookingStatus>().notNull(),
    reason: text('reason'),
  },
  (t) => [index('booking_history_booking').on(t.bookingId)],
)

/** One thread per booking or per purchase. */
export const messages = sqliteTable(
  'messages',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    purchaseId: integer('purchase_id').references(() => purchases.id),
    senderId: ref('sender_id', () => users.id),
    content: text('content').notNull(),
    createdAt: text('created_at').notNull(),
    composedAt: text('composed_at'),
    clientId: text('client_id'),
  },
  (t) => [
    index('messages_booking').on(t.bookingId),
    index('messages_purchase').on(t.purchaseId),
    index('messages_sender').on(t.senderId, t.createdAt),
    uniqueIndex('messages_client').on(t.senderId, t.clientId),
    check('messages_thread', sql`(${t.bookingId} IS NULL) <> (${t.purchaseId} IS NULL)`),
  ],
)

/** A question to the owner of a listing or an item before there is an offer or an order: one thread per asker and thing. */
export const questions = sqliteTable(
  'questions',
  {
    id: id(),
    listingId: integer('listing_id').references(() => listings.id),
    itemId: integer('item_id').references(() => madeToOrderItems.id),
    userId: ref('user_id', () => users.id),
    ownerId: ref('owner_id', () => users.id),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('questions_listing').on(t.listingId, t.userId),
    uniqueIndex('questions_item').on(t.itemId, t.userId),
    index('questions_user').on(t.userId),
    index('questions_owner').on(t.ownerId),
    check('questions_thing', sql`(${t.listingId} IS NULL) <> (${t.itemId} IS NULL)`),
    check('questions_sides', sql`${t.userId} <> ${t.ownerId}`),
  ],
)

export const questionMessages = sqliteTable(
  'question_messages',
  {
    id: id(),
    questionId: ref('question_id', () => questions.id),
    senderId: ref('sender_id', () => users.id),
    content: text('content').notNull(),
    createdAt: text('created_at').notNull(),
    composedAt: text('composed_at'),
    clientId: text('client_id'),
  },
  (t) => [
    index('question_messages_question').on(t.questionId),
    index('question_messages_sender').on(t.senderId, t.createdAt),
    uniqueIndex('question_messages_client').on(t.senderId, t.clientId),
  ],
)

export const damageReports = sqliteTable(
  'damage_reports',
  {
    id: id(),
    bookingId: ref('booking_id', () => bookings.id),
    reporterId: ref('reporter_id', () => users.id),
    description: text('description').notNull(),
    images: json<string[]>('images').notNull(),
    repairEstimate: integer('repair_estimate'),
    repairInvoiceUrl: text('repair_invoice_url'),
    status: text('status').$type<DamageStatus>().notNull().default('pending_review'),
    renterResponse: text('renter_response'),
    renterResponseImages: json<string[]>('renter_response_images'),
    finalAmount: integer('final_amount'),
    decisionNote: text('decision_note'),
    paymentState: text('payment_state').$type<DamagePaymentState>().notNull().default('none'),
    paymentAttempt: integer('payment_attempt').notNull().default(0),
    stripeChargeId: text('stripe_charge_id'),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    /** When what the renter paid was sent on to the owner. */
    transferredAt: text('transferred_at'),
    /** Why it has not been sent on yet. */
    heldBecause: text('held_because').$type<HeldBecause>(),
    createdAt: text('created_at').notNull(),
    statusChangedAt: text('status_changed_at').notNull(),
    reviewedAt: text('reviewed_at'),
    resolvedAt: text('resolved_at'),
    responseDeadline: text('response_deadline').notNull(),
    clientId: text('client_id'),
  },
  (t) => [
    uniqueIndex('damage_reports_booking').on(t.bookingId),
    uniqueIndex('damage_reports_client').on(t.reporterId, t.clientId),
    index('damage_reports_due').on(t.status, t.responseDeadline),
    index('damage_reports_payment').on(t.paymentState, t.transferredAt),
    index('damage_reports_charge').on(t.stripeChargeId),
    index('damage_reports_intent').on(t.stripePaymentIntentId),
  ],
)

/** How far a person has read a thread, on whatever device: up to this message. */
export const threadReads = sqliteTable(
  'thread_reads',
  {
    userId: ref('user_id', () => users.id),
    about: text('about').$type<PushNotice['about']>().notNull(),
    aboutId: integer('about_id').notNull(),
    messageId: integer('message_id').notNull(),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.about, t.aboutId] })],
)

/** People who want nothing more to do with somebody. */
export const personBlocks = sqliteTable(
  'person_blocks',
  {
    userId: ref('user_id', () => users.id),
    blockedId: ref('blocked_id', () => users.id),
    createdAt: text('created_at').notNull(),
    /** On the device; absent in rows of older builds. */
    pressedAt: text('pressed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.blockedId] }),
    index('person_blocks_blocked').on(t.blockedId),
    check('person_blocks_sides', sql`${t.userId} <> ${t.blockedId}`),
  ],
)

/** The last press of Block, or of taking it back, on any device of a person: a block itself goes with its row. */
export const blockPresses = sqliteTable(
  'block_presses',
  {
    userId: ref('user_id', () => users.id),
    blockedId: ref('blocked_id', () => users.id),
    pressedAt: text('pressed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] }), index('block_presses_blocked').on(t.blockedId)],
)

/** Both sides' reviews of a rental or an order; hidden until both have written or the time is over. */
export const reviews = sqliteTable(
  'reviews',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    purchaseId: integer('purchase_id').references(() => purchases.id),
    authorId: ref('author_id', () => users.id),
    subjectId: ref('subject_id', () => users.id),
    /** The listing or item that a renter or buyer reviews; both null in a review of a renter or buyer. */
    listingId: integer('listing_id').references(() => listings.id),
    itemId: integer('item_id').references(() => madeToOrderItems.id),
    stars: integer('stars').notNull(),
    points: json<ReviewPoint[]>('points').notNull(),
    content: text('content').notNull(),
    createdAt: text('created_at').notNull(),
    revealsAt: text('reveals_at').notNull(),
    revealedAt: text('revealed_at'),
    hiddenAt: text('hidden_at'),
    answer: text('answer'),
    answeredAt: text('answered_at'),
    /** An operator has hidden the answer: its author alone reads it still. */
    answerHiddenAt: text('answer_hidden_at'),
  },
  (t) => [
    uniqueIndex('reviews_booking').on(t.bookingId, t.authorId),
    uniqueIndex('reviews_purchase').on(t.purchaseId, t.authorId),
    index('reviews_author').on(t.authorId),
    index('reviews_subject').on(t.subjectId),
    index('reviews_listing').on(t.listingId),
    index('reviews_item').on(t.itemId),
    index('reviews_waiting').on(t.revealsAt).where(sql`${t.revealedAt} IS NULL`),
    check('reviews_deal', sql`(${t.bookingId} IS NULL) <> (${t.purchaseId} IS NULL)`),
    check('reviews_stars', sql`${t.stars} BETWEEN 1 AND 5`),
    check('reviews_sides', sql`${t.authorId} <> ${t.subjectId}`),
  ],
)

/** Acts of operators about people and what they have on show, each with the reason that is told. */
export const moderationActs = sqliteTable(
  'moderation_acts',
  {
    id: id(),
    at: text('at').notNull(),
    kind: text('kind').$type<Reportable>().notNull(),
    subjectId: integer('subject_id').notNull(),
    /** The person whose thing it is. */
    personId: ref('person_id', () => users.id),
    act: text('act').$type<ModerationAct>().notNull(),
    reason: text('reason').notNull(),
    /** A username, or 'the command line'; 'cli' in older rows. */
    operator: text('operator').notNull(),
  },
  (t) => [index('moderation_acts_subject').on(t.kind, t.subjectId), index('moderation_acts_person').on(t.personId)],
)

/** The one appeal of the person concerned against an act. */
export const appeals = sqliteTable(
  'appeals',
  {
    actId: integer('act_id')
      .primaryKey()
      .references(() => moderationActs.id),
    words: text('words').notNull(),
    createdAt: text('created_at').notNull(),
    decidedAt: text('decided_at'),
    takenBack: integer('taken_back', { mode: 'boolean' }),
    answer: text('answer'),
    operator: text('operator'),
  },
  (t) => [index('appeals_waiting').on(t.createdAt).where(sql`${t.decidedAt} IS NULL`)],
)

/** Things that people have reported to the operators; the reported never learn by whom. */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    kind: text('kind').$type<Reportable>().notNull(),
    subjectId: integer('subject_id').notNull(),
    /** The photo that the report is about; empty for all of the thing. */
    photo: text('photo').notNull().default(''),
    reporterId: ref('reporter_id', () => users.id),
    /** The person whose thing it is. */
    ownerId: ref('owner_id', () => users.id),
    reason: text('reason').$type<ReportReason>().notNull(),
    words: text('words').notNull(),
    /** The reported words as they stood then: the thing may change before an operator looks. */
    title: text('title').notNull(),
    content: text('content').notNull(),
    createdAt: text('created_at').notNull(),
    closedAt: text('closed_at'),
    /** The decision that has closed it. */
    actId: integer('act_id').references(() => moderationActs.id),
  },
  (t) => [
    index('reports_reporter').on(t.reporterId, t.createdAt),
    index('reports_subject').on(t.kind, t.subjectId),
    index('reports_owner').on(t.ownerId),
    index('reports_act').on(t.actId),
    index('reports_waiting').on(t.createdAt).where(sql`${t.closedAt} IS NULL`),
    check('reports_sides', sql`${t.reporterId} <> ${t.ownerId}`),
  ],
)

/** One side's notes when things were handed over or came back. */
export const handovers = sqliteTable(
  'handovers',
  {
    id: id(),
    bookingId: ref('booking_id', () => bookings.id),
    userId: ref('user_id', () => users.id),
    moment: text('moment').$type<HandoverMoment>().notNull(),
    checks: json<HandoverCheck[]>('checks').notNull(),
    photos: json<string[]>('photos').notNull(),
    note: text('note'),
    composedAt: text('composed_at'),
    updatedAt: text('updated_at').notNull(),
    /** The page as it stood when a claim was filed, if it was saved again since. */
    atClaim: json<HandoverContent>('at_claim'),
  },
  (t) => [uniqueIndex('handovers_page').on(t.bookingId, t.userId, t.moment)],
)

/** Forms being written, kept for their person's other devices. */
export const drafts = sqliteTable(
  'drafts',
  {
    key: text('key').primaryKey(),
    userId: ref('user_id', () => users.id),
    kind: text('kind').$type<DraftKind>().notNull(),
    fields: json<Record<string, FieldVersion>>('fields').notNull(),
    others: json<Record<string, FieldVersion[]>>('others').notNull(),
    /** Versions that a choice has put aside, for 30 days. */
    earlier: json<Record<string, EarlierVersion[]>>('earlier').notNull().default({}),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [index('drafts_user').on(t.userId)],
)

/** Places of money: cents on an account, debit positive, credit negative. */
export const ledgerAccounts = sqliteTable(
  'ledger_accounts',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<'asset' | 'liability' | 'revenue' | 'expense'>().notNull(),
    userId: integer('user_id').references(() => users.id),
    /** The sum of the account's entries; a trigger adds each entry. */
    balance: integer('balance').notNull().default(0),
    /** The part of the balance that transfers and reversals have made: they change where money is, not whose it is. */
    sent: integer('sent').notNull().default(0),
  },
  (t) => [
    uniqueIndex('ledger_accounts_name').on(t.name),
    index('ledger_accounts_debit').on(t.name).where(sql`${t.balance} > 0`),
  ],
)

/** Something that happened to money. Entries can be added until it is sealed, which demands that they balance. */
export const ledgerTxs = sqliteTable(
  'ledger_txs',
  {
    id: id(),
    kind: text('kind').notNull(),
    bookingId: integer('booking_id').references(() => bookings.id),
    purchaseId: integer('purchase_id').references(() => purchases.id),
    /** `<kind>:<id of the object at the provider>`: whoever posts first, it is posted once. */
    dedupe: text('dedupe').notNull(),
    at: text('at').notNull(),
    sealed: flag('sealed'),
  },
  (t) => [
    uniqueIndex('ledger_txs_dedupe').on(t.dedupe),
    index('ledger_txs_booking').on(t.bookingId),
    index('ledger_txs_purchase').on(t.purchaseId),
  ],
)

export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    txId: ref('tx_id', () => ledgerTxs.id),
    n: integer('n').notNull(),
    accountId: ref('account_id', () => ledgerAccounts.id),
    amount: integer('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.txId, t.n] }),
    index('ledger_entries_account').on(t.accountId, t.amount),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
  ],
)

/**
 * The lines of a person's earnings: what the ledger's entries say of the person and of the fee. A line of money that
 * waits for its release is `pending`. The last four columns tell when a pending line becomes theirs.
 */
export const earningLines = sqliteView('earning_lines', {
  id: integer('id').notNull(),
  userId: integer('user_id').notNull(),
  type: text('type').$type<TransactionType>().notNull(),
  bookingId: integer('booking_id'),
  purchaseId: integer('purchase_id'),
  title: text('title').notNull(),
  amount: integer('amount').notNull(),
  fee: integer('fee').notNull(),
  status: text('status').$type<TransactionStatus>().notNull(),
  heldBecause: text('held_because').$type<HeldBecause>(),
  /** The cause of the line, where its type alone does not say it. */
  cause: text('cause').$type<Transaction['cause']>(),
  createdAt: text('created_at').notNull(),
  timezone: text('timezone'),
  endDate: text('end_date'),
  orderStatus: text('order_status').$type<PurchaseStatus>(),
  orderStatusChangedAt: text('order_status_changed_at'),
}).as(sql`
  SELECT t.id, coalesce(b.owner_id, p.seller_id) AS user_id,
    CASE WHEN t.kind = 'capture' AND t.booking_id IS NOT NULL THEN 'rental'
      WHEN t.kind = 'capture' THEN 'made_to_order'
      WHEN t.kind IN ('damage', 'damage_refund_returned') OR x.is_damage = 1 THEN 'damage'
      ELSE 'refund' END AS type,
    t.booking_id, t.purchase_id, coalesce(b.listing_title, p.item_title) AS title,
    (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.tx_id = t.id AND a.user_id IS NOT NULL) AS amount,
    (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.tx_id = t.id AND a.name IN ('fee_deferred', 'fee_revenue')) AS fee,
    CASE WHEN t.kind IN ('capture', 'refund_decided', 'dispute_lost') AND x.is_damage IS NOT 1
      AND coalesce(b.released_at, p.released_at) IS NULL THEN 'pending' ELSE 'available' END AS status,
    CASE WHEN t.kind IN ('damage', 'damage_refund', 'damage_refund_returned') OR x.is_damage = 1 THEN d.held_because ELSE coalesce(b.held_because, p.held_because) END AS held_because,
    CASE t.kind WHEN 'dispute_lost' THEN 'dispute' WHEN 'cancel_fee' THEN 'cancel_fee' END AS cause,
    t.at AS created_at, b.timezone, b.end_date, p.status AS order_status, p.status_changed_at AS order_status_changed_at
  FROM ledger_txs t
    LEFT JOIN bookings b ON b.id = t.booking_id
    LEFT JOIN made_to_order_purchases p ON p.id = t.purchase_id
    LEFT JOIN damage_reports d ON d.booking_id = t.booking_id
    LEFT JOIN payment_disputes x ON t.kind = 'dispute_lost' AND x.id = substr(t.dedupe, length('dispute-lost:') + 1)
  WHERE t.sealed = 1
    AND t.kind IN ('capture', 'refund_decided', 'damage', 'damage_refund', 'damage_refund_returned', 'dispute_lost', 'cancel_fee')
    AND EXISTS (SELECT 1 FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.tx_id = t.id AND (a.user_id IS NOT NULL OR a.name IN ('fee_deferred', 'fee_revenue')))`)

/** Everything that operators did, never changed and never deleted. */
export const operatorActs = sqliteTable('operator_acts', {
  id: id(),
  at: text('at').notNull(),
  operator: text('operator').notNull(),
  act: text('act').notNull(),
  subject: text('subject').notNull(),
  note: text('note').notNull(),
})

/** The time and the device of a thing's last edit, and of the last press of each kind on it, for those who edit it on two. */
export const lastEdits = sqliteTable(
  'last_edits',
  {
    kind: text('kind').$type<'listing' | 'item' | 'post' | 'listing.show' | 'item.pause' | 'item.archive'>().notNull(),
    subjectId: integer('subject_id').notNull(),
    userId: ref('user_id', () => users.id),
    at: text('at').notNull(),
    device: text('device').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subjectId] }), index('last_edits_user').on(t.userId)],
)

export const userBlockedDates = sqliteTable(
  'user_blocked_dates',
  {
    id: id(),
    userId: ref('user_id', () => users.id),
    startDate: text('start_date').notNull(),
    endDate: text('end_date').notNull(),
    reason: text('reason'),
    /** Null blocks the days for all of the person's listings. */
    listingId: integer('listing_id').references(() => listings.id),
    createdAt: text('created_at').notNull(),
    clientId: text('client_id'),
  },
  (t) => [
    index('user_blocked_dates_user').on(t.userId, t.startDate),
    uniqueIndex('user_blocked_dates_client').on(t.userId, t.clientId),
    check('user_blocked_dates_range', sql`${t.endDate} >= ${t.startDate}`),
  ],
)

export const madeToOrderItems = sqliteTable(
  'made_to_order_items',
  {
    id: id(),
    userId: ref('user_id', () => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    images: json<string[]>('images').notNull(),
    mainImage: text('main_image').notNull(),
    price: integer('price').notNull(),
    category: text('category').$type<MadeToOrderCategory>().notNull(),
    customizationOptions: json<CustomizationOption[]>('customization_options').notNull(),
    leadTimeInDays: integer('lead_time_in_days').notNull(),
    terms: text('terms').notNull(),
    photoAlts: json<string[]>('photo_alts').notNull().default([]),
    pausedUntil: text('paused_until'),
    createdAt: text('created_at').notNull(),
    /** Kept by trigger: how many reviews everybody can read, and their stars in all. */
    reviewCount: integer('review_count').notNull().default(0),
    reviewStars: integer('review_stars').notNull().default(0),
    hiddenAt: text('hidden_at'),
    deletedAt: text('deleted_at'),
    clientId: text('client_id'),
  },
  (t) => [
    index('made_to_order_items_user').on(t.userId),
    index('made_to_order_items_price').on(t.price, t.id),
    uniqueIndex('made_to_order_items_client').on(t.userId, t.clientId),
    check('made_to_order_items_price', sql`${t.price} > 0`),
    check('made_to_order_items_lead', sql`${t.leadTimeInDays} > 0`),
  ],
)

export const purchases = sqliteTable(
  'made_to_order_purchases',
  {
    id: id(),
    itemId: ref('item_id', () => madeToOrderItems.id),
    userId: ref('user_id', () => users.id),
    sellerId: ref('seller_id', () => users.id),
    quantity: integer('quantity').notNull().default(1),
    customizations: json<Record<string, string>>('customizations').notNull(),
    deliveryAddress: json<DeliveryAddress>('delivery_address'),
    note: text('note'),
    status: text('status').$type<PurchaseStatus>().notNull().default('pending'),
    statusChangedAt: text('status_changed_at').notNull(),
    paymentState: text('payment_state').$type<PurchasePaymentState>().notNull().default('unpaid'),
    paymentMethodId: text('payment_method_id'),
    /** Counts the charges asked for: another card after a refused one. */
    paymentAttempt: integer('payment_attempt').notNull().default(1),
    stripePaymentIntentId: text('stripe_payment_intent_id'),
    stripeChargeId: text('stripe_charge_id'),
    payBy: text('pay_by'),
    totalAmount: integer('total_amount').notNull().default(0),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    feeAmount: integer('fee_amount').notNull().default(0),
    releasedAt: text('released_at'),
    /** Cents of the seller's part that were sent on to their payout account, or set off against their debt. */
    transferredAmount: integer('transferred_amount').notNull().default(0),
    /** Why what is the seller's does not move although its day has come. */
    heldBecause: text('held_because').$type<HeldBecause>(),
    /** The state of a dispute about its money at the buyer's bank. */
    disputeState: text('dispute_state').$type<DisputeState>(),
    estimatedDeliveryDate: text('estimated_delivery_date'),
    needBy: text('need_by'),
    trackingNote: text('tracking_note'),
    cancelAskedAt: text('cancel_asked_at'),
    /** When its buyer said that it did not arrive; null again once this is settled. */
    notArrivedAt: text('not_arrived_at'),
    /** When both sides were told that it is late and will end by itself. */
    lateToldAt: text('late_told_at'),
    /** The words about charging that the buyer agreed to. */
    consentVersion: text('consent_version'),
    consentAt: text('consent_at'),
    /** The terms that the buyer had agreed to by then. */
    termsVersion: text('terms_version'),
    itemTitle: text('item_title').notNull(),
    itemPhoto: text('item_photo').notNull(),
    terms: text('terms').notNull(),
    createdAt: text('created_at').notNull(),
    clientId: text('client_id'),
  },
  (t) => [
    index('purchases_user').on(t.userId),
    index('purchases_seller').on(t.sellerId),
    index('purchases_item').on(t.itemId),
    index('purchases_charge').on(t.stripeChargeId),
    index('purchases_unpaid').on(t.payBy).where(sql`${t.payBy} IS NOT NULL`),
    index('purchases_unreleased').on(t.status, t.estimatedDeliveryDate).where(sql`${t.releasedAt} IS NULL`),
    index('purchases_unsent')
      .on(t.id)
      .where(
        sql`${t.releasedAt} IS NOT NULL AND ${t.transferredAmount} < (${t.totalAmount} - ${t.feeAmount}) - ${t.refundedAmount} * (${t.totalAmount} - ${t.feeAmount}) / max(1, ${t.totalAmount})`,
      ),
    index('purchases_held').on(t.heldBecause).where(sql`${t.heldBecause} IS NOT NULL`),
    uniqueIndex('purchases_client').on(t.userId, t.clientId),
    uniqueIndex('purchases_intent').on(t.stripePaymentIntentId),
  ],
)

/** The history of an order, with actor and time; shown to both sides. */
export const purchaseHistory = sqliteTable(
  'purchase_history',
  {
    id: id(),
    purchaseId: ref('purchase_id', () => purchases.id),
    at: text('at').notNull(),
    actor: text('actor').$type<z.infer<typeof PurchaseHistoryEntry>['actor']>().notNull(),
    status: text('status').$type<PurchaseStatus>().notNull(),
    reason: text('reason'),
  },
  (t) => [index('purchase_history_purchase').on(t.purchaseId)],
)

export const inspirationPosts = sqliteTable(
  'inspiration_posts',
  {
    id: id(),
    userId: ref('user_id', () => users.id),
    title: text('title').notNull(),
    description: text('description'),
    imageUrl: text('image_url').notNull(),
    alt: text('alt'),
    shape: json<PhotoShape>('shape'),
    links: json<PostLink[]>('links').notNull().default([]),
    tags: json<string[]>('tags').notNull(),
    createdAt: text('created_at').notNull(),
    hiddenAt: text('hidden_at'),
    deletedAt: text('deleted_at'),
    clientId: text('client_id'),
  },
  (t) => [
    index('inspiration_posts_user').on(t.userId),
    uniqueIndex('inspiration_posts_client').on(t.userId, t.clientId),
  ],
)

/** The links of posts once more, kept by triggers: a listing or an item finds the posts in which it can be seen. */
export const postLinks = sqliteTable(
  'post_links',
  {
    kind: text('kind', { enum: ['listing', 'item'] }).notNull(),
    thingId: integer('thing_id').notNull(),
    postId: ref('post_id', () => inspirationPosts.id),
  },
  (t) => [primaryKey({ columns: [t.kind, t.thingId, t.postId] }), index('post_links_post').on(t.postId)],
)

/** Private collections of saved posts, listings and items; the key is the device's own. */
export const boards = sqliteTable(
  'boards',
  {
    key: text('key').primaryKey(),
    userId: ref('user_id', () => users.id),
    name: text('name').notNull(),
    eventDate: text('event_date'),
    place: text('place'),
    guests: integer('guests'),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [index('boards_user').on(t.userId)],
)

export const boardPosts = sqliteTable(
  'board_posts',
  {
    boardKey: text('board_key')
      .notNull()
      .references(() => boards.key),
    postId: ref('post_id', () => inspirationPosts.id),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.boardKey, t.postId] })],
)

/** Listings and items on a board, with the pieces that its event needs of each. */
export const boardThings = sqliteTable(
  'board_things',
  {
    boardKey: text('board_key')
      .notNull()
      .references(() => boards.key),
    kind: text('kind', { enum: ['listing', 'item'] }).notNull(),
    thingId: integer('thing_id').notNull(),
    pieces: integer('pieces').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.boardKey, t.kind, t.thingId] }),
    check('board_things_kind', sql`${t.kind} IN ('listing', 'item')`),
    check('board_things_pieces', sql`${t.pieces} > 0`),
  ],
)

/** When a person last pressed on a like or save of a post, whichever way: of two devices the later press wins. */
export const markPresses = sqliteTable(
  'mark_presses',
  {
    kind: text('kind').$type<MarkKind>().notNull(),
    postId: ref('post_id', () => inspirationPosts.id),
    userId: ref('user_id', () => users.id),
    pressedAt: text('pressed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.postId, t.userId] }), index('mark_presses_user').on(t.userId)],
)

/** Likes and saves of posts. */
export const postMarks = sqliteTable(
  'post_marks',
  {
    kind: text('kind').$type<MarkKind>().notNull(),
    postId: ref('post_id', () => inspirationPosts.id),
    userId: ref('user_id', () => users.id),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.postId, t.userId] }),
    index('post_marks_user').on(t.userId, t.kind),
    check('post_marks_kind', sql`${t.kind} IN ('like', 'save')`),
  ],
)

export const uploads = sqliteTable(
  'uploads',
  {
    id: id(),
    userId: ref('user_id', () => users.id),
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    tint: text('tint').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('uploads_user_sha').on(t.userId, t.sha256), index('uploads_sha').on(t.sha256)],
)

/** A command to the payment provider: written before the call, sent with a fixed key, then completed with the answer. */
export const paymentOps = sqliteTable(
  'payment_ops',
  {
    id: id(),
    businessKey: text('business_key').notNull(),
    kind: text('kind')
      .$type<
        'hold' | 'capture' | 'release' | 'refund' | 'transfer' | 'damage' | 'damage_transfer' | 'charge' | 'reversal'
      >()
      .notNull(),
    /** Its subject: a booking or an order. */
    bookingId: integer('booking_id').references(() => bookings.id),
    purchaseId: integer('purchase_id').references(() => purchases.id),
    amount: integer('amount').notNull().default(0),
    /**
     * `waiting`: a refund that is sent once its amount has come back from the payout account.
     * `returned`: a refund that the bank sent back later; it is `retried` by a new command or `settled` in another way, as is
     * one that failed at once.
     */
    state: text('state')
      .$type<'new' | 'sending' | 'waiting' | 'done' | 'failed' | 'returned' | 'retried' | 'settled'>()
      .notNull()
      .default('new'),
    /** The sender of a command in `sending`, and until when nobody else may send the command. */
    sender: text('sender'),
    sendUntil: text('send_until'),
    /** The number of this try at the same refund. */
    tries: integer('tries').notNull().default(1),
    /** The provider's object that the command is about, where its booking or order has several. */
    targetId: text('target_id'),
    providerId: text('provider_id'),
    /** When it was first sent: the provider forgets its key a day later. */
    sentAt: text('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: text('next_at').notNull(),
    errorCode: text('error_code'),
    createdAt: text('created_at').notNull(),
    doneAt: text('done_at'),
  },
  (t) => [
    uniqueIndex('payment_ops_business_key').on(t.businessKey),
    index('payment_ops_due').on(t.state, t.nextAt),
    index('payment_ops_booking').on(t.bookingId),
    index('payment_ops_purchase').on(t.purchaseId),
    index('payment_ops_provider').on(t.providerId),
    index('payment_ops_done').on(t.doneAt, t.createdAt),
    check('payment_ops_about', sql`(${t.bookingId} IS NULL) <> (${t.purchaseId} IS NULL)`),
  ],
)

/**
 * Commands that make what a person has once at the provider: the customer who pays, the account that is paid out to. `forget_...`
 * removes it there again, once the person's account is closed.
 */
export const accountOps = sqliteTable(
  'account_ops',
  {
    businessKey: text('business_key').primaryKey(),
    userId: ref('user_id', () => users.id),
    kind: text('kind').$type<'customer' | 'account' | 'forget_customer' | 'forget_account'>().notNull(),
    /** The request, word for word: under one key nothing else may be asked for. */
    request: json<{ email: string; name: string }>('request').notNull(),
    state: text('state').$type<'new' | 'done' | 'failed'>().notNull().default('new'),
    providerId: text('provider_id'),
    createdAt: text('created_at').notNull(),
    doneAt: text('done_at'),
  },
  (t) => [index('account_ops_user').on(t.userId)],
)

/** Events of the provider, stored once each before anything is done about them. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id'),
    state: text('state').$type<'new' | 'waiting' | 'done'>().notNull().default('new'),
    attempts: integer('attempts').notNull().default(0),
    receivedAt: text('received_at').notNull(),
    /** Not to be looked at again before; null: at once. */
    nextAt: text('next_at'),
  },
  (t) => [
    index('stripe_events_state').on(t.state),
    index('stripe_events_due').on(t.state, t.nextAt),
    index('stripe_events_object').on(t.objectId),
  ],
)

/** Payments, accounts and claims that could not be read at the provider: each is left alone until `nextAt` and holds up no other. */
export const paymentSetAside = sqliteTable('payment_set_aside', {
  /** The subject in words: 'booking 12', 'account of user 3'. */
  name: text('name').primaryKey(),
  reason: text('reason').notNull(),
  attempts: integer('attempts').notNull(),
  since: text('since').notNull(),
  nextAt: text('next_at').notNull(),
})

/** A bank's inquiry has states of its own, which no side is told of: no money moves because of it. */
export type BankState = DisputeState | 'asked' | 'answered'

/** Payments that a bank asks about or has asked back, as the provider tells of them. */
export const paymentDisputes = sqliteTable(
  'payment_disputes',
  {
    id: text('id').primaryKey(),
    bookingId: integer('booking_id').references(() => bookings.id),
    purchaseId: integer('purchase_id').references(() => purchases.id),
    isDamage: flag('is_damage'),
    state: text('state').$type<BankState>().notNull(),
    /** Cents that are out of our balance because of it. */
    taken: integer('taken').notNull(),
    reason: text('reason').notNull(),
    answerBy: text('answer_by'),
    openedAt: text('opened_at').notNull(),
    closedAt: text('closed_at'),
  },
  (t) => [
    index('payment_disputes_booking').on(t.bookingId),
    index('payment_disputes_purchase').on(t.purchaseId),
    index('payment_disputes_state').on(t.state, t.answerBy),
    check('payment_disputes_about', sql`(${t.bookingId} IS NULL) <> (${t.purchaseId} IS NULL)`),
  ],
)

/** Every movement of our balance at the provider, as it lists them: what the ledger is compared with. */
export const providerMovements = sqliteTable(
  'provider_movements',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    source: text('source'),
    amount: integer('amount').notNull(),
    fee: integer('fee').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('provider_movements_created').on(t.createdAt)],
)

/** How far a walk through the provider's lists has come. */
export const providerCursors = sqliteTable('provider_cursors', {
  name: text('name').primaryKey(),
  at: text('at').notNull(),
})

/** The single counter of all changes; `open` is 1 only inside `db.write`. */
export const syncClock = sqliteTable('sync_clock', {
  id: integer('id').primaryKey(),
  seq: integer('seq').notNull(),
  open: integer('open').notNull(),
  base: integer('base').notNull(),
  /** Changes when the database is restored from a copy: devices fetch afresh. */
  epoch: text('epoch').notNull(),
  /** The change number at which the epoch began. */
  epochFrom: integer('epoch_from').notNull().default(0),
  /** Made with the database and copied with it: a new or emptied database has another. */
  life: text('life').notNull().default(''),
  /** The key of the marks that devices hand back. */
  markKey: text('mark_key').notNull().default(''),
  /** A hash of the generated triggers, as the last start has left them. */
  triggers: text('triggers').notNull().default(''),
  /** So many public rows have room on a device; null in a market without any. */
  deviceRows: integer('device_rows'),
})

/** The starts of the server on this database, each with the change number that it began at. */
export const syncRuns = sqliteTable('sync_runs', {
  n: integer('n').primaryKey(),
  run: text('run').notNull().unique(),
  began: integer('began').notNull(),
})

/** How far the search index has followed the change feed; one row at most. The index itself, `listing_texts`, is a table of FTS5. */
export const searchState = sqliteTable('search_state', { id: id(), seq: integer('seq').notNull() }, (t) => [
  check('search_state_one', sql`${t.id} = 1`),
])

/** Every word of the search index, and in how many listings it stands; `search_word_parts` finds it by any three letters. */
export const searchWords = sqliteTable(
  'search_words',
  { id: id(), word: text('word').notNull(), n: integer('n').notNull() },
  (t) => [uniqueIndex('search_words_word').on(t.word), index('search_words_unused').on(t.n).where(sql`n <= 0`)],
)

/** The same for made-to-order items, whose index is `item_texts`, `item_words` and `item_word_parts`. */
export const itemSearchState = sqliteTable('item_search_state', { id: id(), seq: integer('seq').notNull() }, (t) => [
  check('item_search_state_one', sql`${t.id} = 1`),
])

export const itemWords = sqliteTable(
  'item_words',
  { id: id(), word: text('word').notNull(), n: integer('n').notNull() },
  (t) => [uniqueIndex('item_words_word').on(t.word), index('item_words_unused').on(t.n).where(sql`n <= 0`)],
)

/** Latest change of each row per scope. `del`: 0 live, 1 deleted, 2 left the scope. */
export const syncFeed = sqliteTable(
  'sync_feed',
  {
    scope: text('scope').notNull(),
    coll: text('coll').notNull(),
    rid: text('rid').notNull(),
    seq: integer('seq').notNull(),
    del: integer('del').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.coll, t.rid] }),
    index('sync_feed_scope_seq').on(t.scope, t.seq),
    index('sync_feed_gone').on(t.seq).where(sql`del <> 0`),
  ],
)

/** The area of each neighborhood, by which listings are divided among devices; a build fills it with its triggers. */
export const placeAreas = sqliteTable('place_areas', {
  neighborhood: text('neighborhood').primaryKey(),
  area: text('area').notNull(),
})

/** How far the clock had come on a day: tombstones are kept by age, and have no date of their own. */
export const syncDays = sqliteTable('sync_days', {
  day: text('day').primaryKey(),
  seq: integer('seq').notNull(),
})

/** Per scope: newest number, oldest number a device may come from, and count and sum of its live rows. */
export const syncScopes = sqliteTable(
  'sync_scopes',
  {
    scope: text('scope').primaryKey(),
    head: integer('head').notNull(),
    floor: integer('floor').notNull(),
    n: integer('n').notNull(),
    sum: integer('sum').notNull(),
  },
  (t) => [index('sync_scopes_head').on(t.head)],
)

/** The receipt of every keyed write, in the same batch as its effect: a repeat gets the first answer. */
export const syncOps = sqliteTable(
  'sync_ops',
  {
    userId: integer('user_id').notNull(),
    opId: text('op_id').notNull(),
    route: text('route').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status').notNull(),
    answer: text('answer').notNull(),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.opId] }), index('sync_ops_at').on(t.at)],
)

/** A browser that can be reached while nobody has it open. It goes with its session, so that nothing of one person reaches the next. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: id(),
    userId: ofPerson(),
    sessionHash: text('session_hash')
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_session').on(t.sessionHash),
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId),
  ],
)

/** Kinds of notification that a person does not want, on whatever device. */
export const pushMuted = sqliteTable(
  'push_muted',
  {
    userId: ofPerson(),
    kind: text('kind').$type<PushKind>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)

/** Notices for a browser, written by triggers in the batch that makes them true; once per browser and event. */
export const pushOutbox = sqliteTable(
  'push_outbox',
  {
    id: id(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    kind: text('kind').$type<PushKind>().notNull(),
    word: text('word').$type<NoticeWord>().notNull(),
    about: text('about').$type<PushNotice['about']>().notNull(),
    aboutId: integer('about_id').notNull(),
    /** When it happened. */
    at: text('at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: text('next_at').notNull(),
    /** When it was sent, or given up. */
    doneAt: text('done_at'),
    outcome: text('outcome').$type<PushEnd>(),
  },
  (t) => [
    uniqueIndex('push_outbox_event').on(t.subscriptionId, t.event),
    index('push_outbox_due').on(t.doneAt, t.nextAt),
  ],
)

/** The state of a person's mail address; a row about another address than the person's own says nothing. */
export const mailAddresses = sqliteTable('mail_addresses', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  address: text('address').notNull(),
  /** When a link that went there was used; null again once mail comes back from it. */
  verifiedAt: text('verified_at'),
  /** When its mail server said that there is no such address. */
  bouncedAt: text('bounced_at'),
})

export const mailMuted = sqliteTable(
  'mail_muted',
  {
    userId: ofPerson(),
    kind: text('kind').$type<PushKind>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)

/** Mails, each written in the batch that makes it true; one for each person and event. */
export const mailOutbox = sqliteTable(
  'mail_outbox',
  {
    id: id(),
    userId: ofPerson(),
    event: text('event').notNull(),
    kind: text('kind').$type<PushKind | 'account'>().notNull(),
    word: text('word').$type<NoticeWord | AccountWord>().notNull(),
    about: text('about').$type<PushNotice['about'] | 'account'>().notNull(),
    aboutId: integer('about_id').notNull(),
    /** When it happened. */
    at: text('at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: text('next_at').notNull(),
    /** When it was sent, or given up. */
    doneAt: text('done_at'),
    outcome: text('outcome').$type<MailEnd>(),
  },
  (t) => [uniqueIndex('mail_outbox_event').on(t.userId, t.event), index('mail_outbox_due').on(t.doneAt, t.nextAt)],
)

/** Mails as they would have been sent, on a server that sends none. */
export const keptMails = sqliteTable('kept_mails', {
  id: integer('id').primaryKey(),
  at: text('at').notNull(),
  address: text('address').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
})

/**
 * Links that a mail carries. The token is made of the nonce and a key outside the database; a newer link of the same kind
 * takes the place of the one before.
 */
export const accountLinks = sqliteTable(
  'account_links',
  {
    userId: ofPerson(),
    kind: text('kind').$type<AccountLinkKind>().notNull(),
    /** The address to which the link is sent. */
    address: text('address').notNull(),
    nonce: text('nonce').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), uniqueIndex('account_links_token').on(t.tokenHash)],
)

/** Requests for a new password, as they were typed: whom they are for is looked up behind the answer. */
export const passwordRequests = sqliteTable('password_requests', {
  id: id(),
  name: text('name').notNull(),
  at: text('at').notNull(),
})

/** Work that one server at a time does. The token grows with each new holder. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  owner: text('owner').notNull(),
  token: integer('token').notNull(),
  /** Seconds since 1970 by the database's clock. */
  until: real('until').notNull(),
})

/** The last time that the timers ended the work that is not for every minute. */
export const timerTurns = sqliteTable('timer_turns', { name: text('name').primaryKey(), at: text('at').notNull() })

/** The callers that limits remember over several servers; see `LimitRecord`. */
export const limitRecords = sqliteTable('limit_records', {
  key: text('key').primaryKey(),
  count: real('count').notNull(),
  at: real('at').notNull(),
  until: real('until').notNull(),
})

/** A row can never be inserted here: a guard that does not hold tries to, and so undoes its whole batch. */
export const writeGuard = sqliteTable('write_guard', { failed: integer('failed') }, (t) => [
  check('write_guard_holds', sql`${t.failed} = 0`),
])
