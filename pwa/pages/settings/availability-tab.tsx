import type { Booking } from '#schema/booking'
import { type Day, todayIn } from '#schema/date-range'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { EmptyState } from '../../components/empty-state'
import type { ShownBlock } from '../../db/blocked-overlay'
import { readBlocked, readTakenDays } from '../../db/blocked-queries'
import { BlockForm } from './block-form'
import { BlockRow } from './block-row'

/** When a person rents nothing out. */
export function AvailabilityTab({ user }: { user: CurrentUser }) {
  const { engine, config } = useAccount()
  const blocks = useLiveQuery(() => readBlocked(engine.db), [engine])
  const bookings = useLiveQuery(() => readTakenDays(engine.db, user.id), [engine, user.id])
  if (!blocks || !bookings) return null
  const today = todayIn(config?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())
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
