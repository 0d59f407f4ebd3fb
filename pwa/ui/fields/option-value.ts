import type { OptionType } from '#schema/made-to-order'

/** A choice as it is typed; `shade` is '#9caf88', or empty where a color has none. */
export interface ChoiceValue {
  id: string
  name: string
  shade: string
}

/** An option of a made-to-order item as it is typed. The fields of another type are kept, and not sent. */
export interface OptionValue {
  id: string
  name: string
  type: OptionType
  choices: ChoiceValue[]
  required: boolean
  /** In characters, for text. */
  maxLength: string
  hint: string
}

/** The problems of an option, each beside the field that it is about. */
export interface OptionErrors {
  name?: string | undefined
  /** About all choices together. */
  choices?: string | undefined
  /** By place. */
  choiceNames?: (string | undefined)[]
  maxLength?: string | undefined
  hint?: string | undefined
}

export function newChoice(): ChoiceValue {
  return { id: crypto.randomUUID(), name: '', shade: '' }
}

export function newOption(): OptionValue {
  return { id: crypto.randomUUID(), name: '', type: 'text', choices: [], required: false, maxLength: '', hint: '' }
}
