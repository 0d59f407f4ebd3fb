import type { MadeToOrderCategory } from '#schema/category'
import { DAY, type DemoBasis, type DemoRows, type DemoUser, HOUR, minutesBefore } from './demo-basis'
import { ITEM_TERMS, itemCopy, NEIGHBORS } from './demo-copy'
import { photoUrl } from './demo-photos'
import { inMixedOrder } from './mixed-order'

const OLDEST_MINUTES = 120 * DAY
const NEWEST_MINUTES = 5 * HOUR

/** Every made-to-order item, oldest first, each with one of the people who make such things. */
export function itemRows(basis: DemoBasis, people: DemoUser[]): DemoRows['madeToOrderItems'] {
  const makers = makersInTurn()
  const items = inMixedOrder(basis.dice, itemCopy, ({ category, photos }) => [category, photos[0]])
  const step = (OLDEST_MINUTES - NEWEST_MINUTES) / (items.length - 1)
  return items.map(({ about, dollars, leadDays, options, photos, title, category }, index) => {
    const [mainImage = '', ...images] = photos.map((name) => photoUrl(basis.photos, name))
    return {
      id: index + 1,
      userId: people[makers(category)]?.id ?? 0,
      title,
      description: about,
      images,
      mainImage,
      price: dollars * 100,
      category,
      customizationOptions: options,
      leadTimeInDays: leadDays,
      terms: ITEM_TERMS,
      createdAt: minutesBefore(basis.now, OLDEST_MINUTES - index * step),
    }
  })
}

/** Answers, call by call, the next maker of a category as a position in the list of people. */
function makersInTurn(): (category: MadeToOrderCategory) => number {
  const turns = new Map<MadeToOrderCategory, number>()
  return (category) => {
    const makers = NEIGHBORS.flatMap((neighbor, index) =>
      (neighbor.makes ?? []).filter((made) => made === category).map(() => index),
    )
    const turn = turns.get(category) ?? 0
    turns.set(category, turn + 1)
    const maker = makers[turn % makers.length]
    if (maker === undefined) throw new Error(`Nobody makes ${category}`)
    return maker
  }
}
