import { signIn } from '../sign-up'
import type { World } from './world'

/** Time goes on; whoever is there stays signed in. */
export async function jump({ t, owner, payer }: World, ms: number): Promise<void> {
  t.clock.advance(ms)
  for (const person of [owner, payer]) {
    const { status } = await t.call('GET', '/api/user', { as: person.as })
    if (status === 401) person.as = await signIn(t, person.username)
  }
}
