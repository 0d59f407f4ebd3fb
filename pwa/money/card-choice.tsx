import { CreditCard, Plus } from 'lucide-react'
import { useId } from 'react'
import { cardName, type PaymentMethod } from '#schema/payment'
import { NotLoaded } from '../ui/failure'
import { FieldError } from '../ui/fields/field'
import { NavLink } from '../ui/nav-link'
import { Spinner } from '../ui/spinner'
import { expiryWords } from './card-words'
import { TestPayments } from './test-payments'
import type { SavedCards } from './use-saved-cards'

interface CardChoiceProps {
  saved: SavedCards
  error: string | undefined
  disabled: boolean
  reachable: boolean
  loginTo: string
  onAdd: () => void
}

/** The saved cards, one of which is to be picked, and the way to another one. */
export function CardChoice({ saved, error, disabled, reachable, loginTo, onAdd }: CardChoiceProps) {
  const id = useId()
  return (
    <fieldset className="field card-choice" disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Payment method</legend>
      <CardList saved={saved} loginTo={loginTo} />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="row">
        <button type="button" className="is-secondary" disabled={!reachable || saved.isLeaving} onClick={onAdd}>
          <Plus />
          Add Payment Method
        </button>
        {!reachable && <span className="muted fine">Adding a card needs a connection.</span>}
      </div>
      <TestPayments />
    </fieldset>
  )
}

function CardList({ saved, loginTo }: { saved: SavedCards; loginTo: string }) {
  const { cards } = saved
  switch (cards.state) {
    case 'loading':
      return <Spinner inline label="Loading your cards" />
    case 'offline':
      return <p className="muted">Your cards are shown once you are connected.</p>
    case 'signed-out':
      return (
        <p>
          You need to be logged in to setup payment. <NavLink to={loginTo}>Sign in</NavLink>
        </p>
      )
    case 'failed':
      return <NotLoaded again={saved.reload}>{`Failed to load payment methods. ${cards.message}`}</NotLoaded>
    case 'loaded':
      return cards.cards.length === 0 ? (
        <p className="muted">No payment methods found</p>
      ) : (
        <CardRadios cards={cards.cards} saved={saved} />
      )
  }
}

function CardRadios({ cards, saved }: { cards: PaymentMethod[]; saved: SavedCards }) {
  const name = useId()
  return (
    <ul className="stack stack--tight plain-list">
      {cards.map(({ id, card, isDefault }) => (
        <li key={id}>
          <label className="card-choice__card flush row">
            <input type="radio" name={name} value={id} checked={id === saved.chosen} onChange={() => saved.pick(id)} />
            <CreditCard />
            <span className="grow">
              {cardName(card)}
              {isDefault && cards.length > 1 && <span className="muted fine"> Default</span>}
            </span>
            <span className="muted fine">{expiryWords(card, new Date())}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
