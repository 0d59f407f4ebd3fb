import { Plus } from 'lucide-react'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { FieldError, FieldHint } from './field'
import { OptionCard } from './option-card'
import { newOption, type OptionErrors, type OptionValue } from './option-value'
import '../../styles/options-field.css'

interface OptionsFieldProps {
  label: string
  hint: string
  value: OptionValue[]
  onChange: (options: OptionValue[]) => void
  /** By place. */
  errors: (OptionErrors | undefined)[]
  /** About all of them together. */
  error?: string
  max: number
  disabled: boolean
  /** Takes the focus to the first wrong field. */
  ref?: Ref<{ focus(): void }>
}

/** The choices of a buyer: options that are added, put in order by dragging or by buttons, and removed. */
export function OptionsField({ label, hint, value, onChange, errors, error, max, disabled, ref }: OptionsFieldProps) {
  const id = useId()
  const [said, say] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const focus = useFocusAfter(frame)
  useImperativeHandle(ref, () => ({
    focus: () => frame.current?.querySelector<HTMLElement>('[aria-invalid="true"], .options-field__add')?.focus(),
  }))

  const move = (optionId: string, to: number) => {
    const moved = value.find((option) => option.id === optionId)
    if (!moved || to < 0 || to >= value.length) return
    onChange(value.filter((option) => option !== moved).toSpliced(to, 0, moved))
    say(`Option moved to place ${to + 1} of ${value.length}.`)
  }
  const add = () => {
    const option = newOption()
    onChange([...value, option])
    focus(`[data-option="${option.id}"] input`)
    say(`Option ${value.length + 1} added.`)
  }
  const remove = (index: number) => {
    const rest = value.toSpliced(index, 1)
    onChange(rest)
    const next = rest[Math.min(index, rest.length - 1)]
    focus(next ? `[data-option="${next.id}"] input` : '.options-field__add')
    say(`Option ${index + 1} removed.`)
  }
  const described = [error && `${id}-error`, `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset className="field options-field bare min-0" ref={frame} aria-describedby={described}>
      <legend>{label}</legend>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      {value.length > 0 && (
        <ol className="options-field__list plain-list stack gap-3" aria-label={`${label} added`}>
          {value.map((option, index) => (
            <OptionCard
              key={option.id}
              option={option}
              errors={errors[index] ?? {}}
              index={index}
              count={value.length}
              disabled={disabled}
              isDragged={dragged === option.id}
              isTarget={dragged !== null && dragged !== option.id}
              onChange={(part) => onChange(value.with(index, { ...option, ...part }))}
              onFocus={focus}
              onRemove={() => remove(index)}
              onMove={(to) => move(option.id, to)}
              onDrag={(isOn) => setDragged(isOn ? option.id : null)}
              onDropHere={() => {
                if (dragged !== null) move(dragged, index)
                setDragged(null)
              }}
            />
          ))}
        </ol>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <button
        type="button"
        className="is-secondary options-field__add"
        disabled={disabled || value.length >= max}
        onClick={add}
      >
        <Plus />
        {value.length >= max ? `Limit reached: ${max} options` : 'Add an option'}
      </button>
      <output className="visually-hidden">{said}</output>
    </fieldset>
  )
}

/** Takes the focus, once it has been drawn, to what a press has made. */
function useFocusAfter(frame: { current: HTMLElement | null }): (selector: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const target = wanted.current && frame.current?.querySelector<HTMLElement>(wanted.current)
    if (!target) return
    wanted.current = null
    target.focus()
  })
  return (selector) => {
    wanted.current = selector
  }
}
