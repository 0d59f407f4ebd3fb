import { addDays, todayIn } from '#schema/date-range'
import { type CustomizationOption, estimatedDelivery } from '#schema/made-to-order'
import type { DemoBasis, DemoRows, DemoUser } from './demo-basis'
import { type OrderThread, orderCopy } from './demo-copy'
import { awakeAfter, orderCourse, orderHistory } from './order-course'
import { type WantedOrder, wantedOrders } from './order-plan'
import { isDemoAccount } from './people-rows'

type ItemRow = DemoRows['madeToOrderItems'][number]
type OrderRow = DemoRows['purchases'][number]

const OPTIONAL_SHARE = 0.7
const NOTE_SHARE = 0.5
/** A buyer who needs an item by a day has asked its maker, who is at most this many days quicker than usual. */
const PROMISED_DAYS = 3
/** Threads fill at most this share of the time since the order was placed. */
const THREAD_SHARE = 0.9
const DAY_MS = 86_400_000

/** Orders in every status with their histories and threads, oldest first. */
export function orderRows(
  basis: DemoBasis,
  people: DemoUser[],
  items: ItemRow[],
): Pick<DemoRows, 'purchases' | 'purchaseHistory' | 'messages'> {
  const used = new Set<number>()
  const made = wantedOrders
    .map((wanted) => {
      const history = orderHistory(basis, wanted)
      const item = pickItem(basis, people, items, { wanted, placedAt: history[0].at, used })
      used.add(item.id)
      return { wanted, history, item, buyer: pickBuyer(basis, people, wanted, item) }
    })
    .toSorted((a, b) => (a.history[0].at < b.history[0].at ? -1 : 1))
    .map((order, index) => ({ ...order, id: index + 1 }))
  const purchases = made.map((order) => orderRow(basis, order))
  return {
    purchases,
    purchaseHistory: made.flatMap(({ id, history }) => history.map((entry) => ({ purchaseId: id, ...entry }))),
    messages: made.flatMap(({ wanted }, index) => threadRows(basis, purchases[index], wanted, index)),
  }
}

interface MadeOrder {
  id: number
  wanted: WantedOrder
  history: ReturnType<typeof orderHistory>
  item: ItemRow
  buyer: DemoUser
}

function orderRow(basis: DemoBasis, { id, wanted, history, item, buyer }: MadeOrder): OrderRow {
  const { dice, today, zone } = basis
  const { situation, needIn } = wanted
  const sent = situation === 'shipped' || situation === 'delivered'
  return {
    id,
    itemId: item.id,
    userId: buyer.id,
    sellerId: item.userId,
    customizations: choicesFor(basis, item.customizationOptions ?? []),
    deliveryAddress: addressOf(buyer),
    note: dice.chance(NOTE_SHARE) ? dice.pick(orderCopy.notes) : null,
    totalAmount: item.price,
    estimatedDeliveryDate: estimatedDelivery(todayIn(zone, new Date(history[0].at)), item.leadTimeInDays ?? 7),
    needBy: needIn === undefined ? null : addDays(today, needIn),
    trackingNote: sent ? dice.pick(orderCopy.trackingNotes) : null,
    itemTitle: item.title,
    itemPhoto: item.mainImage,
    terms: item.terms,
    ...orderCourse(situation, history, item.price),
  }
}

/** A thing that existed when it was ordered and takes as long as the order says; rather one that nobody has ordered yet. */
function pickItem(
  { dice, today, zone }: DemoBasis,
  people: DemoUser[],
  items: ItemRow[],
  { wanted, placedAt, used }: { wanted: WantedOrder; placedAt: string; used: ReadonlySet<number> },
): ItemRow {
  const idOf = (username: string | undefined) => people.find((person) => person.username === username)?.id
  const isOpen = ['paid', 'asked_to_cancel', 'processing', 'shipped'].includes(wanted.situation)
  const fitting = items.filter((item) => {
    const isSellers = wanted.seller ? item.userId === idOf(wanted.seller) : item.userId !== idOf('maker')
    if (!isSellers || item.userId === idOf(wanted.buyer) || item.createdAt >= placedAt) return false
    const expected = estimatedDelivery(todayIn(zone, new Date(placedAt)), item.leadTimeInDays ?? 7)
    if (wanted.needIn !== undefined) return expected <= addDays(today, wanted.needIn + PROMISED_DAYS)
    return !isOpen || expected < today === (wanted.late ?? false)
  })
  const fresh = fitting.filter(({ id }) => !used.has(id))
  return dice.pick(fresh.length > 0 ? fresh : fitting)
}

function pickBuyer({ dice }: DemoBasis, people: DemoUser[], wanted: WantedOrder, item: ItemRow): DemoUser {
  const named = people.find(({ username }) => username === wanted.buyer)
  return named ?? dice.pick(people.filter(({ id, username }) => id !== item.userId && !isDemoAccount(username)))
}

function choicesFor({ dice }: DemoBasis, options: readonly CustomizationOption[]): Record<string, string> {
  const chosen = options.filter(({ required }) => required || dice.chance(OPTIONAL_SHARE))
  return Object.fromEntries(
    chosen.map(({ name, type, options: choices }) => [name, type === 'text' ? wordsFor(name) : dice.pick(choices)]),
  )
}

const wordsFor = (name: string) =>
  orderCopy.writtenChoices.find(({ about }) => new RegExp(about, 'i').test(name))?.words ?? orderCopy.plainWords

function addressOf({ username, street, city, state, zipCode }: DemoUser): OrderRow['deliveryAddress'] {
  const name = username.replaceAll(/[._]/g, ' ').replaceAll(/\b\w/g, (letter) => letter.toUpperCase())
  return { name, street: street ?? '', city: city ?? '', state: state ?? '', zipCode: zipCode ?? '' }
}

function threadRows(
  basis: DemoBasis,
  order: OrderRow | undefined,
  { situation }: WantedOrder,
  turn: number,
): DemoRows['messages'] {
  const { dice, now } = basis
  const fitting = orderCopy.threads.filter(({ when }) => when.includes(situation))
  const thread: OrderThread | undefined = fitting[turn % Math.max(1, fitting.length)]
  if (!order || !thread) return []
  const from = new Date(situation === 'paid' ? order.createdAt : order.statusChangedAt).getTime()
  const step = Math.min(((now.getTime() - from) * THREAD_SHARE) / (thread.lines.length + 1), DAY_MS)
  let last = from
  return thread.lines.map(([side, content], index) => {
    last = awakeAfter(basis, last, from + (index + 0.2 + dice.next() * 0.6) * step)
    return {
      purchaseId: order.id,
      senderId: side === 'buyer' ? order.userId : order.sellerId,
      content,
      createdAt: new Date(Math.round(last)).toISOString(),
    }
  })
}
