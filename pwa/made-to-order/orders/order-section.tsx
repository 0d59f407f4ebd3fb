import { useState } from 'react'
import type { Item } from '#schema/made-to-order'
import { useAccount } from '../../session/account'
import { useToday } from '../../session/use-today'
import { Spinner } from '../../ui/spinner'
import { ItemOptions } from '../items/item-facts'
import { pauseWords } from '../items/items-search'
import { OrderForm } from './order-form'
import { orderSection } from './order-rules'
import { UnsentOrder } from './unsent-order'
import '../../styles/order-form.css'

interface OrderSectionProps {
  item: Item
  /** It has left the market since the page has shown it. */
  isGone: boolean
}

/** Buying an item, for whoever looks at it. */
export function OrderSection({ item, isGone }: OrderSectionProps) {
  return (
    <section className="surface order" aria-labelledby="order-title">
      <h2 id="order-title">Order it</h2>
      <Order item={item} isGone={isGone} />
    </section>
  )
}

function Order({ item, isGone }: OrderSectionProps) {
  const { user } = useAccount()
  const today = useToday()
  const kind = orderSection(user, item, today)
  const [wasOpen, setWasOpen] = useState(false)
  if (kind === 'open' && !wasOpen) setWasOpen(true)
  if (kind === 'unknown') return <Spinner label="Loading your order" />
  if (kind === 'own') return <Closed words="This is your item." item={item} />
  const paused =
    kind === 'paused' ? (
      <div className="stack">
        <Closed words={`${pauseWords(item, today)}.`} item={item} />
        <UnsentOrder itemId={item.id} />
      </div>
    ) : null
  // A form that was open stays behind the pause, for a press that is under way.
  if (paused && !wasOpen) return paused
  const gone = (
    <div className="stack">
      <p className="muted">This item is not taking orders at the moment.</p>
      <UnsentOrder itemId={item.id} />
    </div>
  )
  // Another account is another form, with drafts of its own.
  return (
    <OrderForm
      key={user?.id ?? 'visitor'}
      item={item}
      user={user ?? null}
      today={today}
      closed={isGone ? gone : paused}
    />
  )
}

/** Nothing to fill in, and still to be read what could be. */
function Closed({ words, item }: { words: string; item: Item }) {
  return (
    <div className="stack">
      <p>{words}</p>
      <ItemOptions options={item.customizationOptions} />
    </div>
  )
}
