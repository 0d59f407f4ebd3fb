import { formatCents } from '#schema/money'
import { DraftList } from '../../offerings/draft-list'
import { useDrafts } from '../../offerings/use-drafts'
import { NOT_READ_YET, usePhotoAddress } from '../../photos/use-photo-addresses'
import { ListingCardSkeletons } from '../../rentals/listings/listing-card-skeleton'
import { useAccount } from '../../session/account'
import { NotYetHere } from '../../session/not-here'
import { useLiveQuery } from '../../session/use-live-query'
import { EmptyState } from '../../ui/empty-state'
import { MediaCard } from '../../ui/media-card'
import { OwnItemButtons } from '../items/own-item-buttons'
import { OwnItemChip } from '../items/own-item-chip'
import type { ShownOwnItem } from '../items/own-item-overlay'
import { readOwnItems } from '../items/own-items'
import '../../styles/create.css'

/** A maker's items: drafts on top, then offered ones, then archived ones. */
export function OwnItems({ userId }: { userId: number }) {
  const { db } = useAccount().engine
  const known = useDrafts('item', userId)
  const own = useLiveQuery(() => readOwnItems(db), [db])
  if (!own || !known || (!known.isKnown && own.length + known.drafts.length === 0))
    return (
      <NotYetHere what="Your items" isRead={own !== undefined && known !== undefined}>
        <ListingCardSkeletons count={4} label="Loading your items" />
      </NotYetHere>
    )
  const { drafts } = known
  const offered = own.filter(({ item }) => !item.archived)
  const archived = own.filter(({ item }) => item.archived)
  return (
    <div className="stack stack--loose">
      {drafts.length > 0 && <DraftList kind="item" drafts={drafts} />}
      {offered.length > 0 && <Cards items={offered} />}
      {archived.length > 0 && (
        <section className="stack" aria-labelledby="archived-items">
          <h2 id="archived-items">Archived</h2>
          <Cards items={archived} headingLevel={3} />
        </section>
      )}
      {own.length + drafts.length === 0 && (
        <EmptyState drawing="purchases" title="You have no made-to-order items yet.">
          Write one, with or without a connection; it is kept on this device until you publish it.
        </EmptyState>
      )}
    </div>
  )
}

function Cards({ items, headingLevel = 2 }: { items: ShownOwnItem[]; headingLevel?: 2 | 3 }) {
  return (
    <ul className="card-grid">
      {items.map((shown) => (
        <li key={shown.item.id}>
          <OwnItemCard shown={shown} headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  )
}

function OwnItemCard({ shown, headingLevel }: { shown: ShownOwnItem; headingLevel: 2 | 3 }) {
  const { item, photos } = shown
  const main = photos[0]
  const address = usePhotoAddress(main?.photo ?? null)
  return (
    <MediaCard
      to={`/made-to-order/${item.id}`}
      title={item.title}
      category={item.category}
      photo={{ src: address ?? NOT_READ_YET, alt: main?.alt ?? '' }}
      badge={<OwnItemChip shown={shown} />}
      headingLevel={headingLevel}
    >
      <p className="card__price">{formatCents(item.price)}</p>
      <p className="card__meta muted fine wrap">{`Made in ${item.leadTimeInDays} ${item.leadTimeInDays === 1 ? 'day' : 'days'}`}</p>
      <OwnItemButtons shown={shown} />
    </MediaCard>
  )
}
