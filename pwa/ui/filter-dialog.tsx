import type { ReactNode } from 'react'
import { Modal } from './modal'

interface FilterDialogProps {
  /** How many cards the choice would leave; null while they are counted. */
  count: number | null
  onApply: () => void
  onReset: () => void
  onClose: () => void
  children: ReactNode
}

/** The panel in which filters are chosen; what it holds changes nothing behind it before it is applied. */
export function FilterDialog({ count, onApply, onReset, onClose, children }: FilterDialogProps) {
  return (
    <Modal
      open
      title="Filter Items"
      size="large"
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            onClick={() => {
              onClose()
              onApply()
            }}
          >
            Apply Filters
          </button>
          <button type="button" className="is-secondary" onClick={onReset}>
            Reset All
          </button>
          <output className="filter-dialog__count muted">
            {count !== null && (count === 1 ? '1 item' : `${count} items`)}
          </output>
        </>
      }
    >
      <div className="stack">{children}</div>
    </Modal>
  )
}
