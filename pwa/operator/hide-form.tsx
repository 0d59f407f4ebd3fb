import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { callModeration } from '../moderation/call-moderation'
import { fieldOf } from '../ui/fields/field-of'
import { SelectField } from '../ui/fields/select-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { TextField } from '../ui/fields/text-field'
import { HideForm } from './operator-forms'
import { useAct } from './use-act'

const KINDS = [
  { value: 'listing', label: 'Rental listing' },
  { value: 'item', label: 'Made-to-order item' },
  { value: 'post', label: 'Inspiration post' },
  { value: 'review', label: 'Review' },
]

/** Takes something off the public pages, or puts it back. */
export function HideThing() {
  const titleId = useId()
  const { reachable, act } = useAct()
  const form = useForm<z.infer<typeof HideForm>>({
    defaultValues: { kind: 'listing', id: '', note: '' },
    resolver: standardSchemaResolver(HideForm),
  })
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = (hidden: boolean) =>
    form.handleSubmit(async ({ kind, id, note }) => {
      const isDone = await act(form, async () => {
        await callModeration('operatorHide', { body: { kind, id: Number(id), hidden, note } })
        return { title: hidden ? `The ${kind} ${id} is hidden` : `The ${kind} ${id} is on show` }
      })
      if (isDone) form.reset({ kind, id: '', note: '' })
    })
  return (
    <form className="surface stack" noValidate onSubmit={submit(true)} aria-labelledby={titleId}>
      <h2 className="operator__title" id={titleId}>
        Hide something
      </h2>
      <p className="fine muted">It leaves the public pages. Bookings of it go on as agreed.</p>
      <SelectField label="What" options={KINDS} {...field('kind')} />
      <TextField
        label="Its number"
        hint="It stands at the end of its address, and below a review."
        inputMode="numeric"
        autoComplete="off"
        {...field('id')}
      />
      <TextAreaField label="Why" rows={2} {...field('note')} />
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} disabled={!reachable}>
          Hide
        </SubmitButton>
        <button
          type="button"
          className="is-secondary"
          disabled={!reachable || isSubmitting}
          onClick={() => void submit(false)()}
        >
          Show again
        </button>
      </div>
    </form>
  )
}
