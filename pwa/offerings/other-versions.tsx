import type { FieldVersion } from '#schema/draft'
import { StatusChip } from '../ui/status-chip'
import { writtenWords } from './written-words'

interface OtherVersionsProps {
  /** The words typed on this device; null where this device typed none of the versions. */
  own: FieldVersion | null
  versions: FieldVersion[]
  /** The name of this device. */
  device: string
  quote: (version: FieldVersion) => string
  onUse: (version: FieldVersion) => void
  onKeep: () => void
}

/** A real clash: the same field was written on another device at the same time. All are here until somebody chooses. */
export function OtherVersions({ own, versions, device, quote, onUse, onKeep }: OtherVersionsProps) {
  const now = new Date()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
    <div className="other-versions stack stack--tight" role="group" aria-label="Also written on another device">
      <StatusChip tone="info">Also written on another device</StatusChip>
      <ul className="versions plain-list stack stack--tight">
        {own && (
          <li>
            <Version words={quote(own)} written={writtenWords(own, device, now)} />
            <button type="button" className="is-secondary" onClick={onKeep}>
              Keep mine
            </button>
          </li>
        )}
        {versions.map((version) => (
          <li key={`${version.at} ${version.by}`}>
            <Version words={quote(version)} written={writtenWords(version, device, now)} />
            <button type="button" className="is-secondary" onClick={() => onUse(version)}>
              Use this
            </button>
          </li>
        ))}
      </ul>
      {!own && (
        <button type="button" className="is-quiet" onClick={onKeep}>
          Keep the current text
        </button>
      )}
      <p className="fine muted">The other stays under “Earlier versions” for 30 days.</p>
    </div>
  )
}

/** A version: its words, device and time. */
export function Version({ words, written }: { words: string; written: string }) {
  return (
    <div className="other-versions__quote min-0 long-text">
      <p dir="auto">{words}</p>
      <p className="fine muted">{written}</p>
    </div>
  )
}
