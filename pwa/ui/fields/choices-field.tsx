import { Eraser, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { MAX_CHOICES } from '#schema/made-to-order'
import { IconButton } from '../icon-button'
import { FieldError } from './field'
import { isEnter } from './is-enter'
import { type ChoiceValue, newChoice, type OptionErrors } from './option-value'

/** The picker's shade before one was picked. */
const NO_SHADE = '#ffffff'

interface ChoicesFieldProps {
  choices: ChoiceValue[]
  /** Colors carry a shade beside their name. */
  hasShades: boolean
  errors: OptionErrors
  disabled: boolean
  onChange: (choices: ChoiceValue[]) => void
  /** Takes the focus to what a press has made. */
  onFocus: (selector: string) => void
}

/** The choices of an option. Enter goes on to a new one. */
export function ChoicesField({ choices, hasShades, errors, disabled, onChange, onFocus }: ChoicesFieldProps) {
  const id = useId()
  const what = hasShades ? 'color' : 'choice'
  const isFull = choices.length >= MAX_CHOICES
  const add = () => {
    if (isFull) return
    const choice = newChoice()
    onChange([...choices, choice])
    onFocus(`[data-choice="${choice.id}"]`)
  }
  const enter = (event: KeyboardEvent) => {
    if (!isEnter(event.nativeEvent)) return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="field choices-field bare min-0" aria-describedby={errors.choices ? `${id}-error` : undefined}>
      <legend>{hasShades ? 'Colors' : 'Choices'}</legend>
      {choices.length > 0 && (
        <ul className="plain-list stack stack--tight">
          {choices.map((choice, index) => (
            <Choice
              key={choice.id}
              choice={choice}
              name={`${what} ${index + 1}`}
              hasShade={hasShades}
              error={errors.choiceNames?.[index]}
              disabled={disabled}
              onChange={(part) => onChange(choices.with(index, { ...choice, ...part }))}
              onEnter={enter}
              onRemove={() => {
                const rest = choices.toSpliced(index, 1)
                onChange(rest)
                const next = rest[Math.min(index, rest.length - 1)]
                onFocus(next ? `[data-choice="${next.id}"]` : `[id="${id}-add"]`)
              }}
            />
          ))}
        </ul>
      )}
      {errors.choices && <FieldError id={`${id}-error`}>{errors.choices}</FieldError>}
      <button
        id={`${id}-add`}
        type="button"
        className="is-quiet choices-field__add"
        disabled={disabled || isFull}
        aria-invalid={errors.choices ? true : undefined}
        onClick={add}
      >
        <Plus />
        {isFull ? `Limit reached: ${MAX_CHOICES}` : `Add a ${what}`}
      </button>
    </fieldset>
  )
}

interface ChoiceProps {
  choice: ChoiceValue
  /** 'color 2', for those who do not see the list. */
  name: string
  hasShade: boolean
  error: string | undefined
  disabled: boolean
  onChange: (part: Partial<ChoiceValue>) => void
  onEnter: (event: KeyboardEvent) => void
  onRemove: () => void
}

function Choice({ choice, name, hasShade, error, disabled, onChange, onEnter, onRemove }: ChoiceProps) {
  const id = useId()
  return (
    <li>
      <div className="choices-field__row line gap-1">
        {hasShade && (
          <input
            type="color"
            className="choices-field__shade"
            data-empty={choice.shade === '' || undefined}
            aria-label={`Shade of ${name}`}
            value={choice.shade || NO_SHADE}
            disabled={disabled}
            onChange={(event) => onChange({ shade: event.target.value })}
          />
        )}
        <input
          type="text"
          dir="auto"
          data-choice={choice.id}
          aria-label={`Name of ${name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={choice.name}
          disabled={disabled}
          onChange={(event) => onChange({ name: event.target.value })}
          onKeyDown={onEnter}
        />
        {hasShade && choice.shade !== '' && (
          <IconButton
            label={`No shade for ${name}`}
            icon={<Eraser />}
            disabled={disabled}
            onClick={() => onChange({ shade: '' })}
          />
        )}
        <IconButton label={`Remove ${name}`} icon={<X />} disabled={disabled} onClick={onRemove} />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </li>
  )
}
