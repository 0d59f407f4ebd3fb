import { Receipt } from 'lucide-react'
import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { ButtonLink } from '../../components/button-link'
import { MoneyLines } from '../../components/money'
import type { ShownBooking } from '../../db/booking-queries'
import { readBookingTransactions } from '../../db/transaction-queries'
import type { OfferRole } from '../offers/offer-view'
import { earningWords, moneyWords } from './money-words'
import { priceLines } from './price-lines'
import { hasReceipt } from './receipt-words'

interface PriceAndMoneyProps {
  booking: ShownBooking
  role: OfferRole
  now: Date
}

/** How the total comes about, where the money is, and the paper for it. */
export function PriceAndMoney({ booking, role, now }: PriceAndMoneyProps) {
  const { db } = useAccount().engine
  const lines = useLiveQuery(() => readBookingTransactions(db, booking.id), [db, booking.id]) ?? []
  const own = role === 'owner' ? lines : []
  const earned = earningWords(own, now)
  return (
    <section className="surface stack" aria-labelledby="offer-money">
      <h2 id="offer-money">Money</h2>
      <MoneyLines lines={priceLines(booking, own)} />
      <p>{moneyWords(booking, role, now)}</p>
      {earned && <p>{earned}</p>}
      {hasReceipt(booking) && (
        <div>
          <ButtonLink look="secondary" to={`/offers/${booking.id}/receipt`}>
            <Receipt />
            Receipt
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
