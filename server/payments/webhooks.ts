import { and, eq, inArray, lt } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { convergeIntent } from '../bookings/booking-payments'
import { build, step } from '../db/steps'
import { stripeEvents, users } from '../db/tables'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { drainCommands } from './drain-commands'
import { ProviderError, type ProviderEvent } from './gateway'
import { refreshOnboarding } from './payment-accounts'

/** An event about something that we do not know (yet) is looked at again this often. */
const WAITING_ATTEMPTS = 20

/** Checks and stores an event, each once, and acts on it behind the answer: what counts is the object as it is then. */
export async function receiveEvent(deps: Deps, rawBody: string, signature: string): Promise<void> {
  const event = await verified(deps, rawBody, signature)
  const row = {
    id: event.id,
    type: event.type,
    objectId: event.intentId ?? event.accountId,
    receivedAt: deps.now().toISOString(),
  }
  await deps.db.write(() => ({
    value: null,
    steps: [step(build.insert(stripeEvents).values(row).onConflictDoNothing())],
  }))
  workSoon(deps)
}

async function verified(deps: Deps, rawBody: string, signature: string): Promise<ProviderEvent> {
  try {
    return await deps.payments.gateway.readEvent(rawBody, signature)
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'bad_signature')
      throw new Refusal('bad_request', 'The signature does not match.')
    throw error
  }
}

function workSoon(deps: Deps): void {
  workEvents(deps).catch((error) => deps.log({ level: 'error', what: 'provider events', ...describeError(error) }))
}

/** Acts on every stored event that has not been dealt with: its object is read afresh and our rows follow it. One that fails holds up no other. */
export async function workEvents(deps: Deps): Promise<void> {
  const open = await deps.db.read
    .select()
    .from(stripeEvents)
    .where(and(inArray(stripeEvents.state, ['new', 'waiting']), lt(stripeEvents.attempts, WAITING_ATTEMPTS)))
    .limit(100)
  for (const event of open) {
    try {
      await workEvent(deps, event)
    } catch (error) {
      deps.log({ level: 'error', what: 'provider event', event: event.id, ...describeError(error) })
    }
  }
  await drainCommands(deps)
}

async function workEvent(deps: Deps, event: typeof stripeEvents.$inferSelect): Promise<void> {
  const known = await actOn(deps, event.objectId)
  const changes = { state: known ? ('done' as const) : ('waiting' as const), attempts: event.attempts + 1 }
  await deps.db.write(() => ({
    value: null,
    steps: [step(build.update(stripeEvents).set(changes).where(eq(stripeEvents.id, event.id)))],
  }))
}

async function actOn(deps: Deps, objectId: string | null): Promise<boolean> {
  if (objectId?.startsWith('pi_')) return convergeIntent(deps, objectId)
  if (!objectId?.startsWith('acct_')) return true
  const [user] = await deps.db.read.select().from(users).where(eq(users.stripeAccountId, objectId))
  if (!user) return false
  await refreshOnboarding(deps, user)
  return true
}
