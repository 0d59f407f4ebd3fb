/** The most that a badge shows as a number. */
const LARGEST_COUNT = 9

/** The text of a count badge: the number, or '9+' above nine. */
export function countText(count: number): string {
  return count > LARGEST_COUNT ? `${LARGEST_COUNT}+` : String(count)
}

/** A small number on a control; nothing at all for zero. Screen readers hear the full number and what it counts. */
export function CountBadge({ count, what = 'new' }: { count: number; what?: string }) {
  if (count <= 0) return null
  return (
    <span className="count-badge">
      <span aria-hidden="true">{countText(count)}</span>
      <span className="visually-hidden">
        {' '}
        {count} {what}
      </span>
    </span>
  )
}
