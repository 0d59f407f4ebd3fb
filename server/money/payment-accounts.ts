import { eq } from 'drizzle-orm'
import { updateStep } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import type { SessionUser } from '../http/session-user'
import { makeOnce } from './account-commands'
import { providerCall } from './provider-call'

/** The person's customer at the provider, made the first time. */
export async function customerOf(deps: Deps, user: SessionUser): Promise<string> {
  return user.stripeCustomerId ?? makeOnce(deps, user, 'customer')
}

/** The person's payout account, made the first time. */
export async function accountOf(deps: Deps, user: SessionUser): Promise<string> {
  return user.stripeAccountId ?? makeOnce(deps, user, 'account')
}

/** Reads the payout account now and remembers whether it is ready, and what is wrong with it. */
export async function refreshOnboarding(deps: Deps, user: SessionUser): Promise<boolean> {
  if (!user.stripeAccountId) return false
  const accountId = user.stripeAccountId
  const account = await providerCall(() => deps.payments.gateway.getPayoutAccount(accountId))
  const { isReady } = account
  // Before it has worked for the first time it is not finished, which is no trouble.
  const hasWorked = isReady || user.hasCompletedStripeOnboarding || user.payoutTrouble !== null
  const trouble = hasWorked ? account.trouble : null
  const isNews = JSON.stringify(trouble) !== JSON.stringify(user.payoutTrouble)
  if (isReady !== user.hasCompletedStripeOnboarding || isNews) {
    const changes = { hasCompletedStripeOnboarding: isReady, payoutTrouble: trouble }
    await deps.db.write(() => [updateStep(users, changes, eq(users.id, user.id))])
  }
  return isReady
}
