import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { IconButton } from '../icon-button'

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> {
  /** Said by screen readers; the placeholder shows it to the eye. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search box with a glass and, once there is text, a cross that empties it and keeps the focus. */
export function SearchField({ label, value, onChange, ...input }: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    box.current?.focus()
  }
  return (
    <div className="adorned">
      <span className="adorned__before" aria-hidden="true">
        <Search />
      </span>
      <input
        enterKeyHint="search"
        autoComplete="off"
        dir="auto"
        {...input}
        ref={box}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && <IconButton className="adorned__after" label="Clear search" icon={<X />} onClick={clear} />}
    </div>
  )
}
