import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from './fields/field'

interface FormFailureProps {
  title: string
  children: ReactNode
  /** A notice says the same at the same time, and is spoken. */
  isQuiet?: boolean
}

/** Why a form in a dialog was not sent; beside its button, because a notice of the page lies behind the dialog; and in a page, because a notice goes. */
export function FormFailure({ title, children, isQuiet = false }: FormFailureProps) {
  return (
    <div className="form-failure" role={isQuiet ? undefined : 'alert'}>
      <CircleAlert />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{children}</p>
      </div>
    </div>
  )
}

/** Why something of the server could not be shown, and a press that asks for it once more. */
export function NotLoaded({ children, again }: { children: ReactNode; again: () => void }) {
  return (
    <div className="stack stack--tight" role="alert">
      <FieldError>{children}</FieldError>
      <div>
        <AgainButton again={again} />
      </div>
    </div>
  )
}

export function AgainButton({ again }: { again: () => void }) {
  return (
    <button type="button" className="is-secondary" onClick={again}>
      Try again
    </button>
  )
}
