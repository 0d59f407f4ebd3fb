import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

export interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  busy?: boolean
  /** Says what is happening: 'Submitting Offer'. Without it the words stay as they are. */
  busyLabel?: string
}

/** Sends its form. While busy it cannot be pressed again, yet keeps its focus and its place. */
export function SubmitButton({ busy = false, busyLabel, children, className = '', ...rest }: SubmitButtonProps) {
  return (
    <button
      {...rest}
      type="submit"
      className={`submit-button ${className}`.trim()}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => busy && event.preventDefault()}
    >
      {busy && <LoaderCircle className="turning" />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}
