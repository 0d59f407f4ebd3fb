import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Purchase } from '#schema/purchase'
import { callModeration } from '../moderation/call-moderation'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { FindOrderForm } from './operator-forms'
import { RefundMoney } from './refund-money'
import { useAct } from './use-act'

/** An order, found by its number, and the return of its money to its buyer. */
export function OrderRefund() {
  const [order, setOrder] = useState<Purchase | null>(null)
  const { reachable, act } = useAct()
  const form = useForm<z.infer<typeof FindOrderForm>>({
    defaultValues: { orderId: '' },
    resolver: standardSchemaResolver(FindOrderForm),
  })
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const find = form.handleSubmit(({ orderId }) =>
    act(form, async () => {
      setOrder(null)
      setOrder(await callModeration('operatorPurchase', { params: { id: Number(orderId) } }))
      return null
    }),
  )
  return (
    <div className="stack">
      <form
        className="operator__find flush row align-start gap-3"
        noValidate
        onSubmit={find}
        aria-label="Find an order"
      >
        <TextField label="Order number" inputMode="numeric" autoComplete="off" {...field('orderId')} />
        <SubmitButton className="is-secondary" busy={isSubmitting} busyLabel="Looking" disabled={!reachable}>
          Find
        </SubmitButton>
      </form>
      {order && <Refund key={order.id} order={order} onRefunded={setOrder} />}
    </div>
  )
}

function Refund({ order, onRefunded }: { order: Purchase; onRefunded: (order: Purchase) => void }) {
  return (
    <article className="surface stack" aria-label={`Order ${order.id}`}>
      <h2 className="operator__title">{`Order ${order.id}: ${order.itemTitle}`}</h2>
      <p className="fine muted">
        {`${order.sellerUsername} sells to ${order.buyerUsername} · ${order.status}, payment ${order.paymentState.replaceAll('_', ' ')}`}
      </p>
      <RefundMoney
        label="Refund of the order"
        payer={order.buyerUsername}
        seller={order.sellerUsername}
        sale={order}
        refund={async (body) =>
          onRefunded(await callModeration('operatorRefundPurchase', { params: { id: order.id }, body }))
        }
      />
    </article>
  )
}
