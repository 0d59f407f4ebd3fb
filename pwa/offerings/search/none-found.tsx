import { EmptyState } from '../../ui/empty-state'

interface NoneFoundProps {
  /** The rows of this device alone were looked through. */
  isOnDevice: boolean
  /** Takes the search and the filters back; null where there are none. */
  onClear: (() => void) | null
}

/** In the place of finds, where there are none. */
export function NoneFound({ isOnDevice, onClear }: NoneFoundProps) {
  return (
    <EmptyState
      drawing="listings"
      title={isOnDevice ? 'No items on this device match your filters.' : 'No items found matching your filters.'}
      action={
        onClear && (
          <button type="button" className="is-secondary" onClick={onClear}>
            Clear Filters
          </button>
        )
      }
    />
  )
}
