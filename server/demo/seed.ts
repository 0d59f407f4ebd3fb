import { count, sql } from 'drizzle-orm'
import { actStep } from '../db/operator-acts'
import { step } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'
import { composeDemo } from './compose-demo'
import { confirmDemoHolds } from './confirm-demo-holds'
import { DEMO_ACCOUNTS, DEMO_OPERATOR } from './demo-accounts'
import { storeDemoPhotos } from './demo-photos'
import { insertSteps } from './write-demo'

/** Another number, another marketplace. */
const DEMO_SEED = 20_261

/**
 * Fills a database without people with the demo marketplace, and finishes what an interrupted first start left undone.
 * Nothing happens beside a real payment provider: demo accounts, whose password everybody knows, must never stand where
 * money is real. @returns whether the database was filled now.
 */
export async function seedIfEmpty(deps: Deps): Promise<boolean> {
  if (!deps.payments.local) return false
  const [people] = await deps.db.read.select({ count: count() }).from(users)
  const isEmpty = people?.count === 0
  if (isEmpty) await seedDemo(deps)
  await confirmDemoHolds(deps)
  return isEmpty
}

/** Writes the demo's photos and rows; the same clock gives the same rows. */
export async function seedDemo(deps: Deps, seed = DEMO_SEED): Promise<void> {
  const [photos, known, unknown] = await Promise.all([
    storeDemoPhotos(deps.photos),
    deps.passwords.hash(DEMO_ACCOUNTS[0]?.password ?? crypto.randomUUID()),
    deps.passwords.hash(crypto.randomUUID()),
  ])
  const now = deps.now()
  const rows = composeDemo({ seed, now, zone: deps.env.timezone, photos, hashes: { known, unknown } })
  const granted = actStep({
    operator: 'demo',
    act: 'grant operator',
    subject: `user ${DEMO_OPERATOR.username}`,
    note: 'The demo marketplace comes with an operator.',
    now,
  })
  // Mails about the demo's past are no news.
  const quiet = step(sql`DELETE FROM mail_outbox`)
  await deps.db.write(() => [...insertSteps(rows), granted, quiet])
}
