import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { useCatalogue } from '../session/use-sync'
import { isolated } from '../ui/isolated'
import type { KnownThings } from './mutation-words'

/** Names of the bookings and posts that this device has; undefined until they have been read. */
export function useKnownThings(userId: number): KnownThings | undefined {
  const { engine } = useAccount()
  const { catalogue } = useCatalogue()
  const bookings = useLiveQuery(() => byId(engine.db.bookings.toArray()), [engine])
  const listings = useLiveQuery(() => byId(engine.db.ownListings.toArray()), [engine])
  const items = useLiveQuery(() => byId(engine.db.ownItems.toArray()), [engine])
  const orders = useLiveQuery(() => byId(engine.db.purchases.toArray()), [engine])
  const questions = useLiveQuery(() => byId(engine.db.questions.toArray()), [engine])
  return (
    bookings && {
      booking(id) {
        const row = bookings.get(id)
        if (!row) return undefined
        const other = row.userId === userId ? row.ownerUsername : row.renterUsername
        return { other: isolated(other), title: isolated(row.listingTitle) }
      },
      listingTitle: (id) => catalogue.get('listing', id)?.title ?? listings?.get(id)?.title,
      itemTitle: (id) => catalogue.get('item', id)?.title ?? items?.get(id)?.title,
      order(id) {
        const row = orders?.get(id)
        if (!row) return undefined
        const isMine = row.userId === userId
        return { other: isMine ? row.sellerUsername : row.buyerUsername, title: row.itemTitle, isMine }
      },
      question(id) {
        const row = questions?.get(id)
        return row && { other: row.userId === userId ? row.ownerUsername : row.username, title: row.title }
      },
      postTitle: (id) => catalogue.get('post', id)?.title,
    }
  )
}

async function byId<Row extends { id: number }>(rows: PromiseLike<Row[]>): Promise<Map<number, Row>> {
  return new Map((await rows).map((row) => [row.id, row]))
}
