import { eq } from 'drizzle-orm'
import type { HIDEABLE, OperatorRole } from '#schema/operator'
import { endSessionsStep } from '../auth/password-steps'
import { type Step, updateStep } from '../db/steps'
import { inspirationPosts, listings, madeToOrderItems, reviews, users } from '../db/tables'
import { takeOffShowSteps } from '../users/on-show'

type Kind = (typeof HIDEABLE)[number]

/** Takes something off the public pages at `hiddenAt`, or (null) puts it back. */
export function hideStep(kind: Kind, id: number, hiddenAt: string | null): Step {
  if (kind === 'listing') return updateStep(listings, { hiddenAt }, eq(listings.id, id))
  if (kind === 'item') return updateStep(madeToOrderItems, { hiddenAt }, eq(madeToOrderItems.id, id))
  if (kind === 'review') return updateStep(reviews, { hiddenAt }, eq(reviews.id, id))
  if (kind === 'review_answer') return updateStep(reviews, { answerHiddenAt: hiddenAt }, eq(reviews.id, id))
  return updateStep(inspirationPosts, { hiddenAt }, eq(inspirationPosts.id, id))
}

/** Suspends somebody: their sessions end, and all that they have on show is hidden at that very instant. */
export function suspendSteps(userId: number, at: string): Step[] {
  // Their payouts wait until an operator releases them.
  return [...takeOffShowSteps(userId, at, { payoutsHeldAt: at }), endSessionsStep(userId)]
}

/** Gives an account the operators' mark with a role, or takes it away. */
export function operatorStep(userId: number, isOperator: boolean, operatorRole: OperatorRole): Step {
  return updateStep(users, { isOperator, operatorRole }, eq(users.id, userId))
}

/** Holds the payouts of a person from an instant on, or (null) allows them again. */
export function holdPayoutsStep(userId: number, payoutsHeldAt: string | null): Step {
  return updateStep(users, { payoutsHeldAt }, eq(users.id, userId))
}
