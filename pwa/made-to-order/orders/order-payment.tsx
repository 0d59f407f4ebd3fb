import { CreditCard } from 'lucide-react'
import { cardName } from '#schema/payment'
import { BankStepPanel } from '../../money/bank-step-panel'
import { CardChoice } from '../../money/card-choice'
import type { BankStep } from '../../money/use-payment-press'
import type { SavedCards } from '../../money/use-saved-cards'

interface OrderPaymentProps {
  cards: SavedCards
  /** The cards are laid open: there is none yet, the bank has refused one, or their person wants to choose. */
  isOpen: boolean
  isBusy: boolean
  reachable: boolean
  bankStep: BankStep
  loginTo: string
  onOpen: () => void
  onAdd: () => void
}

/** The card that pays, and the way to another one. */
export function OrderPayment(props: OrderPaymentProps) {
  const { cards, isOpen, isBusy, reachable, bankStep, loginTo, onOpen, onAdd } = props
  return (
    <div className="order__payment stack">
      {isOpen ? (
        <CardChoice
          saved={cards}
          error={undefined}
          disabled={isBusy}
          reachable={reachable}
          loginTo={loginTo}
          onAdd={onAdd}
        />
      ) : (
        <ChosenCard cards={cards} isBusy={isBusy} onOpen={onOpen} />
      )}
      {bankStep && <BankStepPanel onEnd={bankStep.end} />}
    </div>
  )
}

function ChosenCard({
  cards: { cards, chosen },
  isBusy,
  onOpen,
}: {
  cards: SavedCards
  isBusy: boolean
  onOpen: () => void
}) {
  const method = cards.state === 'loaded' ? cards.cards.find(({ id }) => id === chosen) : undefined
  if (!method) return null
  return (
    <p className="order__card min-0 breaks line">
      <CreditCard />
      <span className="grow">{cardName(method.card)}</span>
      <button type="button" className="is-quiet" disabled={isBusy} onClick={onOpen}>
        Change card
      </button>
    </p>
  )
}
