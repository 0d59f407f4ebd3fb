import type { Booking } from '#schema/booking'
import type { Day } from '#schema/date-range'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useToday } from '../../session/use-today'
import { EmptyState } from '../../ui/empty-state'
import { BlockForm } from './block-form'
import { BlockRow } from './block-row'
import type { ShownBlock } from './blocked-overlay'
import { readBlocked, readTakenDays } from './blocked-queries'

/** When a person rents nothing out. */
export function AvailabilityTab({ user }: { user: CurrentUser }) {
  const { engine } = useAccount()
  const blocks = useLiveQuery(() => readBlocked(engine.db), [engine])
  const bookings = useLiveQuery(() => readTakenDays(engine.db, user.id), [engine, user.id])
  const today = useToday()
  if (!blocks || !bookings) return null
  return (
    <div className="stack stack--loose">
      <section className="stack" aria-labelledby="block-title">
        <h2 id="block-title">Block dates</h2>
        <p className="muted settings__narrow">
          On these days nobody can make you an offer, for any of your rentals. Only you see the reason.
        </p>
        <BlockForm blocks={blocks} bookings={bookings} today={today} />
      </section>
      <section className="stack settings__narrow" aria-labelledby="blocked-title">
        <h2 id="blocked-title">Blocked dates</h2>
        <BlockList blocks={blocks.filter(({ endDate }) => endDate >= today)} bookings={bookings} today={today} />
      </section>
    </div>
  )
}

function BlockList({ blocks, bookings, today }: { blocks: ShownBlock[]; bookings: Booking[]; today: Day }) {
  if (blocks.length === 0)
    return (
      <EmptyState drawing="listings" title="No blocked dates" headingLevel={3}>
        Your rentals can be requested on every day that is still free.
      </EmptyState>
    )
  return (
    <ul className="settings-list">
      {blocks.map((block) => (
        <BlockRow key={block.key} block={block} bookings={bookings} today={today} />
      ))}
    </ul>
  )
}
