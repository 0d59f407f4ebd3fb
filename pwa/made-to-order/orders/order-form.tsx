import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Day } from '#schema/date-range'
import { estimatedDelivery, type Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import { ORDER_PIECES_MAX } from '#schema/purchase'
import type { CurrentUser } from '#schema/user'
import { PriceChanged } from '../../money/price-changed'
import { type Seen, seenItem } from '../../money/seen'
import { standardCard } from '../../money/use-cards'
import { useSavedCards } from '../../money/use-saved-cards'
import { useSeen } from '../../money/use-seen'
import { PriceBar } from '../../offerings/price-bar'
import type { OfferFailure } from '../../rentals/booking/offer-failure'
import { useAccount } from '../../session/account'
import { useSignInAgain } from '../../session/use-sign-in-again'
import { useReachable } from '../../session/use-sync'
import { focusWrongDay } from '../../ui/fields/day-field'
import { QuantityField } from '../../ui/fields/quantity-field'
import { Spinner } from '../../ui/spinner'
import { useToast } from '../../ui/toasts'
import { itemQuery, readItemWish } from '../items/items-search'
import { BuyBar } from './buy-bar'
import { DeliveryFields } from './delivery-fields'
import { DeliveryTime } from './delivery-time'
import { OptionFields } from './option-fields'
import { OrderNote } from './order-note'
import { OrderPayment } from './order-payment'
import { orderProblems } from './order-rules'
import { wishesOf } from './purchase-drafts'
import { useBuy } from './use-buy'
import { type OrderRedirect, useOrderDraft } from './use-order-draft'

interface OrderFormProps {
  item: Item
  /** Null for a visitor, who fills in the form and signs in. */
  user: CurrentUser | null
  today: Day
  /** Takes the form's place where the item takes no orders: nothing but a press that is under way goes on. */
  closed: ReactNode
}

/** The wishes, the address, the delivery estimate and the card. */
export function OrderForm({ item, user, today, closed }: OrderFormProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const { trip, setup, ...chosen } = useSearch({ from: '/made-to-order/$id' })
  const wish = readItemWish(chosen)
  const navigate = useNavigate()
  const signInAgain = useSignInAgain()
  const toast = useToast()
  const path = `/made-to-order/${item.id}`
  const here = `${path}${itemQuery(wish)}`
  const form = useOrderDraft(engine.db, item.id, user, trip, wish)
  const [isPressed, setPressed] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [isPaying, setPaying] = useState(setup !== undefined)
  const [asksSignIn, setAsksSignIn] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const { draft } = form

  const shown = useSeen(draft?.seen, seenItem(item), ({ unitAmount }) => unitAmount * (draft?.quantity ?? 1))

  const signIn = () => (user ? signInAgain(here) : navigate({ to: '/auth', search: { next: here } }))
  const fail = (failure: OfferFailure) => {
    toast(failure.notice)
    if (failure.signIn) void signInAgain(here)
  }
  const saved = useSavedCards({ path, wanted: user !== null && !closed, setup, onFailure: fail })
  const cards = { ...saved, chosen: saved.chosen ?? standardCard(saved.cards) }
  const order = useBuy({
    itemId: item.id,
    userId: user?.id ?? null,
    form,
    onBought: (orderId) => navigate({ to: '/purchases', hash: `order-${orderId}` }),
    onCardNeeded: () => setPaying(true),
    onSignIn: signIn,
    onRefused: setRefused,
    onChanged(now) {
      shown.tell(now)
      // The new row is on its way to this device as well.
      engine.wake()
    },
  })
  useArrival(trip, setup, box, draft !== undefined, () =>
    navigate({
      to: '/made-to-order/$id',
      params: { id: String(item.id) },
      search: {},
      replace: true,
      resetScroll: false,
    }),
  )

  if (closed && !order.isBusy) return closed
  if (!draft) return <Spinner label="Loading your order" />
  const problems = orderProblems(wishesOf(draft), item, today)
  const { quantity } = draft
  const said = isPressed ? { ...problems, ...refused } : tooLong(problems)
  const change = (part: Parameters<typeof form.change>[0]) => {
    setRefused({})
    form.change({ seen: shown.seen, ...part })
  }
  const press = (seen: Seen) => {
    flushSync(() => {
      setPressed(true)
      setRefused({})
      setAsksSignIn(user === null && Object.keys(problems).length === 0)
    })
    if (focusWrongDay(box.current)) return
    if (Object.keys(problems).length > 0) return focusFirstProblem(box.current)
    if (user === null || !reachable) return
    if (!draft.seen) form.change({ seen })
    order.buy(seen, cards.chosen)
  }
  return (
    <form
      ref={box}
      className="stack stack--loose"
      noValidate
      tabIndex={-1}
      aria-labelledby="order-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (!shown.isChanged) press(shown.seen)
      }}
    >
      <fieldset className="bare min-0 stack stack--loose" disabled={order.isBusy}>
        <OptionFields
          options={item.customizationOptions}
          values={draft.customizations}
          problems={said}
          onChange={(customizations) => change({ customizations })}
        />
        <QuantityField
          label="Pieces"
          value={quantity}
          max={ORDER_PIECES_MAX}
          {...(quantity > 1 && { hint: 'All of them are made to the same wishes.' })}
          onChange={(pieces) => change({ quantity: pieces })}
          {...(said.quantity ? { error: said.quantity } : {})}
        />
        <DeliveryFields values={draft} problems={said} onChange={change} />
        <OrderNote maker={item.ownerUsername} value={draft.note} error={said.note} onChange={change} />
        <DeliveryTime
          maker={item.ownerUsername}
          expected={estimatedDelivery(today, item.leadTimeInDays)}
          today={today}
          draft={draft}
          problems={said}
          onChange={change}
        />
      </fieldset>
      {user && (
        <OrderPayment
          cards={cards}
          isOpen={isPaying}
          isBusy={order.isBusy}
          reachable={reachable}
          bankStep={order.bankStep}
          loginTo={`/auth?next=${encodeURIComponent(path)}`}
          onOpen={() => setPaying(true)}
          onAdd={() => cards.add({ order: draft, paymentSetup: true } satisfies OrderRedirect)}
        />
      )}
      {shown.isChanged && (
        <PriceChanged
          seen={shown.seen}
          now={shown.now}
          totals={shown.totals}
          isBusy={order.isBusy}
          reachable={reachable}
          onGoOn={() => {
            form.change({ seen: shown.now })
            press(shown.now)
          }}
          onBack={() => navigate({ to: '/made-to-order' })}
        />
      )}
      <BuyBar
        seller={item.ownerUsername}
        isChanged={shown.isChanged}
        price={shown.now.unitAmount}
        quantity={quantity}
        isBusy={order.isBusy}
        failure={order.failure}
        reachable={reachable}
        isSignedIn={user !== null}
        asksSignIn={asksSignIn}
        onSignIn={signIn}
      />
      <PriceBar
        price={formatCents(shown.now.unitAmount * quantity)}
        detail={quantity > 1 ? `${quantity} pieces` : null}
        label="Order"
        onPress={() => {
          box.current?.scrollIntoView()
          box.current?.focus({ preventScroll: true })
        }}
        place={box}
      />
    </form>
  )
}

/** A form that nobody has pressed yet is not reproached for being empty, but told at once what will not fit. */
function tooLong(problems: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).filter(([, words]) => words.startsWith('Please keep')))
}

function focusFirstProblem(box: HTMLElement | null): void {
  const field = box?.querySelector('.field:has(.field__error)')
  field?.querySelector<HTMLElement>(':is(input, textarea, select):not(:disabled)')?.focus()
}

/** The return address has served its purpose once the form is back; whoever came back is taken to it. */
function useArrival(
  trip: string | undefined,
  setup: string | undefined,
  box: { current: HTMLElement | null },
  isThere: boolean,
  clearAddress: () => void,
) {
  const arrive = useEffectEvent(() => {
    clearAddress()
    box.current?.querySelector('.order__payment')?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  })
  const isArrival = (trip !== undefined || setup !== undefined) && isThere
  useEffect(() => {
    if (isArrival) arrive()
  }, [isArrival])
}
