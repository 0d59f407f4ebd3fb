import { LINKS_MAX, type PostLink } from '#schema/inspiration'
import { itemTexts } from '#schema/made-to-order'
import { listingTexts, neighborhoodOf } from '#schema/places'
import { byScore, type Synonyms, searchAmong, type Texts } from '#schema/text-search'

/** Something to rent or order as the search for it shows it. */
export interface Thing extends PostLink {
  title: string
  photo: string
  by: string
}

const SHOWN = 6

interface Row {
  id: number
  title: string
  mainImage: string
  ownerUsername: string
}

/**
 * The few rentals and made-to-order items that match a search best and are not chosen yet, rentals first; none for no text.
 * @param finds listings that the search leaves, the best first
 */
export function findThings(
  finds: readonly (Row & Parameters<typeof listingTexts>[0])[],
  items: readonly (Row & Parameters<typeof itemTexts>[0])[],
  search: string,
  chosen: readonly PostLink[],
): Thing[] {
  if (!search.trim()) return []
  const scores = new Map<Thing, number>()
  const look = <One extends Row>(
    kind: PostLink['kind'],
    rows: readonly One[],
    textsOf: (row: One) => Texts,
    synonyms?: Synonyms,
  ) => {
    const scoreAt = searchAmong(rows, textsOf).scorer(search, synonyms)
    for (const [at, row] of rows.entries()) {
      const score = scoreAt(at)
      if (score > 0 && !chosen.some((one) => isSameLink(one, { kind, id: row.id })))
        scores.set(thingOf(kind, row), score)
    }
  }
  look('listing', finds.slice(0, SHOWN + LINKS_MAX), listingTexts, neighborhoodOf)
  look('item', items, itemTexts)
  return byScore([...scores.keys()], scores).slice(0, SHOWN)
}

/** So many posts are shown in which a thing can be seen. */
export const SEEN_IN_SHOWN = 8

export function thingOf(kind: PostLink['kind'], { id, title, mainImage, ownerUsername }: Row): Thing {
  return { kind, id, title, photo: mainImage, by: ownerUsername }
}

export function isSameLink(a: PostLink, b: PostLink): boolean {
  return a.kind === b.kind && a.id === b.id
}
