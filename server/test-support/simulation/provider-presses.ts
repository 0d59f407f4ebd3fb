import { ProviderError } from '../../money/gateway'
import { askProvider } from '../provider-kit'
import type { World } from './world'

/** Somebody takes a hold by hand at the provider's own pages. */
export async function captureByHand({ t, dice }: World): Promise<void> {
  const { data } = await askProvider(t, 'GET', '/v1/payment_intents?limit=30')
  const held = data.filter(({ status }: { status: string }) => status === 'requires_capture')
  if (held.length > 0)
    await askProvider(t, 'POST', `/v1/payment_intents/${dice.pick(held as { id: string }[]).id}/capture`)
}

interface Charge {
  id: string
  captured: boolean
  amount: number
  amount_refunded: number
}

/** Somebody refunds by hand at the provider's own pages: of a rental, an order or damage, some or all of what is left. */
export async function refundByHand({ t, dice }: World): Promise<void> {
  const { data } = await askProvider(t, 'GET', '/v1/charges?limit=30')
  const open = (data as Charge[]).filter(
    ({ captured, amount, amount_refunded }) => captured && amount_refunded < amount,
  )
  if (open.length === 0) return
  const { id, amount, amount_refunded } = dice.pick(open)
  const left = amount - amount_refunded
  const cents = dice.chance(0.4) ? left : dice.between(1, left)
  await askProvider(t, 'POST', '/v1/refunds', { charge: id, amount: String(cents) })
}

/** Somebody takes a transfer back by hand at the provider's own pages. */
export async function takeBackByHand({ t, dice }: World): Promise<void> {
  const { data } = await askProvider(t, 'GET', '/v1/transfers?limit=30')
  const sent = (data as { id: string; amount: number; amount_reversed: number }[]).filter(
    ({ amount, amount_reversed }) => amount_reversed < amount,
  )
  if (sent.length === 0) return
  const { id, amount, amount_reversed } = dice.pick(sent)
  await askProvider(t, 'POST', `/v1/transfers/${id}/reversals`, {
    amount: String(dice.between(1, amount - amount_reversed)),
  })
}

/** The next payment, refund, dispute, transfer or payout account that is asked about cannot be read. */
export async function failReading({ t, dice }: World): Promise<void> {
  const { gateway } = t.deps.payments
  const name = dice.pick([
    'getIntent',
    'getIntent',
    'getIntent',
    'getRefund',
    'getDispute',
    'getTransfer',
    'getPayoutAccount',
  ] as const)
  const read = gateway[name]
  Object.assign(gateway, {
    [name]: (id: string) => {
      Object.assign(gateway, { [name]: read })
      return Promise.reject(new ProviderError('not_found', 'resource_missing', `No such object: ${id}`))
    },
  })
}
