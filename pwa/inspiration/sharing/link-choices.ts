import type { PostLink } from '#schema/inspiration'

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

/** The first few rentals and made-to-order items whose title holds the text and that are not chosen yet; none for no text. */
export function findThings(
  listings: readonly Row[],
  items: readonly Row[],
  search: string,
  chosen: readonly PostLink[],
): Thing[] {
  const needle = search.trim().toLowerCase()
  if (!needle) return []
  const found: Thing[] = []
  const look = (kind: PostLink['kind'], rows: readonly Row[]) => {
    for (const row of rows) {
      if (found.length >= SHOWN) return
      if (row.title.toLowerCase().includes(needle) && !chosen.some((one) => isSameLink(one, { kind, id: row.id })))
        found.push(thingOf(kind, row))
    }
  }
  look('listing', listings)
  look('item', items)
  return found
}

/** So many posts are shown in which a thing can be seen. */
export const SEEN_IN_SHOWN = 8

export function thingOf(kind: PostLink['kind'], { id, title, mainImage, ownerUsername }: Row): Thing {
  return { kind, id, title, photo: mainImage, by: ownerUsername }
}

export function isSameLink(a: PostLink, b: PostLink): boolean {
  return a.kind === b.kind && a.id === b.id
}
