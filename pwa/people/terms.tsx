import { CLOSING_DAYS } from '#schema/account'
import { CANCELLATION_HOURS, OFFER_ANSWER_DAYS, OWNER_RELEASE_HOURS, RETRY_PAYMENT_HOURS } from '#schema/booking'
import { MINIMUM_AGE } from '#schema/consent'
import {
  DAMAGE_ANSWER_HOURS,
  DAMAGE_FLOOR_CENTS,
  DAMAGE_TIMES_TOTAL,
  DAMAGE_WINDOW_HOURS,
  MAX_DAMAGE_CENTS,
} from '#schema/damage-report'
import { CANCELLATION_PRESETS } from '#schema/listing'
import { formatCents } from '#schema/money'
import { PRODUCT_NAME } from '#schema/product'
import {
  DELIVERED_CANCEL_DAYS,
  DELIVERED_RELEASE_HOURS,
  LATE_ORDER_DAYS,
  SHIPPED_RELEASE_DAYS,
  UNPAID_PURCHASE_MINUTES,
} from '#schema/purchase'
import { LegalPage } from './legal-page'

/** The terms between people here, and between them and the product. */
export function Terms() {
  return (
    <LegalPage title="Terms">
      <h2>What {PRODUCT_NAME} is</h2>
      <p>
        {PRODUCT_NAME} is a place where people rent out party things, make things to order and share ideas. The
        agreement about a rental or an order is between its two sides. {PRODUCT_NAME} brings them together, takes the
        payment for the seller, and decides about claims where the two sides disagree.
      </p>
      <h2>Your account</h2>
      <ul>
        <li>You are {MINIMUM_AGE} or older, and the account is yours alone.</li>
        <li>What you say about yourself and about what you offer is true.</li>
        <li>You keep your password to yourself. What is done with it counts as yours until you tell us otherwise.</li>
      </ul>
      <h2>Renting</h2>
      <ul>
        <li>
          An offer puts a hold on your card. Nothing is taken before the owner approves. An offer that nobody answers
          within {OFFER_ANSWER_DAYS} days, or by noon of its first day, ends by itself, and its hold is released. It
          ends sooner where the bank’s hold would.
        </li>
        <li>
          With the owner’s approval the money is taken. When that fails you have {RETRY_PAYMENT_HOURS} hours to pay in
          another way, or until the first day begins where that is sooner; on a day that has begun, until its end. The
          booking shows until when; after that it is cancelled.
        </li>
        <li>
          The money becomes the owner’s {OWNER_RELEASE_HOURS} hours after the last day, unless a claim or a dispute is
          open.
        </li>
        <li>What you were shown at the offer binds both sides: price, terms, and what comes back when you cancel.</li>
      </ul>
      <h2>Cancelling a rental</h2>
      <p>
        Before the approval cancelling costs nothing. An owner who cancels returns everything and bears the payment fee.
        An owner cannot cancel while the things are with the renter: from the written pickup, or from the end of the
        first day, until the return is written down.
      </p>
      <p>
        A renter who cancels after the approval gets back what the listing’s rule says, counted from the start of the
        first day:
      </p>
      <ul>
        {CANCELLATION_PRESETS.map((preset) => (
          <li key={preset}>
            {preset}: {refundWords(preset)}
          </li>
        ))}
      </ul>
      <p>
        Once the first day has begun, or both sides have written down the pickup before, a rental can be ended early,
        and nothing comes back.
      </p>
      <h2>Damage</h2>
      <ul>
        <li>The owner may report damage until {DAMAGE_WINDOW_HOURS} hours after the last day.</li>
        <li>
          The renter has {DAMAGE_ANSWER_HOURS} hours to answer. Silence is no agreement: an operator of {PRODUCT_NAME}{' '}
          then looks at what both sides have said and photographed, and decides.
        </li>
        <li>
          A claim is at most {formatCents(DAMAGE_FLOOR_CENTS)} or {DAMAGE_TIMES_TOTAL} times the price of the rental,
          whichever is more, and never above {formatCents(MAX_DAMAGE_CENTS)}. Nobody is charged more than the owner’s
          estimate.
        </li>
        <li>What was accepted or decided is charged to the card of the booking.</li>
      </ul>
      <h2>Made to order</h2>
      <ul>
        <li>
          The price is taken when you buy. An order that is not paid within {UNPAID_PURCHASE_MINUTES} minutes ends.
        </li>
        <li>
          Until the maker begins you can ask to cancel. The maker may cancel until {DELIVERED_CANCEL_DAYS} days after
          the delivery; all of it comes back then.
        </li>
        <li>An order that is {LATE_ORDER_DAYS} days late ends with a full refund.</li>
        <li>
          The money becomes the maker’s {DELIVERED_RELEASE_HOURS} hours after the delivery, or {SHIPPED_RELEASE_DAYS}{' '}
          days after it was sent, unless you say that it did not arrive.
        </li>
      </ul>
      <h2>Fees and payouts</h2>
      <ul>
        <li>Our share of a rental, where there is one, is shown before you list and in every price breakdown.</li>
        <li>Owners and sellers who cancel after the payment bear the fee that the payment provider keeps.</li>
        <li>
          First payouts of a new seller wait for some days, and payouts have a daily limit. Earnings say why money
          waits.
        </li>
        <li>While a payer’s bank is deciding about a payment, its money stays where it is.</li>
      </ul>
      <h2>What we may do</h2>
      <p>
        We hide what breaks the rules, suspend who breaks them, and hold payouts meanwhile. Bookings and orders that
        were agreed go on or are refunded. Whoever uses {PRODUCT_NAME} to cheat is liable for the harm.
      </p>
      <h2>Leaving</h2>
      <p>
        You can close your account in Settings once nothing is open. For {CLOSING_DAYS} days a sign-in takes it back;
        then what you wrote is removed, as the privacy notes say.
      </p>
      <h2>When these terms change</h2>
      <p>
        You are asked to agree before your next change. What is agreed already goes on under the terms of its day: their
        version is kept with each offer and order.
      </p>
    </LegalPage>
  )
}

/** From here on days are easier to read than hours. */
const DAYS_FROM_HOURS = 72
const ahead = (hours: number) => (hours >= DAYS_FROM_HOURS ? `${hours / 24} days` : `${hours} hours`)

function refundWords(preset: (typeof CANCELLATION_PRESETS)[number]): string {
  const { full, half } = CANCELLATION_HOURS[preset]
  const parts = [full && `everything until ${ahead(full)} before`, half && `half until ${ahead(half)} before`]
  return `${parts.filter(Boolean).join(', ')}; nothing after that.`
}
