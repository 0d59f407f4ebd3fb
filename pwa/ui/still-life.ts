import { MADE_TO_ORDER_CATEGORIES } from '#schema/category-names'

/** The drawing that stands in for a photo that is missing: one per category, else a laid party table. */
export function stillLife(category?: string): string {
  const drawn = MADE_TO_ORDER_CATEGORIES.find((one) => one === category)
  return `/still-life/${drawn?.replaceAll('_', '-') ?? 'party'}.svg`
}
