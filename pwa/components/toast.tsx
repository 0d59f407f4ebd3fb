import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from './icon-button'

export interface ToastProps {
  variant?: 'default' | 'destructive'
  title: string
  description?: string
  action?: { label: string; onPress: () => void }
  onDismiss: () => void
}

/** One notice. Failures are spoken at once, everything else when the reader pauses. */
export function Toast({ variant = 'default', title, description, action, onDismiss }: ToastProps) {
  const failed = variant === 'destructive'
  return (
    <div className="toast" data-variant={variant} role={failed ? 'alert' : 'status'}>
      {failed ? <CircleAlert /> : <CircleCheck />}
      <div className="toast__words">
        <p className="toast__title">{title}</p>
        {description && <p className="toast__description">{description}</p>}
        {action && (
          <button type="button" className="is-quiet toast__action" onClick={action.onPress}>
            {action.label}
          </button>
        )}
      </div>
      <IconButton label="Dismiss" icon={<X />} onClick={onDismiss} />
    </div>
  )
}

/**
 * Where the one toast of the moment stands. A popover, shown anew for every toast, because a modal dialog that was
 * opened in between would otherwise lie over it.
 */
export function ToastRegion({ children }: { children?: ReactNode }) {
  const region = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast is the reason to come to the top again
  useLayoutEffect(() => {
    region.current?.showPopover?.()
    return () => region.current?.hidePopover?.()
  }, [children])
  return (
    <section className="toast-region" aria-label="Notifications" popover="manual" ref={region}>
      {children}
    </section>
  )
}
