import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { callModeration } from '../moderation/call-moderation'
import { fieldOf } from '../ui/fields/field-of'
import { SelectField } from '../ui/fields/select-field'
import { TextAreaField } from '../ui/fields/text-area-field'
import { TextField } from '../ui/fields/text-field'
import { ActCard } from './act-card'
import { HideForm } from './operator-forms'
import { useKeptNote } from './use-kept-note'

const KINDS = [
  { value: 'listing', label: 'Rental listing' },
  { value: 'item', label: 'Made-to-order item' },
  { value: 'post', label: 'Inspiration post' },
  { value: 'review', label: 'Review' },
  { value: 'review_answer', label: 'Answer to a review' },
]

/** Takes something off the public pages, or puts it back. */
export function HideThing() {
  const form = useForm<z.infer<typeof HideForm>>({
    defaultValues: { kind: 'listing', id: '', note: '' },
    resolver: standardSchemaResolver(HideForm),
  })
  useKeptNote(form, 'hide')
  const field = fieldOf(form)
  const hide = async (hidden: boolean, { kind, id, note }: z.infer<typeof HideForm>) => {
    await callModeration('operatorHide', { body: { kind, id: Number(id), hidden, note } })
    form.reset({ kind, id: '', note: '' })
    return { title: hidden ? `The ${kind} ${id} is hidden` : `The ${kind} ${id} is on show` }
  }
  return (
    <ActCard
      title="Hide something"
      words="It leaves the public pages. Bookings of it go on as agreed."
      form={form}
      press={{ label: 'Hide', act: (values) => hide(true, values) }}
      undo={{ label: 'Show again', act: (values) => hide(false, values) }}
    >
      <SelectField label="What" options={KINDS} {...field('kind')} />
      <TextField
        label="Its number"
        hint="It stands at the end of its address, and below a review."
        inputMode="numeric"
        autoComplete="off"
        {...field('id')}
      />
      <TextAreaField label="Why" rows={2} {...field('note')} />
    </ActCard>
  )
}
