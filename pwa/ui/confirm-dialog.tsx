import type { ReactNode } from 'react'
import { Modal } from './modal'

interface ConfirmDialogProps {
  open?: boolean
  /** 'Delete “Gold arch”?' */
  title: string
  /** The name of the press: 'Delete post'. */
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
  /** The consequences of the press. */
  children: ReactNode
}

/** Asks once more before something goes that cannot be brought back. */
export function ConfirmDialog({ open = true, title, confirmLabel, onConfirm, onClose, children }: ConfirmDialogProps) {
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
            Keep it
          </button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
