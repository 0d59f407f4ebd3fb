import { errorWords } from '#schema/error-text'
import { PRODUCT_NAME } from '#schema/product'

const says = (status: number, message: string) => ({ status, message })

/**
 * Every refusal of the server is one of these codes. The number is the HTTP status, the text is what a person reads
 * when the caller has nothing more exact to say (product specification, section 8).
 */
export const errorCatalogue = {
  validation: says(422, 'Please check the marked fields.'),
  bad_request: says(400, 'That request could not be read.'),
  unauthenticated: says(401, 'Please sign in to continue.'),
  invalid_credentials: says(401, 'Invalid username or password'),
  code_required: says(401, 'Please type the code that your app shows.'),
  wrong_code: says(401, 'That code is wrong, or it was used before.'),
  forbidden: says(403, 'You are not allowed to do that.'),
  cross_site: says(403, 'This request did not come from this site.'),
  unverified: says(403, 'Please confirm your email address first: open the link in the mail that we sent you.'),
  terms_changed: says(
    403,
    'Our terms have changed. Please agree to them first, at the top of the page. Nothing you typed was lost.',
  ),
  account_closing: says(403, 'This account is closed. You can restore it.'),
  matters_open: says(409, 'Something is still open. It must end before the account can be closed.'),
  second_factor_required: says(
    403,
    'Operators sign in with a passkey or with codes here. Set one of them up in Settings > Security, then sign in with it.',
  ),
  address_required: says(403, 'Please add your address first.'),
  payout_setup_required: says(403, 'Please complete the Stripe account setup to receive rental payments'),
  own_listing: says(403, 'You cannot book your own listing.'),
  not_found: says(404, 'We could not find that.'),
  listing_not_found: says(404, 'Listing not found'),
  user_not_found: says(404, 'User Not Found'),
  post_not_found: says(404, 'Post not found'),
  item_not_found: says(404, 'Item Not Found'),
  payment_method_not_found: says(404, 'That card is not on your account.'),
  payment_setup_required: says(402, 'payment_setup_required: please add a payment method first.'),
  payment_failed: says(402, 'Your card was declined.'),
  method_not_allowed: says(405, 'That is not possible here.'),
  username_taken: says(409, 'Username already exists'),
  dates_taken: says(409, 'Those dates have just been taken.'),
  dates_blocked: says(409, errorWords.dates_blocked),
  price_changed: says(409, 'The price or the terms have changed since you saw them.'),
  edit_conflict: says(409, 'This was changed on another device too. Please choose which words stay.'),
  listing_unavailable: says(409, 'This listing is not taking offers at the moment.'),
  not_pending: says(409, 'This offer has already been answered.'),
  not_held: says(409, 'The hold on this offer is not in place yet.'),
  listing_has_bookings: says(409, 'This listing has approved or paid bookings, so it cannot be deleted yet.'),
  delivery_unavailable: says(409, 'The owner does not deliver this at the moment.'),
  quantity_booked: says(409, 'More pieces than that are booked already.'),
  damage_window_closed: says(409, 'Damage can be reported within 24 hours after the end of a completed booking.'),
  damage_reported: says(409, 'Damage has already been reported for this booking.'),
  damage_answered: says(409, 'This report has already been answered.'),
  damage_not_open: says(409, 'This claim cannot be decided now.'),
  estimate_required: says(409, 'The owner must add a repair estimate first.'),
  amount_above_estimate: says(409, 'That is more than the repair estimate.'),
  handover_not_open: says(409, 'Handing over starts when the offer has been approved.'),
  thread_closed: says(409, 'No more messages can be written in this thread.'),
  question_moved: says(409, 'There is an offer or an order about this now: the conversation goes on there.'),
  own_account: says(409, 'You cannot do this to yourself.'),
  appealed: says(409, 'You have appealed against this already.'),
  report_closed: says(409, 'Another operator has decided on this already.'),
  review_not_open: says(
    409,
    'A review can be written for 14 days after a rental is completed or an order is delivered.',
  ),
  review_final: says(409, 'This review can be read by everybody now, so it stays as it is.'),
  review_answered: says(409, 'This review has been answered already.'),
  not_refundable: says(409, 'There is not that much left to return.'),
  own_item: says(403, 'You cannot buy your own item.'),
  item_unavailable: says(409, 'This item is not taking orders at the moment.'),
  same_status: says(409, errorWords.same_status),
  purchase_moved: says(409, 'This order has moved on since you looked.'),
  purchase_over: says(409, errorWords.purchase_over),
  cancel_too_late: says(409, errorWords.cancel_too_late),
  arrival_settled: says(409, 'This order cannot be said to be missing now. Please write to its maker.'),
  disputed: says(409, 'The payer’s bank is deciding about this payment. Nothing can be returned until it has.'),
  not_paid: says(409, errorWords.not_paid),
  paid_by_hand: says(409, errorWords.paid_by_hand),
  cancel_asked: says(409, 'You can ask for a cancellation once, until work on the order has begun.'),
  not_cancellable: says(409, 'This booking can no longer be cancelled.'),
  payment_method_in_use: says(
    409,
    'This card holds an open offer, or paid for a rental that can still have a claim, so it cannot be removed yet.',
  ),
  too_many_kept: says(409, 'That is the most that one account can have.'),
  in_progress: says(409, 'This is still being worked on. Please wait a moment.'),
  online_only: says(409, 'This needs a connection at the moment you press it.'),
  wrong_user: says(409, 'Someone else is signed in on this device.'),
  other_account: says(409, 'This was written by another account, so it was not taken.'),
  other_life: says(409, 'This was written for an earlier marketplace at this address, so it was not taken.'),
  key_reused: says(422, 'This request was sent before with different content.'),
  upload_gone: says(410, 'This photo is no longer on the server. It is being sent again.'),
  too_large: says(413, 'File too large'),
  unsupported_type: says(415, 'Invalid file type'),
  upload_failed: says(422, 'Failed to upload image'),
  market_closed: says(410, 'This market is closed.'),
  unknown_market: says(421, 'There is no market at this address.'),
  client_too_old: says(426, `Please update ${PRODUCT_NAME} to continue.`),
  too_many_attempts: says(429, 'Too many attempts. Please wait a few minutes and try again.'),
  too_many_requests: says(429, 'That was a lot at once. Please wait a moment and try again.'),
  daily_limit: says(429, 'That is the most for one day. Please go on tomorrow.'),
  payment_provider_unavailable: says(503, 'The payment provider cannot be reached right now. Nothing was charged.'),
  restored: says(503, `${PRODUCT_NAME} was restored from a copy. This device looks at what is there before it sends.`),
  market_moving: says(503, `This market is moving to another machine. ${PRODUCT_NAME} is back in a minute.`),
  busy: says(503, `${PRODUCT_NAME} is busy right now. Please try again.`),
  internal: says(500, 'Something went wrong on our side. Nothing you typed was lost.'),
} as const

export type ErrorCode = keyof typeof errorCatalogue

/**
 * A refusal on the wire. `fields` maps an input's name to the words shown beside it. `now` comes with
 * `price_changed`: what holds now, as `WhatHolds` for an offer or order and as `CancelPreview` for a cancellation; and with
 * `edit_conflict`: what stands now in the fields that both sides changed. `edited`: when and on which device that was written.
 */
export interface ErrorBody {
  code: string
  message: string
  fields?: Record<string, string>
  now?: Record<string, unknown>
  edited?: LastEdit
}

/** An instant, and words such as "Firefox on Windows". */
export interface LastEdit {
  at: string
  device: string
}

/** Further members of some refusals. */
interface Further {
  retryAfterS?: number
  now?: Record<string, unknown> | undefined
  edited?: LastEdit | undefined
}

/** A refusal with a code; thrown by rules and services, turned into HTTP in one place. */
export class Refusal extends Error {
  readonly kind: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** In how many seconds the same may be tried again, where the refusal knows. */
  readonly retryAfterS: number | undefined
  readonly now: Record<string, unknown> | undefined
  readonly edited: LastEdit | undefined

  constructor(kind: ErrorCode, message?: string, fields?: Record<string, string>, further: Further = {}) {
    super(message ?? errorCatalogue[kind].message)
    this.name = 'Refusal'
    this.kind = kind
    this.fields = fields
    this.retryAfterS = further.retryAfterS
    this.now = further.now
    this.edited = further.edited
  }

  get status(): number {
    return errorCatalogue[this.kind].status
  }

  body(): ErrorBody {
    const { fields, now, edited } = this
    return {
      code: this.kind,
      message: this.message,
      ...(fields && { fields }),
      ...(now && { now }),
      ...(edited && { edited }),
    }
  }
}

/** The first message of each failing field, keyed by its dotted path. */
export function fieldMessages(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const name = issue.path.map(String).join('.')
    if (name && !(name in fields)) fields[name] = issue.message
  }
  return fields
}
