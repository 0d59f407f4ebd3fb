import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { NewPushSubscription, PushSettings } from '#schema/push'
import type { PushKind } from '#schema/push-notice'
import { build, step } from '../db/steps'
import { pushMuted, pushSubscriptions } from '../db/tables'
import type { Deps } from '../deps'
import { quotaLimits } from '../http/limits'
import { countSubscription } from '../http/quotas'
import { findSubscription, listMuted } from './push-queries'

/** The browser that subscribed longest ago makes room. */
const BROWSERS_MAX = quotaLimits.subscription.inAll.older

/** The kinds of which a person is notified, and whether in the browser of this session. */
export async function readPushSettings(deps: Deps, userId: number, session: string): Promise<PushSettings> {
  const [off, subscription] = await Promise.all([listMuted(deps.db, userId), findSubscription(deps.db, session)])
  return { publicKey: deps.push.publicKey, here: subscription?.userId === userId, off }
}

/**
 * Notifies the browser of this session from now on. The person it was subscribed for before gets no notices there any more.
 * @throws Refusal `validation` for an address that is no push service's
 */
export async function subscribeBrowser(
  deps: Deps,
  userId: number,
  session: string,
  { endpoint, keys }: NewPushSubscription,
): Promise<void> {
  if (!deps.push.accepts(endpoint)) {
    const message = 'The browser named an address that cannot be used'
    throw new Refusal('validation', message, { endpoint: message })
  }
  await deps.db.write(async () => {
    const known = await findSubscription(deps.db, session)
    const isKnown =
      known?.userId === userId &&
      known.endpoint === endpoint &&
      known.p256dh === keys.p256dh &&
      known.auth === keys.auth
    if (isKnown) return { steps: [], value: null }
    await countSubscription(deps, userId)
    const before = or(eq(pushSubscriptions.sessionHash, session), eq(pushSubscriptions.endpoint, endpoint))
    const older = await deps.db.read
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.id))
    const tooMany = older.slice(BROWSERS_MAX - 1).map(({ id }) => id)
    const row = { userId, sessionHash: session, endpoint, ...keys, createdAt: deps.now().toISOString() }
    return {
      value: null,
      steps: [
        step(build.delete(pushSubscriptions).where(before)),
        step(build.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, tooMany))),
        step(build.insert(pushSubscriptions).values(row)),
      ],
    }
  })
}

/** Notifies the browser of this session no longer. */
export async function unsubscribeBrowser(deps: Deps, session: string): Promise<void> {
  const query = build.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, session))
  await deps.db.write(() => ({ steps: [step(query)], value: null }))
}

/** Switches a kind on or off for a person, wherever they are notified. */
export async function switchKind(deps: Deps, userId: number, kind: PushKind, on: boolean): Promise<void> {
  const row = and(eq(pushMuted.userId, userId), eq(pushMuted.kind, kind))
  const query = on
    ? build.delete(pushMuted).where(row)
    : build.insert(pushMuted).values({ userId, kind }).onConflictDoNothing()
  await deps.db.write(() => ({ steps: [step(query)], value: null }))
}
