import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { Refusal } from '#schema/errors'
import type { PaymentMethods } from '#schema/payment'
import { build, step } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import type { SessionUser } from '../http/session-user'
import { isCardInUse } from './card-use'
import type { Card } from './gateway'
import { providerCall } from './provider-call'

type SavedCards = z.infer<typeof PaymentMethods>

/** The person's cards; the chosen one, else the newest, is the default. */
export async function listSavedCards(deps: Deps, user: SessionUser): Promise<SavedCards> {
  const customerId = user.stripeCustomerId
  const cards = customerId ? await providerCall(() => deps.payments.gateway.listCards(customerId)) : []
  return view(cards, user.defaultPaymentMethodId)
}

/**
 * Takes a card off the person's account. @returns those that are left
 * @throws Refusal `payment_method_not_found` (also when it is somebody else's), `payment_method_in_use`
 */
export async function removeCard(deps: Deps, user: SessionUser, cardId: string): Promise<SavedCards> {
  const customerId = await customerWith(deps, user, cardId)
  if (await isCardInUse(deps.db, user.id, cardId, deps.now())) throw new Refusal('payment_method_in_use')
  await detach(deps, customerId, cardId)
  const isDefault = and(eq(users.id, user.id), eq(users.defaultPaymentMethodId, cardId))
  const forget = build.update(users).set({ defaultPaymentMethodId: null }).where(isDefault)
  await deps.db.write(() => [step(forget)])
  const chosen = user.defaultPaymentMethodId === cardId ? null : user.defaultPaymentMethodId
  return listSavedCards(deps, { ...user, defaultPaymentMethodId: chosen })
}

/** Makes a card the default. @throws Refusal `payment_method_not_found` */
export async function preferCard(deps: Deps, user: SessionUser, cardId: string): Promise<SavedCards> {
  await customerWith(deps, user, cardId)
  const choose = build.update(users).set({ defaultPaymentMethodId: cardId }).where(eq(users.id, user.id))
  await deps.db.write(() => [step(choose)])
  return listSavedCards(deps, { ...user, defaultPaymentMethodId: cardId })
}

/** The customer whose card this is: the person. @throws Refusal `payment_method_not_found` */
async function customerWith(deps: Deps, user: SessionUser, cardId: string): Promise<string> {
  const customerId = user.stripeCustomerId
  const card = customerId ? await providerCall(() => deps.payments.gateway.findCard(customerId, cardId)) : null
  if (!customerId || !card) throw new Refusal('payment_method_not_found')
  return customerId
}

async function detach(deps: Deps, customerId: string, cardId: string): Promise<void> {
  const { gateway } = deps.payments
  try {
    await gateway.detachCard(customerId, cardId)
  } catch (error) {
    // Pressed twice: the other press was first.
    if (!(await providerCall(() => gateway.findCard(customerId, cardId)))) throw new Refusal('payment_method_not_found')
    await providerCall(() => Promise.reject(error))
  }
}

function view(cards: Card[], chosenId: string | null): SavedCards {
  const standard = cards.find((card) => card.id === chosenId) ?? cards[0]
  return {
    paymentMethods: cards.map(({ id, brand, last4, expMonth, expYear }) => ({
      id,
      card: { brand, last4, exp_month: expMonth, exp_year: expYear },
      isDefault: id === standard?.id,
    })),
  }
}
