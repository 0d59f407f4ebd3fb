import { GripVertical, Trash2 } from 'lucide-react'
import { OPTION_TYPES, type OptionType } from '#schema/made-to-order'
import { IconButton } from '../icon-button'
import { ChoicesField } from './choices-field'
import { MoveButtons } from './move-buttons'
import { newChoice, type OptionErrors, type OptionValue } from './option-value'
import { SelectField } from './select-field'
import { TextField } from './text-field'

const TYPE_NAMES: Record<OptionType, string> = { text: 'Text', color: 'Color', select: 'Select' }
const TYPES = OPTION_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))
const TYPE_HINTS: Record<OptionType, string> = {
  text: 'Buyers write it in their own words.',
  color: 'Buyers choose one of your colors, or name one if you list none.',
  select: 'Buyers choose one of your choices.',
}

interface OptionCardProps {
  option: OptionValue
  errors: OptionErrors
  index: number
  count: number
  disabled: boolean
  isDragged: boolean
  /** Another one is being dragged, and may be dropped here. */
  isTarget: boolean
  onChange: (part: Partial<OptionValue>) => void
  /** Takes the focus to what a press has made. */
  onFocus: (selector: string) => void
  onRemove: () => void
  onMove: (to: number) => void
  onDrag: (isOn: boolean) => void
  onDropHere: () => void
}

/** One option with everything that is said of it. */
export function OptionCard(props: OptionCardProps) {
  const { option, errors, index, isDragged, isTarget, onChange, onFocus, onDropHere, disabled } = props
  const { name, type, choices, required, hint } = option
  const changeType = (next: OptionType) => {
    const needsOne = next === 'select' && choices.length === 0
    onChange({ type: next, ...(needsOne ? { choices: [newChoice()] } : {}) })
  }
  return (
    <li
      className="option-card sheet"
      data-option={option.id}
      data-dragged={isDragged || undefined}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={(event) => {
        if (!isTarget) return
        // Else a field under the pointer would take the words that travel with it.
        event.preventDefault()
        onDropHere()
      }}
    >
      <Head {...props} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend where the head stands */}
      <div className="stack" role="group" aria-label={`Option ${index + 1}`}>
        <div className="listing-form__pair wrap option-card__first">
          <TextField
            label="Option name"
            value={name}
            error={errors.name}
            disabled={disabled}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <SelectField
            label="Type"
            options={TYPES}
            value={type}
            hint={TYPE_HINTS[type]}
            disabled={disabled}
            onChange={(event) => changeType(OPTION_TYPES.find((one) => one === event.target.value) ?? 'text')}
          />
        </div>
        {type === 'text' ? (
          <TextField
            label="Longest answer"
            optional
            inputMode="numeric"
            hint="In characters; 500 if you leave this empty."
            value={option.maxLength}
            error={errors.maxLength}
            disabled={disabled}
            onChange={(event) => onChange({ maxLength: event.target.value })}
          />
        ) : (
          <ChoicesField
            choices={choices}
            hasShades={type === 'color'}
            errors={errors}
            disabled={disabled}
            onChange={(next) => onChange({ choices: next })}
            onFocus={onFocus}
          />
        )}
        <TextField
          label="Hint for buyers"
          optional
          value={hint}
          error={errors.hint}
          disabled={disabled}
          onChange={(event) => onChange({ hint: event.target.value })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={required}
            disabled={disabled}
            onChange={(event) => onChange({ required: event.target.checked })}
          />
          Required
        </label>
      </div>
    </li>
  )
}

function Head({ index, count, disabled, onMove, onRemove, onDrag }: OptionCardProps) {
  const name = `option ${index + 1}`
  const canDrag = !disabled && count > 1
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a further way to what the buttons do
    <div
      className="option-card__head row"
      draggable={canDrag}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        // Some browsers begin no drag without anything in it.
        event.dataTransfer.setData('text/plain', name)
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      {canDrag && <GripVertical aria-hidden="true" />}
      <strong>{`Option ${index + 1}`}</strong>
      <span className="option-card__buttons muted wrap">
        {count > 1 && (
          <MoveButtons name={name} axis="column" index={index} count={count} isOff={disabled} onMove={onMove} />
        )}
        <IconButton label={`Remove ${name}`} icon={<Trash2 />} disabled={disabled} onClick={onRemove} />
      </span>
    </div>
  )
}
