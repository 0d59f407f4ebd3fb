const DRAWN = new Set([
  'tableware',
  'decorations',
  'furniture',
  'lighting',
  'linens',
  'serving',
  'custom_cakes',
  'stationery',
  'favors',
])

/** The drawing that stands in for a photo that is missing: one per category, else a laid party table. */
export function stillLife(category?: string): string {
  const name = category && DRAWN.has(category) ? category.replaceAll('_', '-') : 'party'
  return `/still-life/${name}.svg`
}
