import type { ReactNode } from 'react'
import { MessagesDialog } from '../../messages/messages-dialog'
import { readUnreadThreads } from '../../messages/thread-reads'
import { useThread } from '../../messages/use-thread'
import { useAccount } from '../../session/account'
import { NotYetHere } from '../../session/not-here'
import { useLiveQuery } from '../../session/use-live-query'
import type { Todo } from '../../todo/todo-groups'
import { Spinner } from '../../ui/spinner'
import type { OrderClock, OrderSide } from './order-todo'
import type { ShownPurchase } from './purchase-overlay'
import { useOrders } from './use-orders'

/** The props of a list of orders. */
export interface OrdersProps extends OrderClock {
  todo: Todo<ShownPurchase>
  unreadOf: (order: ShownPurchase) => number
  onMessages: (order: ShownPurchase) => void
}

interface OrdersWithThreadProps {
  userId: number
  side: OrderSide
  path: '/manage-made-to-order' | '/purchases'
  /** 'Loading orders' */
  loading: string
  children: (orders: OrdersProps) => ReactNode
}

/** One side's orders from this device, and the messages of the one that the address names. */
export function OrdersWithThread({ userId, side, path, loading, children }: OrdersWithThreadProps) {
  const { db } = useAccount().engine
  const thread = useThread(path)
  const { todo, now, today, known, find } = useOrders(userId, side)
  const unread = useLiveQuery(() => readUnreadThreads(db, userId, 'order'), [db, userId])
  const talkedOf = find(thread.id)
  const subject = talkedOf && {
    other: side === 'seller' ? talkedOf.buyerUsername : talkedOf.sellerUsername,
    title: talkedOf.itemTitle,
  }
  return (
    <>
      {todo ? (
        children({
          todo,
          now,
          today,
          unreadOf: ({ id }) => unread?.get(id) ?? 0,
          onMessages: ({ id }) => thread.open(id),
        })
      ) : (
        <NotYetHere what={side === 'buyer' ? 'Your purchases' : 'Your orders'} isRead={known}>
          <Spinner label={loading} />
        </NotYetHere>
      )}
      {thread.id !== null && (
        <MessagesDialog
          key={thread.id}
          thread={{ about: 'order', id: thread.id }}
          userId={userId}
          subject={subject}
          known={known}
          onClose={thread.close}
        />
      )}
    </>
  )
}
