import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { addEstimate } from '../../actions/add-estimate'
import { ApiError } from '../../api/client'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { showFieldErrors } from '../../forms/field-errors'
import { PriceField } from '../../forms/price-field'
import { SubmitButton } from '../../forms/submit-button'
import { useToast } from '../../notifications/toasts'
import { centsOf, EstimateForm, formFields } from './damage-form'
import { failureWords } from './failure-words'

/** The owner's estimate, where the report came without one. */
export function AddEstimate({ reportId }: { reportId: number }) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()
  const form = useForm<{ estimate: string }>({
    defaultValues: { estimate: '' },
    resolver: standardSchemaResolver(EstimateForm),
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ estimate }) => {
    try {
      await addEstimate(engine, reportId, centsOf(estimate) ?? 0)
      toast({ title: 'Estimate added' })
    } catch (error) {
      if (error instanceof ApiError) showFieldErrors(form, formFields(error.fields))
      toast({ variant: 'destructive', title: 'Failed to add the estimate', description: failureWords(error) })
    }
  })
  return (
    <form className="damage__estimate" noValidate onSubmit={submit} aria-label="Repair estimate">
      <PriceField
        label="Repair estimate"
        placeholder="0.00"
        hint={reachable ? undefined : 'Adding it needs a connection.'}
        error={errors.estimate?.message}
        {...form.register('estimate')}
      />
      <SubmitButton className="is-secondary" busy={isSubmitting} busyLabel="Adding" disabled={!reachable}>
        Add estimate
      </SubmitButton>
    </form>
  )
}
