import type { ReactNode } from 'react'
import { Modal } from './modal'

interface ConfirmDialogProps {
  open?: boolean
  /** 'Delete “Gold arch”?' */
  title: string
  /** The name of the press: 'Delete post'. */
  confirmLabel: string
  /** The name of the way back. */
  cancelLabel?: string
  onConfirm: () => void
  onClose: () => void
  /** The consequences of the press. */
  children: ReactNode
}

/** Asks once more before something goes that cannot be brought back. */
export function ConfirmDialog({
  open = true,
  title,
  confirmLabel,
  cancelLabel = 'Keep it',
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="is-danger" onClick={onConfirm}>
            {confirmLabel}
          </button>
          <button type="button" className="is-secondary" onClick={onClose}>
            {cancelLabel}
          </button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
