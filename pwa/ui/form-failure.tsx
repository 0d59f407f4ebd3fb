import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Why a form in a dialog was not sent; beside its button, because a notice of the page lies behind the dialog. */
export function FormFailure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="form-failure" role="alert">
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
