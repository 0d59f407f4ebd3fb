import { subDays } from 'date-fns'
import { and, asc, eq, gt, isNull, like, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import type { OldRows } from '../db/old-rows'
import { build, type Step, step, updateStep } from '../db/steps'
import { paymentOps, stripeEvents, users } from '../db/tables'
import type { Deps } from '../deps'
import { workBehindAnswer } from '../http/behind-answer'
import { describeError } from '../http/describe-error'
import { drainCommands } from '../money/drain-commands'
import { ProviderError, type ProviderEvent } from '../money/gateway'
import { refreshOnboarding } from '../money/payment-accounts'
import { convergeTransfer } from '../money/recover-debts'
import { convergeIntent } from './converge-intent'
import { convergeRefund } from './converge-refund'
import { convergeDispute } from './disputes'

/**
 * An event about something that we do not know (yet) is looked at again, ever more rarely, for this long, and once more when
 * the outcome of a command that was open when it came has become known. One about a dispute is looked at as long as it is kept:
 * its payment may be booked weeks later, and its fee is ours from the first day.
 */
const WAITING_DAYS = 3
const WAITING_PAUSE_MS = 1_000
const WAITING_PAUSE_CAP_MS = 3_600_000
/** The provider itself forgets events sooner. */
const EVENT_DAYS = 90
const EVENTS_PAGE = 100

type StoredEvent = typeof stripeEvents.$inferSelect

/** Checks and stores an event, each once, and acts on it behind the answer: what counts is the object as it is then. */
export async function receiveEvent(deps: Deps, rawBody: string, signature: string): Promise<void> {
  const event = await verified(deps, rawBody, signature)
  await deps.db.write(() => [eventStep(event, deps.now())])
  workBehindAnswer(deps, 'provider events', workEvents)
}

/** Stores an event, once, whichever way it came. */
export function eventStep({ id, type, objectId }: Omit<ProviderEvent, 'at'>, now: Date): Step {
  const row = { id, type, objectId, receivedAt: now.toISOString() }
  return step(build.insert(stripeEvents).values(row).onConflictDoNothing())
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

/** Acts on every stored event that has not been dealt with: its object is read afresh and our rows follow it. One that fails holds up no other. */
export async function workEvents(deps: Deps): Promise<void> {
  const at = deps.now().toISOString()
  const since = subDays(deps.now(), WAITING_DAYS).toISOString()
  const isDue = or(isNull(stripeEvents.nextAt), lte(stripeEvents.nextAt, at))
  const isHopeful = or(gt(stripeEvents.receivedAt, since), mayBecomeKnown(), isAboutDispute())
  // New ones first, and each kind by itself: however many wait, they starve nobody.
  const open = [
    ...(await listEvents(deps, and(eq(stripeEvents.state, 'new'), isDue))),
    ...(await listEvents(deps, and(eq(stripeEvents.state, 'waiting'), isDue, isHopeful))),
  ]
  for (const event of open) {
    try {
      await workEvent(deps, event)
    } catch (error) {
      deps.log({ level: 'error', what: 'provider event', event: event.id, ...describeError(error) })
      await noteLook(deps, event, event.state)
    }
  }
  await drainCommands(deps)
}

/** Events of long ago are forgotten, whatever became of them. */
export function oldEvents(now: Date): OldRows {
  return { table: stripeEvents, where: lt(stripeEvents.receivedAt, subDays(now, EVENT_DAYS).toISOString()) }
}

/** When it came, the outcome of a command was open that still is, or that became known after the last look at the event. */
function mayBecomeKnown() {
  const lastLook = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${stripeEvents.nextAt}, ${`-${WAITING_PAUSE_CAP_MS / 1000} seconds`})`
  const before = sql`o.created_at <= ${stripeEvents.receivedAt}`
  return sql`(EXISTS (SELECT 1 FROM ${paymentOps} o WHERE o.done_at IS NULL AND ${before})
    OR EXISTS (SELECT 1 FROM ${paymentOps} o WHERE o.done_at >= max(${stripeEvents.receivedAt}, ${lastLook}) AND ${before}))`
}

function isAboutDispute() {
  return or(like(stripeEvents.objectId, 'dp_%'), like(stripeEvents.objectId, 'du_%'))
}

async function workEvent(deps: Deps, event: StoredEvent): Promise<void> {
  const known = await convergeObject(deps, event.objectId)
  await noteLook(deps, event, known ? 'done' : 'waiting')
}

/** The events that have waited longest for a look, a page of them. */
function listEvents({ db }: Deps, which: SQL | undefined): Promise<StoredEvent[]> {
  const { nextAt, receivedAt } = stripeEvents
  return db.read.select().from(stripeEvents).where(which).orderBy(asc(nextAt), asc(receivedAt)).limit(EVENTS_PAGE)
}

/** The next look at an event is ever later. */
async function noteLook(deps: Deps, event: StoredEvent, state: StoredEvent['state']): Promise<void> {
  const attempts = event.attempts + 1
  const pause = Math.min(WAITING_PAUSE_CAP_MS, WAITING_PAUSE_MS * 2 ** event.attempts)
  const nextAt = new Date(deps.now().getTime() + pause).toISOString()
  const changes = { state, attempts, nextAt }
  await deps.db.write(() => [updateStep(stripeEvents, changes, eq(stripeEvents.id, event.id))])
}

/** The work for an object of the provider, by the beginning of its id: it is read afresh and our rows follow it. */
const CONVERGE: Record<string, (deps: Deps, id: string) => Promise<boolean>> = {
  pi: convergeIntent,
  re: convergeRefund,
  pyr: convergeRefund,
  dp: convergeDispute,
  du: convergeDispute,
  tr: convergeTransfer,
  acct: convergeAccount,
}

/** @returns whether it is known; what is nothing of ours counts as known */
async function convergeObject(deps: Deps, objectId: string | null): Promise<boolean> {
  const converge = CONVERGE[objectId?.split('_')[0] ?? '']
  return converge && objectId ? converge(deps, objectId) : true
}

async function convergeAccount(deps: Deps, accountId: string): Promise<boolean> {
  const [user] = await deps.db.read.select().from(users).where(eq(users.stripeAccountId, accountId))
  if (!user) return false
  await refreshOnboarding(deps, user)
  return true
}
