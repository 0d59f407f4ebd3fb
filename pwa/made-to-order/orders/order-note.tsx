import { TextAreaField } from '../../ui/fields/text-area-field'

interface OrderNoteProps {
  maker: string
  value: string
  error: string | undefined
  onChange: (part: { note: string }) => void
}

/** A word to the maker. */
export function OrderNote({ maker, value, error, onChange }: OrderNoteProps) {
  return (
    <TextAreaField
      label={`Note to ${maker}`}
      optional
      rows={3}
      value={value}
      onChange={(event) => onChange({ note: event.target.value })}
      {...(error ? { error } : {})}
    />
  )
}
