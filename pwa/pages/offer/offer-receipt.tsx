import { format } from 'date-fns'
import { ChevronLeft, Printer } from 'lucide-react'
import type { Booking } from '#schema/booking'
import { formatWeekday } from '#schema/date-range'
import { PRODUCT_NAME } from '#schema/product'
import { EmptyState } from '../../components/empty-state'
import { Mark } from '../../components/mark'
import { MoneyLines } from '../../components/money'
import { NavLink } from '../../components/nav-link'
import type { OfferRole } from '../offers/offer-view'
import { moneyWords } from './money-words'
import { hasReceipt, receiptLines, receiptNumber, receiptState, termsVersion } from './receipt-words'

/** One page on paper: who, what, which days, how much, and where the money is. */
export function OfferReceipt({ booking, role }: { booking: Booking; role: OfferRole }) {
  return (
    <div className="page page--reading receipt-page">
      <div className="row row--between receipt-page__bar">
        <NavLink className="back-link" to={`/offers/${booking.id}`}>
          <ChevronLeft />
          Back to the offer
        </NavLink>
        {hasReceipt(booking) && (
          <button type="button" onClick={() => window.print()}>
            <Printer />
            Print
          </button>
        )}
      </div>
      {hasReceipt(booking) ? <Paper booking={booking} role={role} /> : <NoReceipt booking={booking} role={role} />}
    </div>
  )
}

function Paper({ booking, role }: { booking: Booking; role: OfferRole }) {
  const { startDate, endDate, quantity, createdAt, terms } = booking
  return (
    <article className="receipt surface" aria-labelledby="receipt-title">
      <div className="receipt__head">
        <span className="receipt__mark">
          <Mark />
          {PRODUCT_NAME}
        </span>
        <h1 id="receipt-title">Receipt</h1>
      </div>
      <dl className="receipt__facts">
        <Fact name="Number">{receiptNumber(booking)}</Fact>
        <Fact name="Renter">{booking.renterUsername}</Fact>
        <Fact name="Owner">{booking.ownerUsername}</Fact>
        <Fact name="Rental">{booking.listingTitle}</Fact>
        {quantity > 1 && <Fact name="Pieces">{String(quantity)}</Fact>}
        <Fact name="First day">{`${formatWeekday(startDate)}, ${startDate.slice(0, 4)}`}</Fact>
        <Fact name="Last day">{`${formatWeekday(endDate)}, ${endDate.slice(0, 4)}`}</Fact>
        <Fact name="Offer made">{format(new Date(createdAt), 'EEE, MMM d, yyyy')}</Fact>
        <Fact name="Payment">{receiptState(booking)}</Fact>
        <Fact name="Terms">{`Version ${termsVersion(booking)}`}</Fact>
      </dl>
      <MoneyLines lines={receiptLines(booking)} />
      <p>{moneyWords(booking, role, new Date())}</p>
      {terms && (
        <section className="receipt__terms" aria-label="Terms as accepted">
          <p className="long-text fine" dir="auto">
            {terms}
          </p>
        </section>
      )}
    </article>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}

function NoReceipt({ booking, role }: { booking: Booking; role: OfferRole }) {
  return (
    <EmptyState drawing="offers" title="There is no receipt yet" headingLevel={1}>
      {moneyWords(booking, role, new Date())}
    </EmptyState>
  )
}
