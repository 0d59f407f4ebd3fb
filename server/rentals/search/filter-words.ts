import type { RentalCategory } from '#schema/category'
import { boroughOf } from '#schema/places'
import { filterWord } from '../../search/search-index'

/** A borough or a neighborhood, as one word of the index. */
export const placeWord = (place: string) => filterWord('place', place)

/** The filters under which a listing falls. */
export function filterWords(listing: { category: RentalCategory; neighborhood: string | null }): string[] {
  const places = [listing.neighborhood, boroughOf(listing.neighborhood)]
  return [filterWord('category', listing.category), ...places.flatMap((place) => (place ? [placeWord(place)] : []))]
}
