import type { FieldVersion } from '#schema/draft'
import { StatusChip } from '../../components/status-chip'

interface OtherVersionsProps<Value> {
  versions: FieldVersion[]
  /** Makes sense of a version, or of one that makes none. */
  read: (value: unknown) => Value
  quote: (value: Value) => string
  onUse: (value: Value) => void
  onKeep: () => void
}

/** A real clash: the same field was written on another device at the same time. Both are here until somebody chooses. */
export function OtherVersions<Value>({ versions, read, quote, onUse, onKeep }: OtherVersionsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
    <div className="other-versions" role="group" aria-label="Also written on another device">
      <StatusChip tone="info">Also written on another device</StatusChip>
      <ul>
        {versions.map((version) => (
          <li key={`${version.at} ${version.by}`}>
            <p className="other-versions__quote" dir="auto">
              {quote(read(version.value))}
            </p>
            <button type="button" className="is-secondary" onClick={() => onUse(read(version.value))}>
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
