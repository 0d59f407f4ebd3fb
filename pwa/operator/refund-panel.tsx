import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Booking } from '#schema/booking'
import { formatWeekday } from '#schema/date-range'
import { callModeration } from '../moderation/call-moderation'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { MoneyTasks } from './money-tasks'
import { FindBookingForm } from './operator-forms'
import { OrderRefund } from './order-refund'
import { RefundMoney } from './refund-money'
import { useAct } from './use-act'

/** A booking, found by its number, and the return of captured money to its renter. */
export function RefundPanel() {
  const [booking, setBooking] = useState<Booking | null>(null)
  const { reachable, act } = useAct()
  const form = useForm<z.infer<typeof FindBookingForm>>({
    defaultValues: { bookingId: '' },
    resolver: standardSchemaResolver(FindBookingForm),
  })
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const find = form.handleSubmit(({ bookingId }) =>
    act(form, async () => {
      setBooking(null)
      setBooking(await callModeration('operatorBooking', { params: { id: Number(bookingId) } }))
      return null
    }),
  )
  return (
    <div className="stack reading">
      <MoneyTasks />
      <form
        className="operator__find flush row align-start gap-3"
        noValidate
        onSubmit={find}
        aria-label="Find a booking"
      >
        <TextField label="Booking number" inputMode="numeric" autoComplete="off" {...field('bookingId')} />
        <SubmitButton className="is-secondary" busy={isSubmitting} busyLabel="Looking" disabled={!reachable}>
          Find
        </SubmitButton>
      </form>
      {!reachable && <p className="offline-reason well fine">Finding and refunding need a connection.</p>}
      {booking && <Refund key={booking.id} booking={booking} onRefunded={setBooking} />}
      <OrderRefund />
    </div>
  )
}

function Refund({ booking, onRefunded }: { booking: Booking; onRefunded: (booking: Booking) => void }) {
  return (
    <article className="surface stack" aria-label={`Booking ${booking.id}`}>
      <h2 className="operator__title">{`Booking ${booking.id}: ${booking.listingTitle}`}</h2>
      <p className="fine muted">
        {`${booking.ownerUsername} rented to ${booking.renterUsername} · ${formatWeekday(booking.startDate)} to ${formatWeekday(booking.endDate)} · ${booking.status}, payment ${booking.paymentState.replaceAll('_', ' ')}`}
      </p>
      <RefundMoney
        label="Refund"
        payer={booking.renterUsername}
        seller={booking.ownerUsername}
        sale={booking}
        refund={async (body) =>
          onRefunded(await callModeration('operatorRefund', { params: { id: booking.id }, body }))
        }
      />
    </article>
  )
}
