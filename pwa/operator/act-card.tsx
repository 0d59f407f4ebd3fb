import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { SubmitButton } from '../ui/fields/submit-button'
import type { Notice } from '../ui/toasts'
import { useAct } from './use-act'

/** The name of a button and what it does at the server. */
interface Press<Values> {
  label: string
  act: (values: Values) => Promise<Notice>
}

interface ActCardProps<Values extends FieldValues> {
  title: string
  words: string
  form: UseFormReturn<Values>
  press: Press<Values>
  /** Takes the act back. */
  undo?: Press<Values>
  children: ReactNode
}

/** A card with the form of an operator's act. */
export function ActCard<Values extends FieldValues>(props: ActCardProps<Values>) {
  const { title, words, form, press, undo, children } = props
  const titleId = useId()
  const { reachable, act } = useAct()
  const { isSubmitting } = form.formState
  const submit = (chosen: Press<Values>) => form.handleSubmit((values) => act(form, () => chosen.act(values)))
  return (
    <form className="surface stack" noValidate onSubmit={submit(press)} aria-labelledby={titleId}>
      <h2 className="operator__title" id={titleId}>
        {title}
      </h2>
      <p className="fine muted">{words}</p>
      {children}
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} disabled={!reachable}>
          {press.label}
        </SubmitButton>
        {undo && (
          <button
            type="button"
            className="is-secondary"
            disabled={!reachable || isSubmitting}
            onClick={() => void submit(undo)()}
          >
            {undo.label}
          </button>
        )}
      </div>
    </form>
  )
}
