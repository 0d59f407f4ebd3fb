import type { RentalCategory } from '#schema/category'
import { boroughOf } from '#schema/places'

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** A category as one word of the index, which nobody's text holds by chance. */
export const categoryWord = (category: RentalCategory) => `xcategory${letters(category)}`

/** A borough or a neighborhood, in the same way. */
export const placeWord = (place: string) => `xplace${letters(place)}`

/** The filters under which a listing falls. */
export function filterWords(listing: { category: RentalCategory; neighborhood: string | null }): string[] {
  const places = [listing.neighborhood, boroughOf(listing.neighborhood)]
  return [categoryWord(listing.category), ...places.flatMap((place) => (place ? [placeWord(place)] : []))]
}
