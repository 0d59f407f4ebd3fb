import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { DamageReport } from '#schema/damage-report'
import { centsToDollars, dollarsToCents, formatCents } from '#schema/money'
import { callModeration } from '../moderation/call-moderation'
import { FieldError } from '../ui/fields/field'
import { fieldOf } from '../ui/fields/field-of'
import { PriceField } from '../ui/fields/price-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { DecisionForm, sentDecision } from './operator-forms'
import { useAct } from './use-act'
import { useKeptNote } from './use-kept-note'
import { useMoneyQuestion } from './use-money-question'

interface DecideFormProps {
  report: DamageReport
  /** The person who is charged when it is approved. */
  renter: string
  again: () => Promise<void>
}

/** Approve up to the estimate, which asks again, or reject; both sides read why. */
export function DecideForm({ report, renter, again }: DecideFormProps) {
  const id = useId()
  const { reachable, act } = useAct({ again })
  const { ask, dialog } = useMoneyQuestion()
  const estimate = report.repairEstimate
  const form = useForm<DecisionForm>({
    defaultValues: { amount: estimate === null ? '' : centsToDollars(estimate).toFixed(2), note: '' },
    resolver: standardSchemaResolver(DecisionForm),
  })
  useKeptNote(form, `claim:${report.id}`)
  const { errors, isSubmitting } = form.formState
  const field = fieldOf(form)
  const [verdict, amount] = useWatch({ control: form.control, name: ['verdict', 'amount'] })
  const submit = form.handleSubmit(async (decision) => {
    const body = sentDecision(decision)
    const money = formatCents(body.finalAmount ?? 0)
    const question = {
      title: `Charge ${renter} ${money}?`,
      words: `${money} is taken from ${renter}’s card at once.`,
      press: `Yes, charge ${money}`,
    }
    if (body.approve && !(await ask(question))) return
    await act(
      form,
      async () => {
        await callModeration('decideClaim', { params: { id: report.id }, body })
        return { title: body.approve ? 'Claim approved' : 'Claim rejected' }
      },
      { rename: ({ finalAmount, ...fields }) => ({ ...fields, ...(finalAmount ? { amount: finalAmount } : {}) }) },
    )
  })
  return (
    <form className="ruled flush stack" noValidate onSubmit={submit} aria-label={`Decide claim ${report.id}`}>
      <fieldset className="field" aria-describedby={errors.verdict ? `${id}-error` : undefined}>
        <legend>Decision</legend>
        <label className="check">
          <input type="radio" value="approve" disabled={estimate === null} {...form.register('verdict')} />
          Approve, and charge the renter
        </label>
        <label className="check">
          <input type="radio" value="reject" {...form.register('verdict')} />
          Reject
        </label>
        {errors.verdict && <FieldError id={`${id}-error`}>{errors.verdict.message}</FieldError>}
        {estimate === null && (
          <p className="field__hint muted small">It can be approved once the owner has added a repair estimate.</p>
        )}
      </fieldset>
      {verdict === 'approve' && estimate !== null && (
        <PriceField label="Amount" hint={`At most the estimate, ${formatCents(estimate)}.`} {...field('amount')} />
      )}
      <TextAreaField label="Why" rows={2} hint="Both sides read this." {...field('note')} />
      {!reachable && <p className="offline-reason well fine">Deciding needs a connection.</p>}
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} busyLabel="Deciding" disabled={!reachable}>
          {buttonWords(verdict, amount)}
        </SubmitButton>
      </div>
      {dialog}
    </form>
  )
}

function buttonWords(verdict: DecisionForm['verdict'] | undefined, amount: string): string {
  if (verdict === 'reject') return 'Reject the claim'
  const cents = dollarsToCents(amount)
  return verdict === 'approve' && cents !== null ? `Approve ${formatCents(cents)}` : 'Decide'
}
