export interface CheckboxListProps {
  label: string
  options: { value: string; label: string }[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** Any number of choices, in two columns. Answers them in the order of the options. */
export function CheckboxList({ label, options, chosen, onChange }: CheckboxListProps) {
  const toggle = (value: string, on: boolean) =>
    onChange(options.map((option) => option.value).filter((other) => (other === value ? on : chosen.includes(other))))
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="checkbox-list">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
