import { categoryName } from '#schema/category-names'
import type { FieldVersion } from '#schema/draft'
import { StatusChip } from '../../components/status-chip'
import { fieldValue, type ListingField, type ListingFormValues } from './listing-values'

const LONGEST_QUOTE = 160

interface OtherVersionsProps {
  field: ListingField
  versions: FieldVersion[]
  onUse: (value: ListingFormValues[ListingField]) => void
  onKeep: () => void
}

/** A real clash: the same field was written on another device at the same time. Both are here until somebody chooses. */
export function OtherVersions({ field, versions, onUse, onKeep }: OtherVersionsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
    <div className="other-versions" role="group" aria-label="Also written on another device">
      <StatusChip tone="info">Also written on another device</StatusChip>
      <ul>
        {versions.map((version) => (
          <li key={`${version.at} ${version.by}`}>
            <p className="other-versions__quote" dir="auto">
              {quoted(field, version.value)}
            </p>
            <button type="button" className="is-secondary" onClick={() => onUse(fieldValue(field, version.value))}>
              Use this
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="is-quiet" onClick={onKeep}>
        Keep mine
      </button>
    </div>
  )
}

function quoted(field: ListingField, value: unknown): string {
  const shown = fieldValue(field, value)
  if (typeof shown === 'number') return String(shown)
  if (typeof shown !== 'string') return shown.length === 1 ? '1 photo' : `${shown.length} photos`
  if (field === 'category' || field === 'cancellationPreset') return categoryName(shown)
  if (field === 'price') return `$${shown}`
  if (shown === '') return 'Nothing'
  return shown.length > LONGEST_QUOTE ? `“${shown.slice(0, LONGEST_QUOTE)}…”` : `“${shown}”`
}
