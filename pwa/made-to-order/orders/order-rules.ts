import { differenceInCalendarDays, format, parseISO } from 'date-fns'
import { type Day, formatWeekday } from '#schema/date-range'
import { canBuy, customizationProblems, estimatedDelivery, type Item, takesOrders } from '#schema/made-to-order'
import { chargeProblem } from '#schema/money'
import { DeliveryAddress, NewPurchase, needByProblems } from '#schema/purchase'
import type { CurrentUser } from '#schema/user'
import { EMPTY_ORDER, type OrderDraft, type OrderWishes } from './purchase-drafts'

/** What the purchase section shows to this person; `unknown` while it is not known who they are. */
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

/** What keeps an order from being placed, by field; those of options are named `customizations.<name>`. */
export function orderProblems(
  wishes: OrderWishes,
  item: Pick<Item, 'customizationOptions' | 'leadTimeInDays' | 'price'>,
  today: Day,
): Record<string, string> {
  const choices = customizationProblems(item.customizationOptions, wishes.customizations)
  const options = Object.entries(choices).map(([name, words]) => [`customizations.${name}`, words] as const)
  const address = DeliveryAddress.safeParse(wishes)
  const price = chargeProblem(item.price)
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
 * A form with the day that its person has chosen elsewhere, where no other day stands in the form; an order that is being tried is left
 * as it is.
 */
export function wishedOrder(kept: OrderDraft | null, by: Day | null): OrderDraft | null {
  if (!by || kept?.attempt || kept?.wishedBy === by) return kept
  const draft = kept ?? EMPTY_ORDER
  if (draft.needBy !== null && draft.needBy !== draft.wishedBy) return { ...draft, wishedBy: by }
  // The maker was asked about another day.
  return { ...draft, needBy: by, askedMaker: false, wishedBy: by }
}

/** 'Friday, December 4'; with the year where it is another one. */
export function deliveryDay(day: Day, today: Day): string {
  return format(parseISO(day), day.slice(0, 4) === today.slice(0, 4) ? 'EEEE, MMMM d' : 'EEEE, MMMM d, yyyy')
}

/** How the expected day lies to the wanted one, in words. */
export function needByWords(needBy: Day, expected: Day): { words: string; isMissed: boolean } {
  const late = differenceInCalendarDays(parseISO(expected), parseISO(needBy))
  const there = `Expected on ${formatWeekday(expected)}`
  if (late === 0) return { words: `${there}, the very day.`, isMissed: false }
  if (late < 0) return { words: `${there}, ${days(-late)} before you need it.`, isMissed: false }
  return { words: `${there}, ${days(late)} after ${formatWeekday(needBy)}.`, isMissed: true }
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
