import { useId } from 'react'
import { type CustomizationOption, colorOf, goneOptions, OPTION_TEXT_MAX } from '#schema/made-to-order'
import { FieldError, FieldHint, FieldMark } from '../../ui/fields/field'
import { SelectField } from '../../ui/fields/select-field'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { TextField } from '../../ui/fields/text-field'
import { isolated } from '../../ui/isolated'
import { Swatch } from './swatch'

/** Longer texts get several lines. */
const ONE_LINE_MAX = 60

interface OptionFieldsProps {
  options: readonly CustomizationOption[]
  values: Readonly<Record<string, string>>
  /** The problems, under `customizations.<name>`. */
  problems: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>) => void
}

/** The buyer's choices for the making. */
export function OptionFields({ options, values, problems, onChange }: OptionFieldsProps) {
  const gone = goneOptions(options, values)
  if (options.length + gone.length === 0) return null
  return (
    <section className="stack" aria-labelledby="order-options">
      <h3 id="order-options">Made to your wishes</h3>
      {options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={values[option.name] ?? ''}
          error={problems[`customizations.${option.name}`]}
          onChange={(value) => onChange({ ...values, [option.name]: value })}
        />
      ))}
      {gone.map((name) => (
        <GoneOption
          key={name}
          name={name}
          value={values[name] ?? ''}
          onRemove={() => onChange(Object.fromEntries(Object.entries(values).filter(([other]) => other !== name)))}
        />
      ))}
    </section>
  )
}

interface GoneOptionProps {
  name: string
  value: string
  onRemove: () => void
}

/** An order does not leave out in silence what its buyer has chosen. */
function GoneOption({ name, value, onRemove }: GoneOptionProps) {
  return (
    <div className="stack stack--tight">
      <TextField label={name} value={value} readOnly error={GONE} />
      <button type="button" className="is-secondary breaks" onClick={onRemove}>
        {`Remove ${name}`}
      </button>
    </div>
  )
}

const GONE = 'The maker does not offer this any more. Remove it to order without it.'

interface OptionFieldProps {
  option: CustomizationOption
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function OptionField(props: OptionFieldProps) {
  const { type, options } = props.option
  if (options.length === 0) return <TextOption {...props} />
  if (type === 'color') return <ColorOption {...props} />
  return type === 'select' ? <SelectOption {...props} /> : <TextOption {...props} />
}

/** The label, mark and error of an option. */
function frameOf({ option, error }: OptionFieldProps) {
  return {
    label: option.name,
    ...(option.required ? { mark: 'Required' } : { optional: true }),
    ...(error ? { error } : {}),
  }
}

function TextOption(props: OptionFieldProps) {
  const { option, value, onChange } = props
  const most = option.maxLength ?? OPTION_TEXT_MAX
  const counter = `${value.trim().length} of ${most} characters`
  const hint = (
    <span className="order__counted wrap row--between">
      <span className="min-0 breaks" dir="auto">
        {option.hint}
      </span>
      <span className="order__counter">{counter}</span>
    </span>
  )
  const Control = most > ONE_LINE_MAX ? TextAreaField : TextField
  return <Control {...frameOf(props)} hint={hint} value={value} onChange={(event) => onChange(event.target.value)} />
}

function SelectOption(props: OptionFieldProps) {
  const { option, onChange } = props
  const value = props.value.trim()
  const none = option.required ? [] : [{ value: '', label: 'No preference' }]
  return (
    <SelectField
      {...frameOf(props)}
      options={[
        ...goneChoice(option, value),
        ...none,
        ...option.options.map((choice) => ({ value: choice, label: choice })),
      ]}
      {...(option.required ? { placeholder: 'Please choose' } : {})}
      {...(option.hint ? { hint: option.hint } : {})}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The line of a choice that its maker took away: a list without this line would show another choice as chosen. */
function goneChoice({ options }: CustomizationOption, value: string) {
  const isGone = value !== '' && !options.includes(value)
  return isGone ? [{ value, label: `${isolated(value)}: not offered any more`, disabled: true }] : []
}

function ColorOption({ option, value, error, onChange }: OptionFieldProps) {
  const id = useId()
  const choices = option.required ? option.options : ['', ...option.options]
  const described = [error && `${id}-error`, option.hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset className="field colors bare" aria-describedby={described || undefined}>
      <legend>
        {option.name}
        {option.required ? <FieldMark>Required</FieldMark> : <span className="field__optional"> (optional)</span>}
      </legend>
      <div className="wrap gap-2">
        {choices.map((choice) => (
          <label key={choice} className="colors__choice flush breaks tap-line">
            <input type="radio" name={id} value={choice} checked={value === choice} onChange={() => onChange(choice)} />
            {choice !== '' && <Swatch shade={colorOf(choice).shade} />}
            <span>{choice === '' ? 'No preference' : colorOf(choice).name}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {option.hint && <FieldHint id={`${id}-hint`}>{option.hint}</FieldHint>}
    </fieldset>
  )
}
