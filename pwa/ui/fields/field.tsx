import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface FieldProps {
  label: string
  /** Beside the label: 'Required'. */
  mark?: string
  /** Under the control, before anything went wrong. */
  hint?: ReactNode
  /** In the spec's words; its presence marks the control as invalid. */
  error?: string
  /** Fields are required unless this says otherwise. */
  optional?: boolean
}

/** Attributes of the control that tie label, hint and error to it. */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

export interface FieldFrameProps extends FieldProps {
  /** Its person has nothing to fill in: the control always holds a value, or can only be read. */
  filled?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, error beside it, hint under it. */
export function Field({ label, mark, hint, error, optional, filled, className = '', children }: FieldFrameProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`.trim()}>
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="field__optional"> (optional)</span>}
        {mark && <FieldMark>{mark}</FieldMark>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': optional || filled ? undefined : true,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  )
}

/** An error in words and with an icon; also for whole forms, where no single field is to blame. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field__error" id={id}>
      <CircleAlert />
      <span>{children}</span>
    </p>
  )
}

/** The label, hint and error of a field. */
export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field__hint muted small" id={id}>
      {children}
    </p>
  )
}

/** A word beside a label. */
export function FieldMark({ children }: { children: string }) {
  return (
    <>
      {' '}
      <span className="chip field__mark">{children}</span>
    </>
  )
}
