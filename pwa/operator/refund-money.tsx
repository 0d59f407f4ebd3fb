import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { dollarsToCents, formatCents } from '#schema/money'
import { MoneyLines } from '../money/money'
import { fieldOf } from '../ui/fields/field-of'
import { PriceField } from '../ui/fields/price-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { ForOthers } from './for-others'
import { RefundForm } from './operator-forms'
import { useAct } from './use-act'
import { useKeptNote } from './use-kept-note'
import { useMoneyQuestion } from './use-money-question'

interface RefundMoneyProps {
  /** The form's name. */
  label: string
  /** Names its words on this device: 'refund:booking:12'. */
  keptAs: string
  /** The payer's username. */
  payer: string
  /** The seller's username. */
  seller: string
  sale: { totalAmount: number; refundedAmount: number }
  /** Returns so many cents at the server. */
  refund: (body: { amount: number; note: string; returnedBefore: number }) => Promise<void>
  /** Reads the sale again. */
  again: () => Promise<void>
}

/** The money of a booking or an order: its lines, and the form that returns a part of it to its payer once it has asked again. */
export function RefundMoney({ label, keptAs, payer, seller, sale, refund, again }: RefundMoneyProps) {
  const { reachable, act } = useAct({ again, about: sale.refundedAmount })
  const { ask, dialog } = useMoneyQuestion()
  const form = useForm<z.infer<typeof RefundForm>>({
    defaultValues: { amount: '', note: '' },
    resolver: standardSchemaResolver(RefundForm),
  })
  useKeptNote(form, keptAs)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(async ({ amount, note }) => {
    const cents = dollarsToCents(amount) ?? 0
    const money = formatCents(cents)
    // The amount that is on the screen while its operator decides.
    const returnedBefore = sale.refundedAmount
    const question = {
      title: `Return ${money} to ${payer}?`,
      words: `${money} goes back to ${payer}’s card. That cannot be taken back.`,
      press: `Yes, return ${money}`,
    }
    if (!(await ask(question))) return
    const returnIt = async () => {
      await refund({ amount: cents, note, returnedBefore })
      return { title: 'Refund on its way', description: `${money} goes back to ${payer}.` }
    }
    await act(form, returnIt, { becomes: returnedBefore + cents })
  })
  return (
    <>
      <MoneyLines
        lines={[
          { label: 'Total', amount: formatCents(sale.totalAmount) },
          { label: 'Returned so far', amount: formatCents(sale.refundedAmount) },
          { label: 'Left', amount: formatCents(sale.totalAmount - sale.refundedAmount), total: true },
        ]}
      />
      <ForOthers parties={[payer, seller]}>
        <form className="ruled flush stack" noValidate onSubmit={submit} aria-label={label}>
          <PriceField label="Amount to return" placeholder="0.00" {...field('amount')} />
          <TextAreaField label="Why" rows={2} {...field('note')} />
          <div className="form-actions">
            <SubmitButton busy={isSubmitting} busyLabel="Refunding" disabled={!reachable}>
              Refund
            </SubmitButton>
          </div>
          {dialog}
        </form>
      </ForOthers>
    </>
  )
}
