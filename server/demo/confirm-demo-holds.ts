import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { type Step, updateStep } from '../db/steps'
import { bookings, users } from '../db/tables'
import type { Deps } from '../deps'
import { accountKey } from '../money/account-commands'
import { businessKey } from '../money/payment-commands'
import { chargeOrders, listUncharged, type Wallet } from './charge-demo-orders'
import { type DemoProvider, openDemoProvider } from './demo-provider'
import { isDemoAccount } from './people-rows'

type Booking = typeof bookings.$inferSelect
type Person = typeof users.$inferSelect

/**
 * Gives the demo's bookings, orders and people what they have at the built-in provider: customers, cards, holds, captured
 * payments, payout accounts. Only what is missing is made, always under the same keys, so that an interrupted run can be
 * repeated. Does nothing beside a real provider.
 */
export async function confirmDemoHolds(deps: Deps): Promise<void> {
  const { local } = deps.payments
  if (!local) return
  const [unpaid, owners] = [await listWithoutPayment(deps), await listWithoutAccount(deps)]
  const orders = await listUncharged(deps)
  if (unpaid.length === 0 && owners.length === 0 && orders.length === 0) return
  const provider = openDemoProvider(local)
  const steps = await provider.unheard(async () => {
    const accounts = await openAccounts(deps, provider, owners)
    const { wallets, steps: opened } = await openWallets(deps, provider, [...unpaid, ...orders])
    const paid = await payBookings(deps, provider, unpaid, wallets)
    return [...accounts, ...opened, ...paid, ...(await chargeOrders(deps, provider, orders, wallets))]
  })
  await deps.db.write(() => steps)
}

/** Bookings that say that money is held or taken, while the provider knows nothing of them; and those to be paid again. */
function listWithoutPayment({ db }: Deps): Promise<Booking[]> {
  return db.read
    .select()
    .from(bookings)
    .where(
      and(
        isNull(bookings.stripePaymentIntentId),
        isNull(bookings.paymentMethodId),
        or(
          and(eq(bookings.status, 'pending'), eq(bookings.paymentState, 'held')),
          inArray(bookings.paymentState, ['captured', 'refunded']),
          and(eq(bookings.status, 'approved'), eq(bookings.paymentState, 'capture_failed')),
        ),
      ),
    )
    .orderBy(bookings.id)
}

function listWithoutAccount({ db }: Deps): Promise<Person[]> {
  return db.read
    .select()
    .from(users)
    .where(and(eq(users.hasCompletedStripeOnboarding, true), isNull(users.stripeAccountId)))
    .orderBy(users.id)
}

async function openAccounts(deps: Deps, provider: DemoProvider, owners: Person[]): Promise<Step[]> {
  const { gateway } = deps.payments
  const back = `${deps.env.origin}/settings`
  const steps: Step[] = []
  for (const { id, email } of owners) {
    const stripeAccountId = await gateway.createPayoutAccount({ id, email }, accountKey(id, 'account', 1))
    const link = await gateway.onboardingPage(stripeAccountId, { refreshUrl: back, returnUrl: back })
    await provider.finishOnboarding(link)
    steps.push(updateStep(users, { stripeAccountId }, eq(users.id, id)))
  }
  return steps
}

/** A Visa for everybody who pays; the demo accounts also get a Mastercard to choose from. */
async function openWallets(deps: Deps, provider: DemoProvider, unpaid: { userId: number }[]) {
  const payerIds = [...new Set(unpaid.map(({ userId }) => userId))]
  const people = await deps.db.read.select().from(users).where(isNull(users.stripeCustomerId)).orderBy(users.id)
  const wallets = new Map<number, Wallet>()
  const steps: Step[] = []
  for (const { id, email, username } of people) {
    if (!payerIds.includes(id) && !isDemoAccount(username)) continue
    const customerId = await deps.payments.gateway.createCustomer(
      { id, email, name: username },
      accountKey(id, 'customer', 1),
    )
    if (isDemoAccount(username)) await provider.saveCard(customerId, 'pm_card_mastercard', `demo:${id}:mastercard`)
    const cardId = await provider.saveCard(customerId, 'pm_card_visa', `demo:${id}:visa`)
    wallets.set(id, { customerId, cardId })
    const changes = { stripeCustomerId: customerId, defaultPaymentMethodId: cardId }
    steps.push(updateStep(users, changes, eq(users.id, id)))
  }
  return { wallets, steps }
}

async function payBookings(
  deps: Deps,
  provider: DemoProvider,
  unpaid: Booking[],
  wallets: Map<number, Wallet>,
): Promise<Step[]> {
  const steps: Step[] = []
  for (const booking of unpaid) {
    const wallet = wallets.get(booking.userId)
    if (!wallet) continue
    const payment = booking.paymentState === 'capture_failed' ? {} : await payBooking(deps, provider, booking, wallet)
    const changes = { paymentMethodId: wallet.cardId, ...payment }
    steps.push(updateStep(bookings, changes, eq(bookings.id, booking.id)))
  }
  return steps
}

async function payBooking(
  deps: Deps,
  provider: DemoProvider,
  booking: Booking,
  { cardId, customerId }: Wallet,
): Promise<Partial<Booking>> {
  const { gateway } = deps.payments
  const { id, listingTitle, startDate, endDate, totalAmount: amount } = booking
  const description = `${listingTitle}, ${startDate} to ${endDate}`
  const hold = { bookingId: id, attempt: 1, amount, customerId, cardId, description }
  const intent = await gateway.createHold(hold, businessKey({ bookingId: id }, 'hold', 1))
  await provider.confirmHold(intent.id, `demo:${id}:confirm`)
  const { chargeId, captureBefore } =
    booking.paymentState === 'held'
      ? await gateway.getIntent(intent.id)
      : await gateway.capture(intent.id, businessKey({ bookingId: id }, 'capture', 1))
  const { refundedAmount } = booking
  if (refundedAmount > 0)
    await gateway.refund(intent.id, refundedAmount, { bookingId: id }, businessKey({ bookingId: id }, 'refund', 1))
  return {
    stripePaymentIntentId: intent.id,
    stripeChargeId: chargeId,
    captureBefore: captureBefore?.toISOString() ?? null,
  }
}
