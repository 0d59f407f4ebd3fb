import { errorWords } from '#schema/error-text'
import { PRODUCT_NAME } from '#schema/product'

/**
 * Every refusal of the server is one of these codes. The number is the HTTP status, the text is what a person reads
 * when the caller has nothing more exact to say (product specification, section 8).
 */
export const errorCatalogue = {
  validation: { status: 422, message: 'Please check the marked fields.' },
  bad_request: { status: 400, message: 'That request could not be read.' },
  unauthenticated: { status: 401, message: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Invalid username or password' },
  code_required: { status: 401, message: 'Please type the code that your app shows.' },
  wrong_code: { status: 401, message: 'That code is wrong, or it was used before.' },
  forbidden: { status: 403, message: 'You are not allowed to do that.' },
  cross_site: { status: 403, message: 'This request did not come from this site.' },
  unverified: {
    status: 403,
    message: 'Please confirm your email address first: open the link in the mail that we sent you.',
  },
  terms_changed: {
    status: 403,
    message: 'Our terms have changed. Please agree to them first, at the top of the page. Nothing you typed was lost.',
  },
  account_closing: {
    status: 403,
    message: 'This account is closed. You can take it back.',
  },
  matters_open: { status: 409, message: 'Something is still open. It must end before the account can be closed.' },
  second_factor_required: {
    status: 403,
    message:
      'Operators sign in with a passkey or with codes here. Set one of them up in Settings > Security, then sign in with it.',
  },
  address_required: { status: 403, message: 'Please add your address first.' },
  payout_setup_required: {
    status: 403,
    message: 'Please complete the Stripe account setup to receive rental payments',
  },
  own_listing: { status: 403, message: 'You cannot book your own listing.' },
  not_found: { status: 404, message: 'We could not find that.' },
  listing_not_found: { status: 404, message: 'Listing not found' },
  user_not_found: { status: 404, message: 'User Not Found' },
  post_not_found: { status: 404, message: 'Post not found' },
  item_not_found: { status: 404, message: 'Item Not Found' },
  payment_method_not_found: { status: 404, message: 'That card is not on your account.' },
  payment_setup_required: { status: 402, message: 'payment_setup_required: please add a payment method first.' },
  payment_failed: { status: 402, message: 'Your card was declined.' },
  method_not_allowed: { status: 405, message: 'That is not possible here.' },
  username_taken: { status: 409, message: 'Username already exists' },
  dates_taken: { status: 409, message: 'Those dates have just been taken.' },
  dates_blocked: { status: 409, message: errorWords.dates_blocked },
  price_changed: { status: 409, message: 'The price or the terms have changed since you saw them.' },
  edit_conflict: {
    status: 409,
    message: 'This was changed on another device too. Please choose which words stay.',
  },
  listing_unavailable: { status: 409, message: 'This listing is not taking offers at the moment.' },
  not_pending: { status: 409, message: 'This offer has already been answered.' },
  not_held: { status: 409, message: 'The hold on this offer is not in place yet.' },
  listing_has_bookings: {
    status: 409,
    message: 'This listing has approved or paid bookings, so it cannot be deleted yet.',
  },
  delivery_unavailable: { status: 409, message: 'The owner does not deliver this at the moment.' },
  quantity_booked: { status: 409, message: 'More pieces than that are booked already.' },
  damage_window_closed: {
    status: 409,
    message: 'Damage can be reported within 24 hours after the end of a completed booking.',
  },
  damage_reported: { status: 409, message: 'Damage has already been reported for this booking.' },
  damage_answered: { status: 409, message: 'This report has already been answered.' },
  damage_not_open: { status: 409, message: 'This claim cannot be decided now.' },
  estimate_required: { status: 409, message: 'The owner must add a repair estimate first.' },
  amount_above_estimate: { status: 409, message: 'That is more than the repair estimate.' },
  handover_not_open: { status: 409, message: 'Handing over starts when the offer has been approved.' },
  thread_closed: { status: 409, message: 'No more messages can be written in this thread.' },
  question_moved: {
    status: 409,
    message: 'There is an offer or an order about this now: the conversation goes on there.',
  },
  own_account: { status: 409, message: 'You cannot do this to yourself.' },
  appealed: { status: 409, message: 'You have appealed against this already.' },
  report_closed: { status: 409, message: 'Another operator has decided on this already.' },
  review_not_open: {
    status: 409,
    message: 'A review can be written for 14 days after a rental is completed or an order is delivered.',
  },
  review_final: { status: 409, message: 'This review can be read by everybody now, so it stays as it is.' },
  review_answered: { status: 409, message: 'This review has been answered already.' },
  not_refundable: { status: 409, message: 'There is not that much left to return.' },
  own_item: { status: 403, message: 'You cannot buy your own item.' },
  item_unavailable: { status: 409, message: 'This item is not taking orders at the moment.' },
  same_status: { status: 409, message: errorWords.same_status },
  purchase_moved: { status: 409, message: 'This order has moved on since you looked.' },
  purchase_over: { status: 409, message: errorWords.purchase_over },
  cancel_too_late: { status: 409, message: errorWords.cancel_too_late },
  arrival_settled: { status: 409, message: 'This order cannot be said to be missing now. Please write to its maker.' },
  disputed: {
    status: 409,
    message: 'The payer’s bank is deciding about this payment. Nothing can be returned until it has.',
  },
  not_paid: { status: 409, message: errorWords.not_paid },
  paid_by_hand: { status: 409, message: errorWords.paid_by_hand },
  cancel_asked: { status: 409, message: 'You can ask for a cancellation once, until work on the order has begun.' },
  not_cancellable: { status: 409, message: 'This booking can no longer be cancelled.' },
  payment_method_in_use: {
    status: 409,
    message:
      'This card holds an open offer, or paid for a rental that can still have a claim, so it cannot be removed yet.',
  },
  too_many_kept: { status: 409, message: 'That is the most that one account can have.' },
  in_progress: { status: 409, message: 'This is still being worked on. Please wait a moment.' },
  online_only: { status: 409, message: 'This needs a connection at the moment you press it.' },
  wrong_user: { status: 409, message: 'Someone else is signed in on this device.' },
  other_account: { status: 409, message: 'This was written by another account, so it was not taken.' },
  other_life: {
    status: 409,
    message: 'This was written for an earlier marketplace at this address, so it was not taken.',
  },
  key_reused: { status: 422, message: 'This request was sent before with different content.' },
  upload_gone: { status: 410, message: 'This photo is no longer on the server. It is being sent again.' },
  too_large: { status: 413, message: 'File too large' },
  unsupported_type: { status: 415, message: 'Invalid file type' },
  upload_failed: { status: 422, message: 'Failed to upload image' },
  market_closed: { status: 410, message: 'This market is closed.' },
  unknown_market: { status: 421, message: 'There is no market at this address.' },
  client_too_old: { status: 426, message: `Please update ${PRODUCT_NAME} to continue.` },
  too_many_attempts: { status: 429, message: 'Too many attempts. Please wait a few minutes and try again.' },
  too_many_requests: { status: 429, message: 'That was a lot at once. Please wait a moment and try again.' },
  daily_limit: { status: 429, message: 'That is the most for one day. Please go on tomorrow.' },
  payment_provider_unavailable: {
    status: 503,
    message: 'The payment provider cannot be reached right now. Nothing was charged.',
  },
  restored: {
    status: 503,
    message: `${PRODUCT_NAME} was restored from a copy. This device looks at what is there before it sends.`,
  },
  market_moving: {
    status: 503,
    message: `This market is moving to another machine. ${PRODUCT_NAME} is back in a minute.`,
  },
  busy: { status: 503, message: `${PRODUCT_NAME} is busy right now. Please try again.` },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing you typed was lost.' },
} as const satisfies Record<string, { status: number; message: string }>

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
