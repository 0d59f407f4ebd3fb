import { eq } from 'drizzle-orm'
import { paymentOps } from '../../db/tables'
import { signIn } from '../sign-up'
import { until } from '../until'
import type { World } from './world'

/** Time goes on, once calls that are under way have their answer: none lasts for hours. Whoever is there stays signed in. */
export async function jump({ t, owner, payer }: World, ms: number): Promise<void> {
  await until(async () => (await t.deps.db.read.$count(paymentOps, eq(paymentOps.state, 'sending'))) === 0)
  t.clock.advance(ms)
  for (const person of [owner, payer]) {
    const { status } = await t.call('GET', '/api/user', { as: person.as })
    if (status === 401) person.as = await signIn(t, person.username)
  }
}
