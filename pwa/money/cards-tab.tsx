import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { PaymentMethod } from '#schema/payment'
import { useAccount } from '../session/account'
import { onlinePart } from '../session/online-part'
import { useLiveQuery } from '../session/use-live-query'
import { useSignInAgain } from '../session/use-sign-in-again'
import { useReachable } from '../session/use-sync'
import { EmptyState } from '../ui/empty-state'
import { NotLoaded } from '../ui/failure'
import { NavLink } from '../ui/nav-link'
import { Spinner } from '../ui/spinner'
import { clockTime } from '../ui/times/clock-time'
import { useToast } from '../ui/toasts'
import { CardRow } from './card-row'
import type { ChangeableCardsProps } from './changeable-cards'
import { readKnownCards } from './known-cards'
import { TestPayments } from './test-payments'
import { useArrival } from './use-arrival'
import { useCardRedirect } from './use-card-redirect'
import { type Cards, useCards } from './use-cards'

const route = getRouteApi('/settings')
const LOGIN = '/login?next=%2Fsettings'

const ChangeableCards = onlinePart<ChangeableCardsProps>('Your cards', () =>
  import(/* piece: online */ './changeable-cards').then((module) => ({ default: module.ChangeableCards })),
)

/** The saved cards: the list, a new one, which one is the default, and taking one off. */
export function CardsTab() {
  const { setup, trip: tripKey } = route.useSearch()
  const reachable = useReachable()
  const signInAgain = useSignInAgain()
  const toast = useToast()
  const trip = useCardRedirect({
    path: '/settings',
    setup,
    reload: () => reload(),
    onFailure({ notice, signIn }) {
      toast(notice)
      if (signIn) void signInAgain('/settings')
    },
  })
  const { cards, reload, accept } = useCards(!trip.isSettling, reachable)
  useArrival(tripKey, setup)

  return (
    <section className="stack settings__narrow" aria-labelledby="cards-title">
      <h2 id="cards-title">Your cards</h2>
      {trip.isSettling ? (
        <Spinner inline label="Looking for your new card" />
      ) : (
        <CardList cards={cards} reachable={reachable} accept={accept} reload={reload} />
      )}
      <div className="row">
        <button
          type="button"
          disabled={!reachable || trip.isLeaving || trip.isSettling}
          aria-describedby={reachable ? undefined : 'cards-offline'}
          onClick={() => trip.leave({ paymentSetup: true })}
        >
          <Plus />
          Add Payment Method
        </button>
      </div>
      {!reachable && (
        <p className="muted fine" id="cards-offline">
          Adding, changing and removing cards needs a connection.
        </p>
      )}
      <p className="muted fine">
        Cards are kept by the payment provider. We see the brand, the last four digits and the expiry, never the number.
      </p>
      <TestPayments />
    </section>
  )
}

interface CardListProps {
  cards: Cards
  reachable: boolean
  accept: (cards: PaymentMethod[]) => Promise<void>
  reload: () => Promise<Cards>
}

function CardList({ cards, reachable, accept, reload }: CardListProps) {
  // Without a connection even a list that was read a moment ago says of when it is.
  if (!reachable && cards.state !== 'signed-out') return <KnownCards />
  switch (cards.state) {
    case 'loading':
      return <Spinner inline label="Loading your cards" />
    case 'signed-out':
      return (
        <p>
          You need to be logged in to setup payment. <NavLink to={LOGIN}>Sign in</NavLink>
        </p>
      )
    case 'offline':
      return <KnownCards />
    case 'failed':
      return (
        <>
          <NotLoaded again={() => void reload()}>{`Failed to load payment methods. ${cards.message}`}</NotLoaded>
          <KnownCards />
        </>
      )
    case 'loaded':
      return cards.cards.length === 0 ? <NoCards /> : <ChangeableCards cards={cards.cards} accept={accept} />
  }
}

/** The cards that this device remembers, to look at. */
function KnownCards() {
  const { engine } = useAccount()
  const known = useLiveQuery(() => readKnownCards(engine.db), [engine])
  if (known === undefined) return null
  if (known === null) return <p className="muted">Your cards are shown once you are connected.</p>
  return (
    <div className="stack stack--tight">
      <p className="muted fine">{`As of ${clockTime(known.at, new Date())}`}</p>
      {known.cards.length === 0 ? (
        <NoCards />
      ) : (
        <ul className="plain-list stack gap-3">
          {known.cards.map((method) => (
            <CardRow key={method.id} method={method} />
          ))}
        </ul>
      )}
    </div>
  )
}

function NoCards() {
  return (
    <EmptyState drawing="purchases" title="No payment methods found" headingLevel={3}>
      A card is needed to make an offer or to order. An offer is charged only when its owner approves, an order when you
      buy.
    </EmptyState>
  )
}
