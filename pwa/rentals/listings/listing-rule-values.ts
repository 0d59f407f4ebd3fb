import * as z from 'zod/mini'
import { isConsistent, ListingChange, MOST_BELOW_LEAST, type OwnListing } from '#schema/listing'
import { dollarsToCents, formatCents, formatDollars, WEEK_DAYS } from '#schema/money'

/** The owner's rules as they are typed; an empty one is no rule. */
export interface RuleValues {
  minDays: string
  maxDays: string
  weekPrice: string
  bufferDays: string
  deliveryMiles: string
  deliveryFee: string
}
export const NO_RULES: RuleValues = {
  minDays: '',
  maxDays: '',
  weekPrice: '',
  bufferDays: '',
  deliveryMiles: '',
  deliveryFee: '',
}
export const RULE_NAMES = Object.keys(NO_RULES) as (keyof RuleValues)[]

const { minDays, maxDays, weekPrice, bufferDays, deliveryMiles, deliveryFee } = ListingChange.shape
const typedNumber = z.pipe(
  z.string(),
  z.transform((typed: string): number | null | undefined => (typed.trim() === '' ? null : Number(typed))),
)
const typedAmount = z.pipe(
  z.string(),
  z.transform((typed: string): string | number | null | undefined => typed.trim() || null),
)

/** The fields of the form: what is typed, and what is sent. */
export const typedRules = {
  minDays: z.pipe(typedNumber, minDays),
  maxDays: z.pipe(typedNumber, maxDays),
  weekPrice: z.pipe(typedAmount, weekPrice),
  bufferDays: z.pipe(typedNumber, bufferDays),
  deliveryMiles: z.pipe(typedNumber, deliveryMiles),
  deliveryFee: z.pipe(typedAmount, deliveryFee),
}

interface Checked {
  price: string | number
  minDays?: number | null
  maxDays?: number | null
  weekPrice?: string | number | null
  deliveryMiles?: number | null
  deliveryFee?: string | number | null
}

/** Goes on to the next rule, so that the form names every wrong field at once. */
const rule = (problem: (checked: Checked) => string | null, path: keyof RuleValues) =>
  z.check<unknown>(({ value, issues }) => {
    const message = problem(value as Checked)
    if (message) issues.push({ code: 'custom', input: value, message, path: [path], continue: true })
  })

/** Rules that make no sense beside each other. */
export const soundRules = [
  rule((rules) => (isConsistent(rules) ? null : MOST_BELOW_LEAST), 'maxDays'),
  rule(weekProblem, 'weekPrice'),
  rule(
    ({ deliveryMiles, deliveryFee }) =>
      deliveryFee && !deliveryMiles ? 'Please say within how many miles you deliver' : null,
    'deliveryMiles',
  ),
]

function weekProblem({ price, weekPrice }: Checked): string | null {
  const [day, week] = [dollarsToCents(price), weekPrice ? dollarsToCents(weekPrice) : null]
  if (day === null || week === null || week < WEEK_DAYS * day) return null
  return `Seven days cost ${formatCents(WEEK_DAYS * day)} already. A week is for less.`
}

/** The rules of a listing as its form shows them. */
export function ruleValues(listing: Pick<OwnListing, keyof RuleValues>): RuleValues {
  const number = (value: number | undefined) => (value === undefined ? '' : String(value))
  const amount = (value: number | undefined) =>
    value === undefined ? '' : formatDollars(value).slice(1).replace(',', '')
  return {
    minDays: number(listing.minDays),
    maxDays: number(listing.maxDays),
    weekPrice: amount(listing.weekPrice),
    bufferDays: number(listing.bufferDays),
    deliveryMiles: number(listing.deliveryMiles),
    deliveryFee: amount(listing.deliveryFee),
  }
}

/** The rules of a row by their names: null where there is none. */
export function ruleWords(listing: Pick<OwnListing, keyof RuleValues>): Record<keyof RuleValues, number | null> {
  const words = Object.fromEntries(RULE_NAMES.map((name) => [name, listing[name] ?? null]))
  return words as Record<keyof RuleValues, number | null>
}

/** The rules of an edit in the row's words; those that it does not name are left out. */
export function sentRuleWords(
  change: {
    [Name in keyof RuleValues]?: string | number | null | undefined
  },
): Partial<Record<keyof RuleValues, number | null>> {
  const sent = RULE_NAMES.filter((name) => change[name] !== undefined).map((name) => {
    const value = change[name]
    const isNone = value === null || (name === 'bufferDays' && value === 0)
    return [name, isNone ? null : Number(value)]
  })
  const words: Partial<Record<keyof RuleValues, number | null>> = Object.fromEntries(sent)
  // An owner who delivers without a fee delivers for nothing.
  if (words.deliveryMiles && words.deliveryFee === null) words.deliveryFee = 0
  return words
}
