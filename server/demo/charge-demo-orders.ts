import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { type Step, updateStep } from '../db/steps'
import { purchases } from '../db/tables'
import type { Deps } from '../deps'
import type { PurchaseRow } from '../made-to-order/purchases/purchase-queries'
import { businessKey } from '../money/payment-commands'
import type { DemoProvider } from './demo-provider'

export interface Wallet {
  customerId: string
  cardId: string
}

/** Orders that were paid, or wait for their buyer's bank, while the provider knows nothing of them. */
export function listUncharged({ db }: Deps): Promise<PurchaseRow[]> {
  return db.read
    .select()
    .from(purchases)
    .where(
      and(
        isNull(purchases.stripePaymentIntentId),
        isNull(purchases.paymentMethodId),
        or(inArray(purchases.paymentState, ['captured', 'refunded']), eq(purchases.status, 'pending')),
      ),
    )
    .orderBy(purchases.id)
}

/** Charges every order at the provider, and returns what was returned. One whose payment is open waits for its bank. */
export async function chargeOrders(
  deps: Deps,
  provider: DemoProvider,
  orders: PurchaseRow[],
  wallets: Map<number, Wallet>,
): Promise<Step[]> {
  const steps: Step[] = []
  for (const order of orders) {
    const wallet = wallets.get(order.userId)
    if (wallet) steps.push(await chargeOrder(deps, provider, order, wallet))
  }
  return steps
}

async function chargeOrder(deps: Deps, provider: DemoProvider, order: PurchaseRow, wallet: Wallet): Promise<Step> {
  const { gateway } = deps.payments
  const { id: purchaseId, totalAmount: amount, refundedAmount } = order
  const { customerId } = wallet
  const isOpen = order.paymentState === 'unpaid'
  const cardId = isOpen
    ? await provider.saveCard(customerId, 'pm_card_authenticationRequired', `demo:order:${purchaseId}:card`)
    : wallet.cardId
  const returnUrl = `${deps.env.origin}/purchases`
  const charge = { purchaseId, amount, customerId, cardId, description: order.itemTitle, returnUrl }
  const { id: intentId, chargeId } = await gateway.chargePresent(charge, businessKey({ purchaseId }, 'charge', 1))
  if (refundedAmount > 0)
    await gateway.refund(intentId, refundedAmount, { purchaseId }, businessKey({ purchaseId }, 'refund', 1))
  const changes = { paymentMethodId: cardId, stripePaymentIntentId: intentId, stripeChargeId: chargeId }
  return updateStep(purchases, changes, eq(purchases.id, purchaseId))
}
