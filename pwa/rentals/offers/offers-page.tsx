import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useEffect } from 'react'
import { isOwnScopeHere } from '../../disk/own-scope'
import { MessagesDialog } from '../../messages/messages-dialog'
import { readUnreadThreads } from '../../messages/thread-reads'
import { useThread } from '../../messages/use-thread'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useReachability } from '../../session/use-sync'
import { usePageTitle } from '../../ui/page-title'
import { Tabs } from '../../ui/tabs'
import { readBookings, type ShownBooking } from './booking-queries'
import { CalendarDialog } from './calendar-dialog'
import { OfferList } from './offer-list'
import { type OfferRole, talkOf } from './offer-view'
import { readOffers, updateStatuses } from './open-offers'
import '../../styles/fitted-tabs.css'
import '../../styles/offers.css'

const route = getRouteApi('/offers')
const TABS = [
  { id: 'made', label: 'Offers You Made' },
  { id: 'received', label: 'Offers for Your Items' },
]
const ROLES: Record<string, OfferRole> = { made: 'renter', received: 'owner' }

export function OffersPage({ userId }: { userId: number }) {
  usePageTitle('Offers')
  const { engine } = useAccount()
  const search = route.useSearch()
  const navigate = useNavigate()
  const thread = useThread('/offers')
  const offers = useOffers(userId)
  const unread = useLiveQuery(() => readUnreadThreads(engine.db, userId, 'booking'), [engine, userId])
  const talkedOf = offers && [...offers.made, ...offers.received].find(({ id }) => id === thread.id)
  // A link to a thread alone opens the list that its offer is in.
  const tab = search.tab ?? (talkedOf?.ownerId === userId ? 'received' : 'made')

  const showCalendar = (isOpen: boolean) =>
    navigate({
      to: '/offers',
      search: { tab: search.tab, ...(isOpen ? { calendar: 1 as const } : {}) },
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
        tabs={TABS}
        selected={tab}
        onSelect={(id) =>
          navigate({
            to: '/offers',
            search: { tab: id === 'received' ? 'received' : 'made' },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <OfferList
          role={ROLES[tab] ?? 'renter'}
          offers={offers && (tab === 'made' ? offers.made : offers.received)}
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

interface Offers {
  made: ShownBooking[]
  received: ShownBooking[]
  /** This device has seen all of them at least once. */
  complete: boolean
}

/** Both lists, kept current: opening them counts as reading, and asks the server what time has changed. */
function useOffers(userId: number): Offers | undefined {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const offers = useLiveQuery(async (): Promise<Offers> => {
    const [made, received, complete] = await Promise.all([
      readBookings(engine.db, userId, 'renter'),
      readBookings(engine.db, userId, 'owner'),
      isOwnScopeHere(engine.db, userId),
    ])
    return { made, received, complete }
  }, [engine, userId])

  useEffect(() => {
    if (reachable) updateStatuses(engine)
  }, [engine, reachable])
  useEffect(() => {
    // A disk that cannot be written now: they are read with the next look.
    if (offers) readOffers(engine, [...offers.made, ...offers.received]).catch(() => undefined)
  }, [engine, offers])
  return offers
}
