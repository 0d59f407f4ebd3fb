import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import type { Notice } from '../ui/toasts'
import { WhyForm } from './operator-forms'
import { useAct } from './use-act'
import { useKeptNote } from './use-kept-note'

interface ReasonFormProps {
  /** The form's name. */
  name: string
  /** Names its words on this device: 'note:user:7'. */
  keptAs: string
  label: string
  hint?: string
  button: string
  /** Does the act at the server. @returns what is said about it, or null */
  act: (note: string) => Promise<Notice | null>
  /** Reads again what it is about. */
  again?: () => Promise<void>
  /** Something of it that the act turns round. */
  about?: boolean
}

/** An act of an operator that needs its reason and nothing else. */
export function ReasonForm({ name, keptAs, label, hint, button, act: work, again, about }: ReasonFormProps) {
  const { reachable, act } = useAct({ again, about })
  const form = useForm<WhyForm>({ defaultValues: { note: '' }, resolver: standardSchemaResolver(WhyForm) })
  useKeptNote(form, keptAs)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(({ note }) => act(form, () => work(note), { becomes: !about }))
  return (
    <form className="ruled flush stack" noValidate onSubmit={submit} aria-label={name}>
      <TextAreaField label={label} rows={2} hint={hint} {...field('note')} />
      <div className="form-actions">
        <SubmitButton className="is-secondary" busy={isSubmitting} disabled={!reachable}>
          {button}
        </SubmitButton>
      </div>
    </form>
  )
}
