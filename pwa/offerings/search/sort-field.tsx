import { SORTS, type Sort } from '../../sync/search-tasks'
import { SORT_WORDS } from './offering-search'

interface SortFieldProps {
  /** Null shows the best match first, and the newest without a text. */
  value: Sort | null
  /** Something is searched for by words. */
  isMatched: boolean
  /** Words that are different for these cards. */
  words?: Partial<Record<Sort, string>>
  onChange: (value: Sort | null) => void
}

/** The order of the cards, beside their number. */
export function SortField({ value, isMatched, words, onChange }: SortFieldProps) {
  const sorts = SORTS.filter((sort) => isMatched || sort !== 'newest')
  return (
    <div className="browse__sort">
      <select
        aria-label="Sort by"
        value={value ?? ''}
        onChange={(event) => onChange(SORTS.find((sort) => sort === event.target.value) ?? null)}
      >
        <option value="">{isMatched ? 'Best match' : SORT_WORDS.newest}</option>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {words?.[sort] ?? SORT_WORDS[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}
