import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { AboveAll } from './above-all'
import { IconButton } from './icon-button'

export interface ToastProps {
  variant?: 'default' | 'destructive'
  title: string
  description?: string
  action?: { label: string; onPress: () => void }
  onDismiss: () => void
}

/** One notice. Failures are spoken at once, everything else when the reader pauses. */
function Toast({ variant = 'default', title, description, action, onDismiss }: ToastProps) {
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

/** The one toast of the moment, where it is seen and can be pressed. */
export function ToastOnTop(toast: ToastProps): ReactNode {
  return (
    <AboveAll className="toast-region" label="Notifications" follows={false}>
      <Toast {...toast} />
    </AboveAll>
  )
}
