export const RENTAL_CATEGORIES = ['tableware', 'decorations', 'furniture', 'lighting', 'linens', 'serving'] as const
export const MADE_TO_ORDER_CATEGORIES = [...RENTAL_CATEGORIES, 'custom_cakes', 'stationery', 'favors'] as const

/** 'custom_cakes' -> 'Custom cakes'. */
export function categoryName(category: string): string {
  const words = category.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
