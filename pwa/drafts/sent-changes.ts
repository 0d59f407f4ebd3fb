import { type MutationPayload, parseMutation } from '../disk/mutations'
import type { SentChange } from './seen-words'

/** An edit of a listing as it was sent, in the row's words; null when it makes no sense. */
export function sentListingChange(payload: unknown): SentChange | null {
  const change = parseMutation('listing.change', payload)
  return change && listingEdit(change)
}

/** An edit of a listing in the row's words. */
export function listingEdit(change: MutationPayload<'listing.change'>): SentChange {
  const { title, description, price, category, terms, quantity, cancellationPreset, pickupNote, photos, seen } = change
  const words = { title, description, category, terms, quantity, cancellationPreset, ...sentRules(change) }
  return { sent: { words: { ...words, price: Number(price), pickupNote: pickupNote ?? null }, photos }, seen }
}

const RULES = ['minDays', 'maxDays', 'weekPrice', 'bufferDays', 'deliveryMiles', 'deliveryFee'] as const
type Rule = (typeof RULES)[number]

/** The rules that an edit names. */
function sentRules(
  change: { [Name in Rule]?: string | number | null | undefined },
): Partial<Record<Rule, number | null>> {
  const sent = RULES.filter((name) => change[name] !== undefined).map((name) => {
    const value = change[name]
    const isNone = value === null || (name === 'bufferDays' && value === 0)
    return [name, isNone ? null : Number(value)]
  })
  const words: Partial<Record<Rule, number | null>> = Object.fromEntries(sent)
  // Whoever delivers without a fee delivers for nothing.
  if (words.deliveryMiles && words.deliveryFee === null) words.deliveryFee = 0
  return words
}

/** An edit of an item as it was sent, in the row's words; null when it makes no sense. */
export function sentItemChange(payload: unknown): SentChange | null {
  const change = parseMutation('item.change', payload)
  return change && itemEdit(change)
}

/** An edit of an item in the row's words. */
export function itemEdit(change: MutationPayload<'item.change'>): SentChange {
  return { sent: { words: itemFields(change), photos: change.photos }, seen: change.seen }
}

/** What a maker can change of an item, its photos apart. */
export function itemFields(words: Omit<MutationPayload<'item.change'>, 'photos' | 'itemKey' | 'itemId'>) {
  const { title, description, price, category, customizationOptions, leadTimeInDays, terms } = words
  return { title, description, price, category, customizationOptions, leadTimeInDays, terms }
}
