import type { DamageReport } from '#schema/damage-report'
import { NotYetHere } from '../../session/not-here'
import { allOf, type Todo } from '../../todo/todo-groups'
import { TodoList } from '../../todo/todo-list'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { Skeleton } from '../../ui/skeleton'
import type { ShownBooking } from './booking-queries'
import { OfferCard } from './offer-card'
import { offerNews } from './offer-news'
import type { OfferRole } from './offer-view'

const LOADING_CARDS = ['first', 'second', 'third']

interface OfferListProps {
  role: OfferRole
  /** Undefined until they have been read from this device. */
  todo: Todo<ShownBooking> | undefined
  /** Damage reports by booking. */
  claims: ReadonlyMap<number, DamageReport>
  now: Date
  /** False until all of this person's offers have come to this device once. */
  complete: boolean
  /** Unread messages by booking. */
  unread: ReadonlyMap<number, number>
  onMessages: (bookingId: number) => void
}

/** The offers of one side as a list of what to do. */
export function OfferList({ role, todo, claims, now, complete, unread, onMessages }: OfferListProps) {
  const count = todo ? allOf(todo).length : 0
  if (!todo || (count === 0 && !complete))
    return (
      <NotYetHere what="Your offers" isRead={todo !== undefined}>
        <LoadingOffers />
      </NotYetHere>
    )
  if (count === 0) return <NoOffers role={role} />
  return (
    <TodoList todo={todo} about="booking" newsOf={(booking) => offerNews(booking, claims.get(booking.id), role, now)}>
      {(booking) => (
        <OfferCard
          booking={booking}
          claim={claims.get(booking.id)}
          role={role}
          now={now}
          unread={unread.get(booking.id) ?? 0}
          onMessages={() => onMessages(booking.id)}
        />
      )}
    </TodoList>
  )
}

function LoadingOffers() {
  return (
    <div className="booking-list grid gap-5 plain-list" aria-busy="true" role="status" aria-label="Loading offers">
      {LOADING_CARDS.map((key) => (
        <div key={key} className="min-0 stack surface">
          <Skeleton width="half" />
          <div className="booking-card__main wrap gap-4">
            <div className="booking-card__photo">
              <Skeleton shape="photo" />
            </div>
            <div className="stack stack--tight">
              <Skeleton width="half" />
              <Skeleton />
              <Skeleton width="short" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}

function NoOffers({ role }: { role: OfferRole }) {
  if (role === 'renter')
    return (
      <EmptyState
        drawing="offers"
        title="You have not made any offers yet."
        action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
      >
        Pick dates on a listing, and your offer goes to its owner.
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="offers"
      title="No offers for your items yet."
      action={<ButtonLink to="/create">Create New Listing</ButtonLink>}
    >
      When somebody asks for one of your listings, you answer here.
    </EmptyState>
  )
}
