import * as z from 'zod/mini'
import { MadeToOrderCategory } from '#schema/category'
import { categoryName } from '#schema/category-names'
import { addDays, type Day, DayInput } from '#schema/date-range'
import { seenFields, visible } from '#schema/edit'
import { MAX_PRICE_CENTS } from '#schema/money'
import { withinSize } from '#schema/offering-size'
import { Rating } from '#schema/rating'
import type { Texts } from '#schema/text-search'
import { ALT_MAX, PhotoUrl } from '#schema/upload'

const ITEM_TITLE_MIN = 5
const ITEM_DESCRIPTION_MIN = 10
const ITEM_TERMS_MIN = 10
const ITEM_PRICE_MIN_CENTS = 100
export const DEFAULT_LEAD_TIME_DAYS = 7
export const LEAD_TIME_MAX_DAYS = 365
const PAUSE_MAX_DAYS = 730
export const MAX_ITEM_PHOTOS = 12
export const MAX_OPTIONS = 20
export const MAX_CHOICES = 40
const CHOICE_MAX = 80
const OPTION_NAME_MAX = 60
const OPTION_HINT_MAX = 200
/** The longest text of a text option, unless its maker allows less. */
export const OPTION_TEXT_MAX = 500
export const DEFAULT_ITEM_TERMS =
  'No cancellations once an order is placed.\nCustom orders are final sale.\nPayment is due upfront.'

export const OPTION_TYPES = ['text', 'color', 'select'] as const
export const OptionType = z.enum(OPTION_TYPES)
export type OptionType = z.infer<typeof OptionType>

/**
 * Something that the buyer chooses. A color's choice is its name, with its shade behind it if it has one ('Sage #9CAF88').
 * `maxLength` and `hint` are for text.
 */
export const CustomizationOption = z
  .object({
    name: z
      .string('Please name this option')
      .check(
        z.trim(),
        visible('Please name this option'),
        z.maxLength(OPTION_NAME_MAX, 'Please keep the name under 60 characters'),
      ),
    type: OptionType,
    options: z._default(
      z
        .array(z.string().check(z.trim(), visible('Please fill in this choice'), z.maxLength(CHOICE_MAX)))
        .check(z.maxLength(MAX_CHOICES, 'Please offer at most 40 choices')),
      [],
    ),
    required: z._default(z.boolean(), false),
    maxLength: z.optional(
      z.int('Please enter a number').check(z.minimum(1, 'At least 1'), z.maximum(OPTION_TEXT_MAX, 'At most 500')),
    ),
    hint: z.optional(
      z.string().check(z.trim(), z.maxLength(OPTION_HINT_MAX, 'Please keep the hint under 200 characters')),
    ),
  })
  .check(
    z.refine(({ type, options }) => type !== 'select' || options.length > 0, {
      path: ['options'],
      error: 'Please add at least one choice',
    }),
  )
export type CustomizationOption = z.infer<typeof CustomizationOption>

const text = (message: string, least: number, most: number) =>
  z
    .string(message)
    .check(z.trim(), visible(message), z.minLength(least, message), z.maxLength(most, 'Please shorten this.'))

/** The maker's fields of an item; a change sends all of them again. `price` is cents. */
const itemFields = {
  title: text('Title must be at least 5 characters', ITEM_TITLE_MIN, 120),
  description: text('Description must be at least 10 characters', ITEM_DESCRIPTION_MIN, 5000),
  mainImage: z.pipe(z.string('Main image is required').check(z.minLength(1, 'Main image is required')), PhotoUrl),
  images: z
    .array(PhotoUrl, 'Please add at least one additional image')
    .check(
      z.minLength(1, 'Please add at least one additional image'),
      z.maxLength(MAX_ITEM_PHOTOS, 'Please use at most 12 photos'),
    ),
  photoAlts: z._default(
    z
      .array(z.string().check(z.trim(), z.maxLength(ALT_MAX, 'Please keep this under 300 characters')))
      .check(z.maxLength(MAX_ITEM_PHOTOS + 1)),
    [],
  ),
  price: z
    .int('Price must be at least $1')
    .check(
      z.minimum(ITEM_PRICE_MIN_CENTS, 'Price must be at least $1'),
      z.maximum(MAX_PRICE_CENTS, 'Price is too high'),
    ),
  category: MadeToOrderCategory,
  customizationOptions: z._default(
    z.array(CustomizationOption).check(
      z.maxLength(MAX_OPTIONS, 'Please use at most 20 options'),
      z.refine((options) => new Set(options.map(({ name }) => name.toLowerCase())).size === options.length, {
        error: 'Two options have the same name',
      }),
      // The buyer's choices are members of an object, by these names.
      z.refine((options) => options.every(({ name }) => name !== '__proto__'), 'Please name this option otherwise'),
    ),
    [],
  ),
  leadTimeInDays: z._default(
    z
      .int('Lead time must be a whole number of days')
      .check(z.minimum(1, 'Lead time must be at least 1 day'), z.maximum(LEAD_TIME_MAX_DAYS, 'Lead time is too long')),
    DEFAULT_LEAD_TIME_DAYS,
  ),
  terms: z._default(text('Terms must be at least 10 characters', ITEM_TERMS_MIN, 5000), DEFAULT_ITEM_TERMS),
}

export const NewItem = z.object({ ...itemFields, clientId: z.optional(z.uuid()) }).check(withinSize)
export type NewItem = z.infer<typeof NewItem>
/** An edit sends the whole item and what its form had shown of it. */
export const ItemChange = z.object({ ...itemFields, ...seenFields }).check(withinSize)
export type ItemChange = z.infer<typeof ItemChange>

/** Not taking orders before `until` (that day included); null takes them again. */
export const ItemPause = z.object({ until: z.nullable(DayInput) })
export const ItemArchive = z.object({ archived: z.boolean() })

/** A made-to-order item as everyone sees it. `price` is cents. */
export const Item = z.object({
  id: z.int(),
  userId: z.int(),
  ownerUsername: z.string(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  mainImage: z.string(),
  photoAlts: z.array(z.string()),
  price: z.int(),
  category: MadeToOrderCategory,
  customizationOptions: z.array(CustomizationOption),
  leadTimeInDays: z.int(),
  terms: z.string(),
  /** The last day on which no orders are taken; null takes them now. */
  pausedUntil: z.nullable(z.string()),
  createdAt: z.string(),
  rating: z.optional(Rating),
})
export type Item = z.infer<typeof Item>

/** An item as its maker's devices keep it, archived or not. */
export const OwnItem = z.extend(Item, {
  archived: z.boolean(),
  /** Operators have taken it off the public pages. */
  hidden: z.boolean(),
  clientId: z.nullable(z.string()),
})
export type OwnItem = z.infer<typeof OwnItem>

/** The texts of an item in which a search looks, title first. */
export function itemTexts(item: Pick<Item, 'title' | 'category' | 'ownerUsername' | 'description'>): Texts {
  return [item.title, `${categoryName(item.category)} ${item.ownerUsername}`, item.description]
}

/** Only the maker edits, pauses and archives an item. */
export function canEditItem(user: { id: number }, item: { userId: number }): boolean {
  return user.id === item.userId
}

/** Nobody buys from themselves. */
export function canBuy(user: { id: number }, item: { userId: number }): boolean {
  return user.id !== item.userId
}

/** Are orders taken on `today`? */
export function takesOrders(item: { pausedUntil: Day | null }, today: Day): boolean {
  return item.pausedUntil === null || item.pausedUntil < today
}

/** The last day until which an item can be paused. */
export function lastPauseDay(today: Day): Day {
  return addDays(today, PAUSE_MAX_DAYS)
}

/** Why an item is not paused until a day; null when it is. A day that has passed is no fault: a pause may arrive late. */
export function pauseProblem(until: Day, today: Day): string | null {
  return until > lastPauseDay(today) ? 'Please choose a day within two years' : null
}

/** The day on which an order of `today` is expected: so many days later, whatever the clocks do in between. */
export function estimatedDelivery(today: Day, leadTimeInDays: number): Day {
  return addDays(today, leadTimeInDays)
}

/** A color's choice as its name and its shade, if it carries one: 'Sage #9CAF88'. */
export function colorOf(choice: string): { name: string; shade: string | null } {
  const match = /^(.*?)\s*(#[0-9a-f]{6}|#[0-9a-f]{3})$/i.exec(choice)
  if (!match) return { name: choice, shade: null }
  return { name: match[1] || (match[2] ?? choice), shade: match[2] ?? null }
}

/**
 * Finds faults in a buyer's choices, by option name: a choice that is missing, longer than its maker allows, or was never
 * offered, and a choice of an option that the item does not have.
 */
export function customizationProblems(
  options: readonly CustomizationOption[],
  customizations: Readonly<Record<string, string>>,
): Record<string, string> {
  const ofOptions = options.flatMap((option) => {
    const problem = choiceProblem(option, chosen(customizations, option.name))
    return problem ? [[option.name, problem] as const] : []
  })
  const ofGone = goneOptions(options, customizations).map((name) => [name, NOT_OFFERED] as const)
  return Object.fromEntries([...ofOptions, ...ofGone])
}

/** Names of options that the item does not have, and for which the buyer has chosen something all the same. */
export function goneOptions(
  options: readonly CustomizationOption[],
  customizations: Readonly<Record<string, string>>,
): string[] {
  const names = new Set(options.map(({ name }) => name))
  return Object.keys(customizations).filter((name) => !names.has(name) && chosen(customizations, name) !== '')
}

const NOT_OFFERED = 'The maker does not offer this any more'

function choiceProblem(
  { type, options: choices, required, maxLength = OPTION_TEXT_MAX }: CustomizationOption,
  value: string,
): string | null {
  if (value === '') return required ? 'Required' : null
  if (type === 'text' || choices.length === 0)
    return value.length > maxLength ? `Please keep this under ${maxLength} characters` : null
  const isOffered = choices.includes(value) || choices.some((choice) => colorOf(choice).name === value)
  return isOffered ? null : 'Please choose one of the offered choices'
}

/** The choice made for an option, trimmed. An option may be called like something that every object has. */
function chosen(customizations: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(customizations, name) ? (customizations[name]?.trim() ?? '') : ''
}

/** The buyer's choices for the options that the item has, trimmed; empty ones are left out. */
export function knownCustomizations(
  options: readonly CustomizationOption[],
  customizations: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    options.flatMap(({ name }) => {
      const value = chosen(customizations, name)
      return value === '' ? [] : [[name, value] as const]
    }),
  )
}
