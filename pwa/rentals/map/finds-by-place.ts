import { formatCount } from '#schema/money'
import { middleOf, type Point } from '#schema/places'

/** The finds in one neighborhood. */
export interface PlaceFinds<Find> {
  name: string
  /** Of the neighborhood: where a thing is within it stays with its owner. */
  middle: Point
  finds: readonly Find[]
}

/** The neighborhoods with finds, those with most first; finds without a neighborhood that the market knows are in none. */
export function findsByPlace<Find extends { neighborhood: string | null }>(finds: readonly Find[]): PlaceFinds<Find>[] {
  return [...Map.groupBy(finds, ({ neighborhood }) => neighborhood)]
    .flatMap(([name, there]) => {
      const middle = name === null ? null : middleOf(name)
      return name !== null && middle ? [{ name, middle, finds: there }] : []
    })
    .toSorted((one, other) => other.finds.length - one.finds.length || (one.name < other.name ? -1 : 1))
}

/** 'Park Slope, 4 items'. */
export function placeFindsWords({ name, finds }: PlaceFinds<unknown>): string {
  return `${name}, ${finds.length === 1 ? '1 item' : `${formatCount(finds.length)} items`}`
}
