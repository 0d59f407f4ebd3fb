import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Booking } from '#schema/booking'
import { formatWeekday } from '#schema/date-range'
import { dollarsToCents, formatCents } from '#schema/money'
import { call } from '../../api/client'
import { MoneyLines } from '../../components/money'
import { PriceField } from '../../forms/price-field'
import { SubmitButton } from '../../forms/submit-button'
import { TextAreaField } from '../../forms/text-area-field'
import { TextField } from '../../forms/text-field'
import { FindBookingForm, RefundForm } from './operator-forms'
import { useAct } from './use-act'

/** A booking, found by its number, and the return of captured money to its renter. */
export function RefundPanel() {
  const [booking, setBooking] = useState<Booking | null>(null)
  const { reachable, act } = useAct()
  const form = useForm<z.infer<typeof FindBookingForm>>({
    defaultValues: { bookingId: '' },
    resolver: standardSchemaResolver(FindBookingForm),
  })
  const { errors, isSubmitting } = form.formState
  const find = form.handleSubmit(({ bookingId }) =>
    act(form, async () => {
      setBooking(null)
      setBooking(await call('operatorBooking', { params: { id: Number(bookingId) } }))
      return null
    }),
  )
  return (
    <div className="stack operator__narrow">
      <form className="operator__find" noValidate onSubmit={find} aria-label="Find a booking">
        <TextField
          label="Booking number"
          inputMode="numeric"
          autoComplete="off"
          error={errors.bookingId?.message}
          {...form.register('bookingId')}
        />
        <SubmitButton className="is-secondary" busy={isSubmitting} busyLabel="Looking" disabled={!reachable}>
          Find
        </SubmitButton>
      </form>
      {!reachable && <p className="offline-reason">Finding and refunding need a connection.</p>}
      {booking && <Refund key={booking.id} booking={booking} onRefunded={setBooking} />}
    </div>
  )
}

function Refund({ booking, onRefunded }: { booking: Booking; onRefunded: (booking: Booking) => void }) {
  const { reachable, act } = useAct()
  const form = useForm<z.infer<typeof RefundForm>>({
    defaultValues: { amount: '', note: '' },
    resolver: standardSchemaResolver(RefundForm),
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ amount, note }) => {
    const cents = dollarsToCents(amount) ?? 0
    const isDone = await act(form, async () => {
      onRefunded(await call('operatorRefund', { params: { id: booking.id }, body: { amount: cents, note } }))
      return {
        title: 'Refund on its way',
        description: `${formatCents(cents)} goes back to ${booking.renterUsername}.`,
      }
    })
    if (isDone) form.reset()
  })
  return (
    <article className="surface stack" aria-label={`Booking ${booking.id}`}>
      <h2 className="operator__title">{`Booking ${booking.id}: ${booking.listingTitle}`}</h2>
      <p className="fine muted">
        {`${booking.ownerUsername} rented to ${booking.renterUsername} · ${formatWeekday(booking.startDate)} to ${formatWeekday(booking.endDate)} · ${booking.status}, payment ${booking.paymentState.replaceAll('_', ' ')}`}
      </p>
      <MoneyLines
        lines={[
          { label: 'Total', amount: formatCents(booking.totalAmount) },
          { label: 'Returned so far', amount: formatCents(booking.refundedAmount) },
          { label: 'Left', amount: formatCents(booking.totalAmount - booking.refundedAmount), total: true },
        ]}
      />
      <form className="operator__form stack" noValidate onSubmit={submit} aria-label="Refund">
        <PriceField
          label="Amount to return"
          placeholder="0.00"
          error={errors.amount?.message}
          {...form.register('amount')}
        />
        <TextAreaField label="Why" rows={2} error={errors.note?.message} {...form.register('note')} />
        <div className="form-actions">
          <SubmitButton busy={isSubmitting} busyLabel="Refunding" disabled={!reachable}>
            Refund
          </SubmitButton>
        </div>
      </form>
    </article>
  )
}
