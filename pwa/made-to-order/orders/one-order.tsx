import type { ReactNode } from 'react'
import { purchaseNumber } from '#schema/earnings'
import { NotHere, useOneOwn } from '../../session/not-here'
import { DetailSkeleton } from '../../ui/detail-skeleton'
import { usePageTitle } from '../../ui/page-title'
import type { OrderSide } from './order-todo'
import type { ShownPurchase } from './purchase-overlay'
import { readPurchase } from './purchase-queries'

interface OneOrderProps {
  userId: number
  side: OrderSide
  /** Null when the address names none. */
  id: number | null
  /** 'Receipt' */
  paper: string
  /** The way back to the list, where there is no such order here. */
  back: ReactNode
  children: (order: ShownPurchase) => ReactNode
}

/** A page about one order, from this device; says why where the order is not here. */
export function OneOrder({ userId, side, id, paper, back, children }: OneOrderProps) {
  const { found: order, state } = useOneOwn(
    userId,
    (db) => (id === null ? undefined : readPurchase(db, userId, side, id)),
    [side, id],
  )
  usePageTitle(order ? `${paper} ${purchaseNumber(order)}` : paper)
  if (order) return children(order)
  if (state === 'loading') return <DetailSkeleton label={`Loading the ${paper.toLowerCase()}`} />
  return <NotHere what="Order" isOffline={state === 'unreachable'} action={back} />
}
