import { SlidersHorizontal } from 'lucide-react'
import { CountBadge } from './count-badge'

/** Opens the filter panel; the badge says how many kinds of filters are on. */
export function FilterButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <button type="button" className="is-secondary" aria-haspopup="dialog" onClick={onPress}>
      <SlidersHorizontal />
      Filter
      <CountBadge count={count} what="on" />
    </button>
  )
}
