import { CLOSING_DAYS, SIGN_IN_LOG_DAYS } from '#schema/account'
import { PRODUCT_NAME } from '#schema/product'
import { LegalPage } from './legal-page'

/** Says which data of people are stored, who sees them, and when they end. */
export function Privacy() {
  return (
    <LegalPage title="Privacy">
      <h2>What we store</h2>
      <ul>
        <li>
          What you type and photograph here: your profile, address, listings, items, posts, messages, reviews, claims
          and drafts.
        </li>
        <li>What you agree on: bookings and orders with their prices, dates and history.</li>
        <li>
          How you sign in: a hash of your password, the public halves of your passkeys, and the names of your devices.
        </li>
        <li>
          Your tries to sign in, with device and time zone, for {SIGN_IN_LOG_DAYS} days. No network address is kept with
          them.
        </li>
      </ul>
      <p>
        Photos are stored without the place and time that cameras write into them. There are no advertisements and no
        trackers.
      </p>
      <h2>Who sees it</h2>
      <ul>
        <li>Everybody: your username, photo, description, neighborhood and city, and what you put on show.</li>
        <li>The other side of a booking or order: its messages, notes and photos, and a street once they need it.</li>
        <li>Operators of {PRODUCT_NAME}, where a claim, a refund or a report needs it. What they do is logged.</li>
        <li>
          Stripe, our payment provider: your name, email address, cards and payout details. We never see a card number.
          Your browser’s push service and our mail server carry what you are told.
        </li>
      </ul>
      <h2>On your devices</h2>
      <p>
        {PRODUCT_NAME} keeps what you need without a connection on your device. When you sign out, or a session is ended
        from elsewhere, it is deleted there; what was not sent yet waits encrypted for your next sign-in. The only
        cookies are those that keep you signed in and, where several servers answer, one that keeps you with the same
        server for ten minutes.
      </p>
      <h2>How long</h2>
      <ul>
        <li>As long as you have an account. What you delete is off show at once.</li>
        <li>
          When you close the account, everything that you wrote and photographed is removed {CLOSING_DAYS} days later,
          here and at the payment provider. Others read “Former member” where your name stood.
        </li>
        <li>Amounts, dates and stars stay under a number, because books must be kept and others rely on them.</li>
        <li>
          Technical receipts of what others were answered end within 30 days, and backups are overwritten in turn.
        </li>
      </ul>
      <h2>Your rights</h2>
      <p>
        In Settings, under Account, you can download everything that we have of you and close your account. Everything
        else about you can be changed in your profile and your settings. For whatever is left, write to the operator of
        this site.
      </p>
    </LegalPage>
  )
}
