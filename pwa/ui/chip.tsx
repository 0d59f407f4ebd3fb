import { X } from 'lucide-react'

export interface ChipProps {
  label: string
  onRemove?: () => void
}

/** A chosen filter or a tag; with `onRemove` it carries a cross named after its label. */
export function Chip({ label, onRemove }: ChipProps) {
  if (!onRemove)
    return (
      <span className="chip" dir="auto">
        {label}
      </span>
    )
  return (
    <span className="chip chip--removable">
      <bdi>{label}</bdi>
      <button type="button" className="chip__remove" aria-label={`Remove ${label}`} onClick={onRemove}>
        <X />
      </button>
    </span>
  )
}
