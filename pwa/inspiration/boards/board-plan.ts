import { differenceInCalendarDays } from 'date-fns'
import { isListingFree, shortestRentals } from '#schema/availability'
import { type Booking, blocksDates } from '#schema/booking'
import { type DateRange, type Day, dateOf } from '#schema/date-range'
import type { Board, BoardThing } from '#schema/inspiration'
import type { CatalogueListing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { bookingTotal, listingPrices } from '#schema/money'
import { hasMoneyLeft, orderedPieces, type Purchase } from '#schema/purchase'
import { readyOn } from '../../made-to-order/items/items-search'
import type { Rest } from '../../offerings/use-server-rows'

/**
 * How a thing stands for the day of the event. `open`: nothing is known against it, or the day is not set, over or too near for an offer.
 * `few`: not as many pieces as are still needed. `late`: it cannot be made in time, ordered as early as its maker takes orders.
 * `gone`: nobody offers it any more. `unknown`: whether somebody does is not known.
 */
export type ThingStanding = 'booked' | 'offered' | 'open' | 'few' | 'taken' | 'late' | 'gone' | 'unknown'

/** A thing on a board, with its row as long as somebody offers it. */
export interface PlannedThing extends BoardThing {
  listing?: CatalogueListing | undefined
  item?: Item | undefined
  /** It is not on this device, and the server has not answered. */
  isUnknown: boolean
  standing: ThingStanding
  /** Pieces that are booked or ordered for the day. */
  booked: number
  /** Pieces that are neither booked, ordered nor offered for. */
  rest: number
  /** The agreed amount of booked and offered pieces, and the price of the others; of a rental for as few days as it can be had. */
  cents: number
  /** The fewest days for which it can be had around the day, free ones where there are some. */
  range?: DateRange | undefined
  /** Pieces that are free on the day, where they are fewer than are needed. */
  left?: number
}

/** A person's own offers and orders, and what everybody offers. */
export interface PlanSources {
  today: Day
  /** The first day that an offer made now can begin on. */
  firstBookable: Day
  listing: (id: number) => CatalogueListing | undefined
  item: (id: number) => Item | undefined
  /** The knowledge about those that were not found. */
  rest: Record<BoardThing['kind'], Rest>
  /** As a renter. */
  bookings: readonly Pick<
    Booking,
    'listingId' | 'status' | 'paymentState' | 'startDate' | 'endDate' | 'quantity' | 'totalAmount'
  >[]
  /** As a buyer. */
  purchases: readonly Pick<
    Purchase,
    | 'itemId'
    | 'quantity'
    | 'status'
    | 'paymentState'
    | 'needBy'
    | 'estimatedDeliveryDate'
    | 'totalAmount'
    | 'refundedAmount'
  >[]
}

export interface BoardPlan {
  things: PlannedThing[]
  totalCents: number
  /** Neither booked, ordered nor offered in full. */
  missing: PlannedThing[]
}

/** An order belongs to an event when it is due within so many days before. */
const ORDERED_AHEAD_DAYS = 90

/** Every thing on a board as it stands for the day of its event. */
export function planBoard(
  { eventDate, things = [] }: Pick<Board, 'eventDate' | 'things'>,
  from: PlanSources,
): BoardPlan {
  const planned = things.map((thing) => (thing.kind === 'listing' ? planListing : planItem)(thing, eventDate, from))
  return {
    things: planned,
    totalCents: planned.reduce((sum, { cents }) => sum + cents, 0),
    missing: planned.filter(({ standing }) => standing !== 'booked' && standing !== 'offered'),
  }
}

function planListing(
  thing: BoardThing,
  day: Day | null,
  { firstBookable, listing: find, bookings, rest: { listing: others } }: PlanSources,
): PlannedThing {
  const own = bookings.filter(
    ({ listingId, startDate, endDate }) => day !== null && listingId === thing.id && startDate <= day && endDate >= day,
  )
  const kept = own.filter(({ status }) => blocksDates(status))
  // The owner does not see an offer without its hold.
  const offers = own.filter(({ status, paymentState }) => status === 'pending' && paymentState !== 'unconfirmed')
  const listing = find(thing.id)
  const booked = piecesOf(kept)
  const rest = Math.max(0, thing.pieces - booked - piecesOf(offers))
  const shortest = shortestRentals(day ?? firstBookable, listing ?? {}, firstBookable)
  const [first] = shortest
  const wanted = listing && first ? bookingTotal(first, rest, listingPrices(listing)) : 0
  const cents = centsOf([...kept, ...offers]) + wanted
  const isFree = (range: DateRange) => listing !== undefined && isListingFree(range, listing, Math.max(1, rest))
  const isUnknown = !listing && others !== 'none'
  const planned = { ...thing, listing, isUnknown, booked, rest, cents, range: shortest.find(isFree) ?? first }
  if (rest === 0) return { ...planned, standing: booked >= thing.pieces ? 'booked' : 'offered' }
  if (!listing) return { ...planned, standing: isUnknown ? 'unknown' : 'gone' }
  if (!day || day < firstBookable) return { ...planned, standing: 'open' }
  const hasFree = (pieces: number) => shortest.some((range) => isListingFree(range, listing, pieces))
  if (hasFree(rest)) return { ...planned, standing: 'open' }
  if (!hasFree(1)) return { ...planned, standing: 'taken' }
  let left = Math.min(rest, listing.quantity)
  while (!hasFree(left)) left -= 1
  return { ...planned, standing: 'few', left }
}

function planItem(
  thing: BoardThing,
  day: Day | null,
  { today, item: find, purchases, rest: { item: others } }: PlanSources,
): PlannedThing {
  const item = find(thing.id)
  const orders = day ? purchases.filter((purchase) => purchase.itemId === thing.id && isOrderedFor(day, purchase)) : []
  const booked = orders.reduce((sum, order) => sum + orderedPieces(order), 0)
  const rest = Math.max(0, thing.pieces - booked)
  const isUnknown = !item && others !== 'none'
  const planned = { ...thing, item, isUnknown, booked, rest, cents: centsOf(orders) + rest * (item?.price ?? 0) }
  if (rest === 0) return { ...planned, standing: 'booked' }
  if (!item) return { ...planned, standing: isUnknown ? 'unknown' : 'gone' }
  if (!day || day < today) return { ...planned, standing: 'open' }
  return { ...planned, standing: readyOn(item, today) > day ? 'late' : 'open' }
}

function isOrderedFor(day: Day, order: PlanSources['purchases'][number]): boolean {
  const due = order.needBy ?? order.estimatedDeliveryDate
  if (order.status === 'cancelled' || !hasMoneyLeft(order) || !due || due > day) return false
  return differenceInCalendarDays(dateOf(day), dateOf(due)) <= ORDERED_AHEAD_DAYS
}

const piecesOf = (bookings: readonly { quantity: number }[]) =>
  bookings.reduce((sum, { quantity }) => sum + quantity, 0)
const centsOf = (agreed: readonly { totalAmount: number }[]) =>
  agreed.reduce((sum, { totalAmount }) => sum + totalAmount, 0)
