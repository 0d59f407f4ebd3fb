import { useEffect, useState } from 'react'
import type { PaymentMethod } from '#schema/payment'
import { ApiError, call, messageOf } from '../../api/client'

/** The renter's saved cards as far as they are known. They live at the provider and are never kept on the device. */
export type Cards =
  | { state: 'loading' | 'offline' | 'signed-out' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; cards: PaymentMethod[] }

/** Reads the saved cards when they are first wanted, when the connection comes back, and when asked. */
export function useCards(wanted: boolean, reachable: boolean): { cards: Cards; reload: () => Promise<Cards> } {
  const [cards, setCards] = useState<Cards>({ state: 'loading' })
  useEffect(() => {
    if (!wanted) return
    const replaceUnlessLoaded = (state: 'loading' | 'offline') =>
      setCards((known) => (known.state === 'loaded' ? known : { state }))
    if (!reachable) return replaceUnlessLoaded('offline')
    let live = true
    replaceUnlessLoaded('loading')
    readCards().then((read) => live && setCards(read))
    return () => {
      live = false
    }
  }, [wanted, reachable])
  return {
    cards,
    async reload() {
      setCards({ state: 'loading' })
      const read = await readCards()
      setCards(read)
      return read
    },
  }
}

/** The card to pay with: the one that was picked, or the only one there is. */
export function chosenCard(cards: Cards, picked: string | null): string | null {
  if (cards.state !== 'loaded') return null
  const ids = cards.cards.map(({ id }) => id)
  if (picked !== null && ids.includes(picked)) return picked
  return ids.length === 1 ? (ids[0] ?? null) : null
}

/** The card that the server would take: the default, the only, or the newest one. */
export function standardCard(cards: Cards): string | null {
  if (cards.state !== 'loaded') return null
  return (cards.cards.find(({ isDefault }) => isDefault) ?? cards.cards[0])?.id ?? null
}

async function readCards(): Promise<Cards> {
  try {
    const { paymentMethods } = await call('paymentMethods', {})
    return { state: 'loaded', cards: paymentMethods }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { state: 'signed-out' }
    return { state: 'failed', message: messageOf(error, 'Please try again.') }
  }
}
