import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

export interface BusyButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  busy: boolean
  /** Says what is happening: 'Approving'. */
  busyLabel: string
}

/** A press that takes a moment. While busy it does nothing more, yet keeps its focus and its place. */
export function BusyButton({ busy, busyLabel, children, onClick, ...rest }: BusyButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => !busy && onClick?.(event)}
    >
      {busy && <LoaderCircle className="turning" />}
      {busy ? busyLabel : children}
    </button>
  )
}
