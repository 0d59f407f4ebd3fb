import { createContext, type MouseEvent, type ReactNode, useState } from 'react'
import { formatCount } from '#schema/money'
import { Modal } from './modal'

interface FilterDialogProps {
  /** How many cards the choice would leave; null while they are counted. */
  count: number | null
  /** There may be more that nobody has counted. */
  isPart: boolean
  onApply: () => void
  onReset: () => void
  onClose: () => void
  children: ReactNode
}

/** The number of resets so far: a field that remembers its text begins anew with each. */
export const FilterResets = createContext(0)

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`)
const atLeast = (count: number) => count > 0 && `${formatCount(count)}+ items`

/** The panel in which filters are chosen; what it holds changes nothing behind it before it is applied. */
export function FilterDialog({ count, isPart, onApply, onReset, onClose, children }: FilterDialogProps) {
  const [resets, setResets] = useState(0)
  const apply = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const refused = currentTarget.closest('dialog')?.querySelector<HTMLElement>('[aria-invalid]')
    if (refused) return refused.focus()
    onClose()
    onApply()
  }
  return (
    <Modal
      open
      title="Filter Items"
      size="large"
      onClose={onClose}
      footer={
        <>
          <button type="button" onClick={apply}>
            Apply Filters
          </button>
          <button
            type="button"
            className="is-secondary"
            onClick={() => {
              setResets(resets + 1)
              onReset()
            }}
          >
            Reset All
          </button>
          <output className="filter-dialog__count muted">
            {count !== null && (isPart ? atLeast(count) : items(count))}
          </output>
        </>
      }
    >
      <FilterResets value={resets}>
        <div className="stack">{children}</div>
      </FilterResets>
    </Modal>
  )
}
