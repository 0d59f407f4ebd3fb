import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from './icon-button'
import { useDialog } from './use-dialog'

export interface ModalProps {
  open: boolean
  title: string
  /** Called for the cross, Esc and a press beside the panel. The parent then sets `open` to false. */
  onClose: () => void
  children: ReactNode
  /** Buttons at the bottom, the main one first. */
  footer?: ReactNode
  size?: 'medium' | 'large'
  /** False while typed words would be lost: a press beside the panel then does nothing. */
  lightDismiss?: boolean
  /** It is open because the address says so: Back changes the address. */
  isInAddress?: boolean
}

/** A native dialog: focus stays inside and returns to where it was. A sheet from the bottom on phones. */
export function Modal(props: ModalProps) {
  const { open, title, onClose, children, footer, size = 'medium', lightDismiss = true, isInAddress = false } = props
  const titleId = useId()
  const dialog = useDialog({ open, onClose, lightDismiss, backCloses: !isInAddress })
  return (
    <dialog {...dialog} className="modal" data-size={size} aria-labelledby={titleId}>
      {open && (
        <div className="modal__panel stack gap-0">
          <header className="modal__head line gap-3 row--between">
            <h2 id={titleId} dir="auto">
              {title}
            </h2>
            <IconButton label="Close" icon={<X />} onClick={onClose} />
          </header>
          <div className="modal__body">{children}</div>
          {footer && <footer className="modal__foot">{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
