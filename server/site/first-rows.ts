import { FIRST_ROWS, type FirstScreenRows, type PublicRow } from '#schema/sync-scopes'
import type { Deps } from '../deps'
import { findPostStats, findPosts, listPostViews } from '../inspiration/inspiration-queries'
import { findItem, listItems } from '../made-to-order/items/item-queries'
import { findCatalogueListings, findListing, listListings } from '../rentals/listings/listing-queries'
import { findUser, toPublicUser } from '../users/user-queries'

const NUMBERED = /^\/(listings|made-to-order|inspiration|profile|users)\/([1-9]\d{0,14})(\/inspiration)?$/
/** The newest things of a list, or of one person. */
const NEWEST = { limit: FIRST_ROWS }

/** A page that the server renders for visitors; `rows` is null where the page shows none. */
export interface ScreenRows {
  rows: FirstScreenRows | null
}

/** The pages that show the same to every visitor, whatever the marketplace holds. */
const STILL = ['/', '/about', '/help', '/contact', '/terms', '/privacy', '/rules']

/** Whether a visitor's first screen of this page can be rendered at all. */
export function mayHaveFirstScreen(path: string): boolean {
  return STILL.includes(path) || path in lists || NUMBERED.test(path)
}

/** The rows of a page as everybody sees them; null when the page has nothing to show, as for a thing that is gone. */
export async function findFirstRows(deps: Deps, path: string): Promise<ScreenRows | null> {
  if (STILL.includes(path)) return { rows: null }
  const list = lists[path]
  if (list) return { rows: await list(deps) }
  const [, section = '', digits, isWall] = NUMBERED.exec(path) ?? []
  const find = isWall ? (section === 'users' ? findWall : undefined) : things[section]
  const rows = find ? await find(deps, Number(digits)) : null
  return rows && { rows }
}

type FindRows = (deps: Deps, id: number) => Promise<FirstScreenRows | null>

const lists: Record<string, (deps: Deps) => Promise<FirstScreenRows>> = {
  async '/listings'(deps) {
    return { newest: 'listing', rows: { listing: await listingRows(deps, await listListings(deps.db, NEWEST)) } }
  },
  async '/made-to-order'({ db }) {
    return { newest: 'item', rows: { item: byId(await listItems(db, NEWEST)) } }
  },
  async '/inspiration'(deps) {
    return { newest: 'post', rows: await postRows(deps, await listPostViews(deps.db, 0, NEWEST)) }
  },
}

const things: Record<string, FindRows> = {
  async listings(deps, id) {
    const found = await findListing(deps.db, id)
    if (!found) return null
    const { userId } = found.row
    const others = await listListings(deps.db, { limit: OTHERS + 1 }, userId)
    const listing = await listingRows(deps, [{ id }, ...others.filter((other) => other.id !== id)])
    return { newest: null, rows: { listing, person: await personRows(deps, userId) } }
  },
  async 'made-to-order'(deps, id) {
    const item = await findItem(deps.db, id)
    return item && { newest: null, rows: { item: byId([item]), person: await personRows(deps, item.userId) } }
  },
  async inspiration(deps, id) {
    const [post] = await listPostViews(deps.db, 0, { id })
    if (!post) return null
    const linked = (kind: 'listing' | 'item') => post.links.filter((link) => link.kind === kind)
    const listings = await Promise.all(linked('listing').map((link) => findListing(deps.db, link.id)))
    const items = await Promise.all(linked('item').map((link) => findItem(deps.db, link.id)))
    return {
      newest: null,
      rows: {
        ...(await postRows(deps, [post])),
        person: await personRows(deps, post.userId),
        listing: unlessEmpty(
          await listingRows(
            deps,
            listings.flatMap((found) => found?.row ?? []),
          ),
        ),
        item: unlessEmpty(byId(items.filter((item) => item !== null))),
      },
    }
  },
  async profile(deps, id) {
    const person = await personRows(deps, id)
    if (person.length === 0) return null
    return {
      newest: null,
      rows: { person, listing: await listingRows(deps, await listListings(deps.db, NEWEST, id)) },
    }
  },
}

/** So many other listings of its owner stand below a listing. */
const OTHERS = 4

async function findWall(deps: Deps, userId: number): Promise<FirstScreenRows | null> {
  const person = await personRows(deps, userId)
  if (person.length === 0) return null
  const posts = await listPostViews(deps.db, 0, { ...NEWEST, userId })
  return { newest: null, rows: { person, ...(await postRows(deps, posts)) } }
}

const idsOf = (things: readonly { id: number }[]): number[] => things.map(({ id }) => id)
/** An empty list would say that the person of the page has nothing to rent out or to sell. */
const unlessEmpty = <Row>(rows: Row[]) => (rows.length > 0 ? rows : undefined)
const byId = <Row extends { id: number }>(rows: readonly Row[]) => rows.map((row) => [row.id, row] as const)

async function listingRows({ db, now }: Deps, listings: readonly { id: number }[]) {
  return [...(await findCatalogueListings(db, idsOf(listings), now()))]
}

async function postRows({ db }: Deps, shown: readonly { id: number }[]): Promise<FirstScreenRows['rows']> {
  const [post, stat] = await Promise.all([findPosts(db, idsOf(shown)), findPostStats(db, idsOf(shown))])
  return { post: [...post], stat: [...stat] }
}

/** None for a person who is off show, as the endpoint of a profile answers. */
async function personRows({ db }: Deps, id: number): Promise<(readonly [number, PublicRow<'person'>])[]> {
  const person = await findUser(db, id)
  return person ? [[id, toPublicUser(person)]] : []
}
