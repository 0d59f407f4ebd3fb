import { EmptyState } from '../ui/empty-state'
import { SearchField } from '../ui/fields/search-field'

interface PostSearchProps {
  label: string
  typed: string
  onType: (text: string) => void
}

/** The box above a wall of posts. */
export function PostSearch({ label, typed, onType }: PostSearchProps) {
  return (
    <div className="post-search">
      <SearchField label={label} placeholder={`${label}...`} value={typed} onChange={onType} />
    </div>
  )
}

/** In place of the wall when no post holds the words. */
export function NoPostFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      drawing="inspiration"
      title={`Nothing found for “${search}”`}
      action={
        <button type="button" className="is-secondary" onClick={onClear}>
          Clear search
        </button>
      }
    >
      Titles, descriptions, tags and authors are searched.
    </EmptyState>
  )
}
