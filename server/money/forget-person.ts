import { and, eq, inArray } from 'drizzle-orm'
import { updateStep } from '../db/steps'
import { accountOps } from '../db/tables'
import type { Deps } from '../deps'
import { workAlone } from './set-aside'

/**
 * Removes closed accounts at the provider: the customer with the cards, and the payout account. Each command is a row that was written
 * when the account ended; a removal that was done before is done. The provider's number goes with the command.
 */
export async function forgetAtProvider(deps: Deps): Promise<void> {
  const due = await deps.db.read
    .select()
    .from(accountOps)
    .where(and(eq(accountOps.state, 'new'), inArray(accountOps.kind, ['forget_customer', 'forget_account'])))
  for (const { businessKey, userId, kind, providerId } of due) {
    if (providerId === null) continue
    const { gateway } = deps.payments
    const subject = kind === 'forget_customer' ? 'customer' : 'account'
    await workAlone(deps, `removed ${subject} of user ${userId}`, async () => {
      await (kind === 'forget_customer' ? gateway.deleteCustomer(providerId) : gateway.deletePayoutAccount(providerId))
      const done = { state: 'done' as const, providerId: null, doneAt: deps.now().toISOString() }
      await deps.db.write(() => [updateStep(accountOps, done, eq(accountOps.businessKey, businessKey))])
    })
  }
}
