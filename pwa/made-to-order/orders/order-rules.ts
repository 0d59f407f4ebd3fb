import { differenceInCalendarDays, format } from 'date-fns'
import { type Day, dateOf, formatFarDay } from '#schema/date-range'
import { canBuy, customizationProblems, estimatedDelivery, type Item, takesOrders } from '#schema/made-to-order'
import { chargeProblem } from '#schema/money'
import { DeliveryAddress, NewPurchase, needByProblems } from '#schema/purchase'
import type { CurrentUser } from '#schema/user'
import type { ItemWish } from '../items/items-search'
import { EMPTY_ORDER, type OrderDraft, type OrderWishes } from './purchase-drafts'

/** The kind of purchase section for this person; `unknown` while nobody knows who they are. */
export type SectionKind = 'unknown' | 'own' | 'paused' | 'open'

export function orderSection(
  user: { id: number } | null | undefined,
  item: Pick<Item, 'userId' | 'pausedUntil'>,
  today: Day,
): SectionKind {
  if (user === undefined) return 'unknown'
  if (user && !canBuy(user, item)) return 'own'
  return takesOrders(item, today) ? 'open' : 'paused'
}

/** The problems that keep an order from being placed, by field; those of options are named `customizations.<name>`. */
export function orderProblems(
  wishes: OrderWishes,
  item: Pick<Item, 'customizationOptions' | 'leadTimeInDays' | 'price'>,
  today: Day,
): Record<string, string> {
  const choices = customizationProblems(item.customizationOptions, wishes.customizations)
  const options = Object.entries(choices).map(([name, words]) => [`customizations.${name}`, words] as const)
  const address = DeliveryAddress.safeParse(wishes)
  const price = chargeProblem(item.price * wishes.quantity)
  const note = NewPurchase.shape.note.safeParse(wishes.note)
  return {
    ...Object.fromEntries(options),
    ...(address.success ? {} : firstWords(address.error.issues, 'name')),
    ...needByProblems(wishes, estimatedDelivery(today, item.leadTimeInDays), today),
    ...(price === null ? {} : { price }),
    ...(note.success ? {} : firstWords(note.error.issues, 'note')),
  }
}

function firstWords(issues: readonly { path: PropertyKey[]; message: string }[], field: string) {
  const named = issues.map(({ path, message }) => [String(path[0] ?? field), message] as const)
  return Object.fromEntries(named.toReversed())
}

/** A form that nobody has filled in yet, with the address of its person, who has not said where else it should go. */
export function startingOrder(kept: OrderDraft | null, user: CurrentUser | null): OrderDraft {
  const draft = kept ?? EMPTY_ORDER
  const isAddressed = [draft.street, draft.city, draft.state, draft.zipCode].some((part) => part.trim() !== '')
  if (!user || isAddressed || draft.attempt) return draft
  const { street, city, state, zipCode } = user
  return { ...draft, street: street ?? '', city: city ?? '', state: state ?? '', zipCode: zipCode ?? '' }
}

/**
 * A form with the day and the number of pieces that its person has chosen elsewhere, where no others stand in the form; an order that is
 * being tried is left as it is.
 */
export function wishedOrder(kept: OrderDraft | null, { readyBy, pieces }: ItemWish): OrderDraft | null {
  const draft = kept ?? EMPTY_ORDER
  const isNewDay = readyBy !== null && draft.wishedBy !== readyBy
  const isNewNumber = pieces > 1 && draft.wishedPieces !== pieces
  if (draft.attempt || (!isNewDay && !isNewNumber)) return kept
  const hasOwnDay = draft.needBy !== null && draft.needBy !== draft.wishedBy
  const hasOwnNumber = draft.quantity !== 1 && draft.quantity !== draft.wishedPieces
  return {
    ...draft,
    ...(isNewDay && { wishedBy: readyBy }),
    // The maker was asked about another day.
    ...(isNewDay && !hasOwnDay && { needBy: readyBy, askedMaker: false }),
    ...(isNewNumber && { wishedPieces: pieces }),
    ...(isNewNumber && !hasOwnNumber && { quantity: pieces }),
  }
}

/** 'Friday, December 4'; with the year where it is another one. */
export function deliveryDay(day: Day, today: Day): string {
  return format(dateOf(day), day.slice(0, 4) === today.slice(0, 4) ? 'EEEE, MMMM d' : 'EEEE, MMMM d, yyyy')
}

/** How the expected day lies to the wanted one, in words. */
export function needByWords(needBy: Day, expected: Day, today: Day): { words: string; isMissed: boolean } {
  const late = differenceInCalendarDays(dateOf(expected), dateOf(needBy))
  const there = `Expected on ${formatFarDay(expected, today)}`
  if (late === 0) return { words: `${there}, the very day.`, isMissed: false }
  if (late < 0) return { words: `${there}, ${days(-late)} before you need it.`, isMissed: false }
  return { words: `${there}, ${days(late)} after ${formatFarDay(needBy, today)}.`, isMissed: true }
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
