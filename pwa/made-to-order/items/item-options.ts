import * as z from 'zod/mini'
import { type CustomizationOption, colorOf, ItemChange, OptionType } from '#schema/made-to-order'
import type { ChoiceValue, OptionValue } from '../../ui/fields/option-value'

const text = z.string()

/** An option as it is typed and kept. */
export const TypedOption: z.ZodMiniType<OptionValue> = z.object({
  id: text,
  name: text,
  type: OptionType,
  choices: z.array(z.object({ id: text, name: text, shade: text })),
  required: z.boolean(),
  maxLength: text,
  hint: text,
})

/** Typed options as they are sent, checked by the item's own rules; what is wrong is said beside the field it is about. */
export const SentOptions = z.pipe(
  z.array(TypedOption),
  z.transform((typed: OptionValue[], context): CustomizationOption[] => {
    const checked = ItemChange.shape.customizationOptions.safeParse(typed.map(sentOption))
    const issues = checked.success ? [] : checked.error.issues
    const wrong = [...issues.map(({ path, message }) => ({ path: typedPath(path), message })), ...repeated(typed)]
    for (const { path, message } of wrong) context.issues.push({ code: 'custom', input: typed, path, message })
    return checked.data ?? []
  }),
)

/** An option as it is sent; what another type would ask is left out. */
function sentOption({ name, type, choices, required, maxLength, hint }: OptionValue): unknown {
  const longest = maxLength.trim()
  return {
    name,
    type,
    options: type === 'text' ? [] : choices.map((choice) => sentChoice(type, choice)),
    required,
    ...(type === 'text' && longest !== '' ? { maxLength: /^\d+$/.test(longest) ? Number(longest) : longest } : {}),
    ...(hint.trim() === '' ? {} : { hint }),
  }
}

/** A color's shade stands behind its name, or alone where it has none. */
function sentChoice(type: OptionType, { name, shade }: ChoiceValue): string {
  const words = name.trim()
  return type === 'color' && shade !== '' && words !== '' && words !== shade ? `${words} ${shade}` : words
}

/** The path in the typed option of the sent one's `options`. */
function typedPath(path: PropertyKey[]): PropertyKey[] {
  const [option, field, choice] = path
  if (field !== 'options' || option === undefined) return path
  return choice === undefined ? [option, 'choices'] : [option, 'choices', choice, 'name']
}

/** A choice that is there twice could not be told apart. */
function repeated(typed: OptionValue[]): { path: PropertyKey[]; message: string }[] {
  return typed.flatMap(({ type, choices }, option) => {
    if (type === 'text') return []
    const names = choices.map(({ name }) => name.trim().toLowerCase())
    return names.flatMap((name, choice) =>
      name !== '' && names.indexOf(name) < choice
        ? [{ path: [option, 'choices', choice, 'name'], message: 'This is there already' }]
        : [],
    )
  })
}

/** An item's options as its form has them. */
export function optionValues(options: readonly CustomizationOption[]): OptionValue[] {
  return options.map(({ name, type, options: choices, required, maxLength, hint }) => ({
    id: crypto.randomUUID(),
    name,
    type,
    choices: choices.map((choice) => choiceValue(type, choice)),
    required,
    maxLength: maxLength === undefined ? '' : String(maxLength),
    hint: hint ?? '',
  }))
}

function choiceValue(type: OptionType, choice: string): ChoiceValue {
  const { name, shade } = type === 'color' ? colorOf(choice) : { name: choice, shade: null }
  return { id: crypto.randomUUID(), name, shade: shade ?? '' }
}
