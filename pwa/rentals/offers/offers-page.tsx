import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DamageReport } from '#schema/damage-report'
import { MessagesDialog } from '../../messages/messages-dialog'
import { readUnreadThreads } from '../../messages/thread-reads'
import { useThread } from '../../messages/use-thread'
import { useAccount } from '../../session/account'
import { useOwnQuery } from '../../session/not-here'
import { useLiveQuery } from '../../session/use-live-query'
import { useServerNow } from '../../session/use-server-now'
import { useReachable } from '../../session/use-sync'
import { usePageTitle } from '../../ui/page-title'
import { Tabs } from '../../ui/tabs'
import { readBookings, type ShownBooking } from './booking-queries'
import { CalendarDialog } from './calendar-dialog'
import { OfferList } from './offer-list'
import { groupOffers } from './offer-todo'
import { type OfferRole, talkOf } from './offer-view'
import { updateStatuses } from './open-offers'
import '../../styles/fitted-tabs.css'
import '../../styles/offers.css'

const route = getRouteApi('/offers')
/** The clock alone can make something need a person. */
const CLOCK_TICK_MS = 30_000
const TABS = [
  { id: 'made', label: 'Offers You Made' },
  { id: 'received', label: 'Offers for Your Items' },
] as const
type OffersTab = (typeof TABS)[number]['id']
const ROLES: Record<OffersTab, OfferRole> = { made: 'renter', received: 'owner' }

export function OffersPage({ userId }: { userId: number }) {
  usePageTitle('Offers')
  const { engine } = useAccount()
  const search = route.useSearch()
  const navigate = useNavigate()
  const thread = useThread('/offers')
  const now = useServerNow(CLOCK_TICK_MS)
  const offers = useOffers(userId)
  const unread = useLiveQuery(() => readUnreadThreads(engine.db, userId, 'booking'), [engine, userId])
  const talkedOf = offers && [...offers.made, ...offers.received].find(({ id }) => id === thread.id)
  const todo = offers && {
    made: groupOffers(offers.made, offers.claims, 'renter', now),
    received: groupOffers(offers.received, offers.claims, 'owner', now),
  }
  const isOwnersTurn = todo !== undefined && todo.made.needs.length === 0 && todo.received.needs.length > 0
  const hasTodo = todo !== undefined && todo.made.needs.length + todo.received.needs.length > 0
  const first = isOwnersTurn ? 'received' : 'made'
  const guess = useFirstGuess(first, {
    isKnown: thread.id === null && (hasTodo || (offers?.complete === true && offers[first].length > 0)),
    linked: talkedOf && (talkedOf.ownerId === userId ? 'received' : 'made'),
  })
  const tab = search.tab ?? guess

  const showCalendar = (isOpen: boolean) =>
    navigate({
      to: '/offers',
      search: { tab: search.tab, calendar: isOpen ? 1 : undefined },
      replace: !isOpen,
      resetScroll: false,
    })

  return (
    <div className="page fitted-tabs">
      <div className="page__head">
        <h1>Offers</h1>
        <button type="button" className="is-secondary" onClick={() => showCalendar(true)}>
          <CalendarPlus />
          Add to calendar
        </button>
      </div>
      <Tabs
        label="Offers"
        tabs={TABS.map((one) => ({ ...one, count: todo?.[one.id].needs.length ?? 0 }))}
        selected={tab}
        onSelect={(id) =>
          navigate({
            to: '/offers',
            search: { tab: id as OffersTab },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <OfferList
          role={ROLES[tab]}
          todo={todo?.[tab]}
          claims={offers?.claims ?? new Map()}
          now={now}
          complete={offers?.complete ?? false}
          unread={unread ?? new Map()}
          onMessages={thread.open}
        />
      </Tabs>
      {search.calendar && <CalendarDialog onClose={() => showCalendar(false)} />}
      {thread.id !== null && (
        <MessagesDialog
          key={thread.id}
          thread={{ about: 'booking', id: thread.id }}
          userId={userId}
          subject={talkedOf && talkOf(talkedOf, userId)}
          known={offers !== undefined}
          onClose={thread.close}
        />
      )}
    </div>
  )
}

interface GuessOf {
  /** There is something in the list to press or to read; an empty one gives way to the first offer that comes. */
  isKnown: boolean
  /** The list of the offer that the address names. */
  linked: OffersTab | undefined
}

/**
 * The list to open where the address names none: that of the linked offer, else the one that needs its person. It stays when an
 * answer or a new offer would turn the guess around: a list must not change under a press.
 */
function useFirstGuess(guess: OffersTab, { isKnown, linked }: GuessOf): OffersTab {
  const [kept, setKept] = useState<OffersTab | null>(null)
  const next = linked ?? kept ?? (isKnown ? guess : null)
  if (next !== kept) setKept(next)
  return next ?? guess
}

interface Offers {
  made: ShownBooking[]
  received: ShownBooking[]
  /** Damage reports by booking. */
  claims: ReadonlyMap<number, DamageReport>
  /** This device has seen all of them at least once. */
  complete: boolean
}

/** Both lists, kept current: opening them asks the server what time has changed. */
function useOffers(userId: number): Offers | undefined {
  const { engine } = useAccount()
  const reachable = useReachable()
  const own = useOwnQuery(userId, async (db) => ({
    made: await readBookings(db, userId, 'renter'),
    received: await readBookings(db, userId, 'owner'),
    claims: new Map((await db.damageReports.toArray()).map((report) => [report.bookingId, report])),
  }))

  useEffect(() => {
    if (reachable) updateStatuses(engine)
  }, [engine, reachable])
  return own && { ...own.found, complete: own.complete }
}
