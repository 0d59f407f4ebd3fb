import { useEffect, useState } from 'react'
import type { PaymentMethod } from '#schema/payment'
import type { LocalDb } from '../disk/local-db'
import { useAccount } from '../session/account'
import { ApiError, call, messageOf } from '../sync/client'
import { keepKnownCards } from './known-cards'

/** The person's saved cards as the provider has them. What this device remembers of them is only to be looked at. */
export type Cards =
  | { state: 'loading' | 'offline' | 'signed-out' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; cards: PaymentMethod[] }

interface CardsInUse {
  cards: Cards
  reload: () => Promise<Cards>
  /** Shows what a change of the cards has answered. */
  accept: (cards: PaymentMethod[]) => Promise<void>
}

/** Reads the saved cards when they are first wanted, when the connection comes back, and when asked. */
export function useCards(wanted: boolean, reachable: boolean): CardsInUse {
  const { db } = useAccount().engine
  const [cards, setCards] = useState<Cards>({ state: 'loading' })
  useEffect(() => {
    if (!wanted) return
    const replaceUnlessLoaded = (state: 'loading' | 'offline') =>
      setCards((known) => (known.state === 'loaded' ? known : { state }))
    if (!reachable) return replaceUnlessLoaded('offline')
    let live = true
    replaceUnlessLoaded('loading')
    readCards(db).then((read) => live && setCards(read))
    return () => {
      live = false
    }
  }, [wanted, reachable, db])
  return {
    cards,
    async reload() {
      setCards({ state: 'loading' })
      const read = await readCards(db)
      setCards(read)
      return read
    },
    async accept(changed) {
      setCards({ state: 'loaded', cards: changed })
      await keepKnownCards(db, changed, new Date())
    },
  }
}

/** The card to pay with: the one that was picked, the only one there is, or the person's default. */
export function chosenCard(cards: Cards, picked: string | null): string | null {
  if (cards.state !== 'loaded') return null
  const ids = cards.cards.map(({ id }) => id)
  if (picked !== null && ids.includes(picked)) return picked
  if (ids.length === 1) return ids[0] ?? null
  return cards.cards.find(({ isDefault }) => isDefault)?.id ?? null
}

/** The card that the server would take: the default, the only, or the newest one. */
export function standardCard(cards: Cards): string | null {
  if (cards.state !== 'loaded') return null
  return (cards.cards.find(({ isDefault }) => isDefault) ?? cards.cards[0])?.id ?? null
}

async function readCards(db: LocalDb): Promise<Cards> {
  try {
    const { paymentMethods } = await call('paymentMethods', {})
    await keepKnownCards(db, paymentMethods, new Date())
    return { state: 'loaded', cards: paymentMethods }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { state: 'signed-out' }
    return { state: 'failed', message: messageOf(error, 'Please try again.') }
  }
}
