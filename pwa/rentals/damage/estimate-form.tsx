import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { damageCap } from '#schema/damage-report'
import { formatCents } from '#schema/money'
import { useAccount } from '../../session/account'
import { useReachable } from '../../session/use-sync'
import { ApiError } from '../../sync/client'
import { showFieldErrors } from '../../ui/fields/field-errors'
import { fieldOf } from '../../ui/fields/field-of'
import { PriceField } from '../../ui/fields/price-field'
import { SubmitButton } from '../../ui/fields/submit-button'
import { errorNotice, useToast } from '../../ui/toasts'
import { addEstimate } from './add-estimate'
import { centsOf, damageFields, estimateForm } from './damage-form'
import { damageFailure } from './failure-words'

export interface AddEstimateProps {
  reportId: number
  totalAmount: number
}

/** The owner's estimate, where the report came without one. */
export function AddEstimate({ reportId, totalAmount }: AddEstimateProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const form = useForm<{ estimate: string }>({
    defaultValues: { estimate: '' },
    resolver: standardSchemaResolver(estimateForm(totalAmount)),
  })
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(async ({ estimate }) => {
    try {
      await addEstimate(engine, reportId, centsOf(estimate) ?? 0)
      toast({ title: 'Estimate added' })
    } catch (error) {
      if (error instanceof ApiError) showFieldErrors(form, damageFields(error.fields))
      const { title, words } = damageFailure(error, 'Failed to add the estimate')
      toast(errorNotice(title, words))
    }
  })
  return (
    <form
      className="damage__estimate flush row align-end gap-3"
      noValidate
      onSubmit={submit}
      aria-label="Repair estimate"
    >
      <PriceField
        label="Repair estimate"
        placeholder="0.00"
        hint={reachable ? `At most ${formatCents(damageCap(totalAmount))}.` : 'Adding it needs a connection.'}
        {...field('estimate')}
      />
      <SubmitButton className="is-secondary" busy={isSubmitting} busyLabel="Adding" disabled={!reachable}>
        Add estimate
      </SubmitButton>
    </form>
  )
}
