import { type Endpoint, endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { callerOf, LOCAL, networkOf } from './caller'
import { heavyReads, queueLimits } from './limits'
import { createSemaphore, type Semaphore } from './semaphore'

const { pull, listListings, searchListings, searchItems, listItems, listPosts, userListings, userItems, userPosts } =
  endpoints
const { listingBookings, blockedDates, listReviews, likedPosts, savedPosts } = endpoints
const { bookingMessages, purchaseMessages, userBookings, incomingBookings, itemPurchases, userPurchases } = endpoints
const { drafts, boards, damageReports, transactions } = endpoints

/** Reads of the database alone that may answer very many rows. */
const HEAVY = new Set<Endpoint>([
  ...[pull, listListings, searchListings, searchItems, listItems, listPosts, userListings, userItems, userPosts],
  ...[listingBookings, blockedDates, listReviews, likedPosts, savedPosts],
  ...[bookingMessages, purchaseMessages, userBookings, incomingBookings, itemPurchases, userPurchases],
  ...[drafts, boards, damageReports, transactions],
])

const SEARCHES = new Set<Endpoint>([searchListings, searchItems])

/** All markets of the process take turns together: they share its only thread. */
const turns = turnsOf(heavyReads.atOnce)
/** Searches are made by other threads for the most part, and no pull waits behind them. */
const searchTurns = turnsOf(heavyReads.searchesAtOnce)

function turnsOf(places: number): Semaphore {
  return createSemaphore({ places, each: 1, line: heavyReads.waitingOfOne, waiting: heavyReads.waitingInAll })
}

/**
 * Makes the answer to a read in the turn of its caller. Long answers keep the only thread busy: whoever had fewer bytes of them lately
 * comes first, so that a stranger who asks all the time holds up nobody. @throws Refusal `too_many_requests` when too much waits
 */
export async function inTurn<Reply extends { json: string | Uint8Array }>(
  deps: Deps,
  { endpoint, request, userId }: { endpoint: Endpoint; request: Request; userId: number | undefined },
  make: () => Promise<Reply>,
): Promise<Reply> {
  const caller = callerOf(request)
  if (!HEAVY.has(endpoint) || caller === LOCAL) return make()
  const key = userId === undefined ? caller : `person-${userId}`
  const network = userId === undefined ? networkOf(caller) : null
  const count = async (pieces: number) => {
    const own = await deps.limits.countWork(`read/${key}`, pieces)
    const neighbours = network ? await deps.limits.countWork(`read/${network}`, pieces) : 0
    return Math.max(own, Math.floor(neighbours / queueLimits.neighbours))
  }
  const turnKey = userId === undefined ? key : `${deps.feed.life()}/${key}`
  const queue = SEARCHES.has(endpoint) ? searchTurns : turns
  return queue.take({ key: turnKey, rank: await count(0), signal: request.signal }, async () => {
    // Requests that came meanwhile are heard between two long answers.
    await new Promise((resolve) => setImmediate(resolve))
    const reply = await make()
    await count(Math.floor(reply.json.length / heavyReads.pieceBytes))
    return reply
  })
}
