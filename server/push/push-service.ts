import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { changedWay, type NewPushSubscription, type PushSettings, type WayChange, whyNoWay } from '#schema/push'
import { build, step } from '../db/steps'
import { mailMuted, pushMuted, pushSubscriptions } from '../db/tables'
import type { Deps } from '../deps'
import { quotaLimits } from '../http/limits'
import { todaysCount } from '../http/quotas'
import { findSubscription, readWays } from './push-queries'

/** The browser that subscribed longest ago makes room. */
const BROWSERS_MAX = quotaLimits.subscription.inAll.older

/** How each kind of notice reaches a person, and whether in the browser of this session. */
export async function readPushSettings(deps: Deps, userId: number, session: string): Promise<PushSettings> {
  const [ways, subscription] = await Promise.all([readWays(deps.db, userId), findSubscription(deps.db, session)])
  return { publicKey: deps.push.publicKey, here: subscription?.userId === userId, ways }
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
  const countToday = todaysCount(deps, userId, 'subscription')
  await deps.db.write(async () => {
    const known = await findSubscription(deps.db, session)
    const isKnown =
      known?.userId === userId &&
      known.endpoint === endpoint &&
      known.p256dh === keys.p256dh &&
      known.auth === keys.auth
    if (isKnown) return []
    await countToday()
    const before = or(eq(pushSubscriptions.sessionHash, session), eq(pushSubscriptions.endpoint, endpoint))
    const older = await deps.db.read
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.id))
    const tooMany = older.slice(BROWSERS_MAX - 1).map(({ id }) => id)
    const row = { userId, sessionHash: session, endpoint, ...keys, createdAt: deps.now().toISOString() }
    return [
      step(build.delete(pushSubscriptions).where(before)),
      step(build.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, tooMany))),
      step(build.insert(pushSubscriptions).values(row)),
    ]
  })
}

/** Notifies the browser of this session no longer. */
export async function unsubscribeBrowser(deps: Deps, session: string): Promise<void> {
  const query = build.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, session))
  await deps.db.write(() => [step(query)])
}

/**
 * Chooses how a kind of notice reaches a person, on all their devices. A way that the change does not name stays as it is.
 * @throws Refusal `validation` for a kind that must be told and would not be
 */
export async function chooseWay(deps: Deps, userId: number, change: WayChange): Promise<void> {
  const { kind } = change
  const muteStep = (table: typeof pushMuted | typeof mailMuted, on: boolean) =>
    step(
      on
        ? build.delete(table).where(and(eq(table.userId, userId), eq(table.kind, kind)))
        : build.insert(table).values({ userId, kind }).onConflictDoNothing(),
    )
  await deps.db.write(async () => {
    const way = changedWay((await readWays(deps.db, userId))[kind], change)
    const message = whyNoWay(kind, way)
    if (message) throw new Refusal('validation', message, { mail: message })
    return [muteStep(pushMuted, way.push), muteStep(mailMuted, way.mail)]
  })
}
