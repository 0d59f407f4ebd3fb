import type { ReactNode } from 'react'
import { purchaseNumber } from '#schema/earnings'
import { isOwnScopeHere } from '../../disk/own-scope'
import { useAccount } from '../../session/account'
import { NotHere } from '../../session/not-here'
import { useLiveQuery } from '../../session/use-live-query'
import { useReachable, useSyncStatus } from '../../session/use-sync'
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
  const { db } = useAccount().engine
  const reachable = useReachable()
  const { pulling } = useSyncStatus()
  const found = useLiveQuery(async () => {
    const [order, complete] = await Promise.all([
      id === null ? undefined : readPurchase(db, userId, side, id),
      isOwnScopeHere(db, userId),
    ])
    return { order, complete }
  }, [db, userId, side, id])
  usePageTitle(found?.order ? `${paper} ${purchaseNumber(found.order)}` : paper)
  if (found?.order) return children(found.order)
  // An order that was placed a moment ago, elsewhere, may be on its way to this device.
  if (!found || (reachable && (pulling || !found.complete)))
    return <DetailSkeleton label={`Loading the ${paper.toLowerCase()}`} />
  return <NotHere what="Order" isOffline={!reachable} action={back} />
}
