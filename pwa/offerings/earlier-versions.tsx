import type { FieldVersion } from '#schema/draft'
import { Version } from './other-versions'
import { writtenWords } from './written-words'

interface EarlierVersionsProps {
  versions: Partial<Record<string, FieldVersion[]>>
  device: string
  /** A version in words; null for a field that this form does not have. */
  quote: (field: string, version: FieldVersion) => string | null
  onUse: (field: string, version: FieldVersion) => void
}

/** Versions that choices between two devices have put aside in the last 30 days. Renders nothing where there is none. */
export function EarlierVersions({ versions, device, quote, onUse }: EarlierVersionsProps) {
  const now = new Date()
  const all = Object.entries(versions).flatMap(([field, list = []]) =>
    list.flatMap((version) => {
      const words = quote(field, version)
      return words === null ? [] : [{ field, version, words }]
    }),
  )
  if (all.length === 0) return null
  return (
    <details className="earlier-versions">
      <summary>{`Earlier versions (${all.length})`}</summary>
      <ul className="versions plain-list stack stack--tight">
        {all.map(({ field, version, words }) => (
          <li key={`${field} ${version.at} ${version.by}`}>
            <Version words={words} written={`${named(field)}, ${writtenWords(version, device, now)}`} />
            <button type="button" className="is-secondary" onClick={() => onUse(field, version)}>
              Use this
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** 'pickupNotes' is 'Pickup notes'. */
function named(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
