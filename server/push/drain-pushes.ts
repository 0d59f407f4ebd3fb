import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { DAMAGE_ANSWER_HOURS } from '#schema/damage-report'
import { isEssential, type PushEnd } from '#schema/mail'
import type { PushNotice } from '#schema/push-notice'
import type { Db } from '../db/client'
import type { OldRows } from '../db/old-rows'
import { build, type Step, step, toStatement, updateStep } from '../db/steps'
import { pushOutbox, pushSubscriptions } from '../db/tables'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { findNotice, listDueHosts, listDuePushes, type PushLine, type SubscriptionRow } from './push-queries'
import type { PushOutcome } from './push-sender'
import { CLAIM_REMINDER, mailInsteadSql, queueSql } from './push-triggers'

/** Later than this nobody wants to be woken for it. */
const NEWS_HOURS = 72
/** A renter who has not answered a claim is told once more this long before its end. */
export const REMIND_HOURS = 24
/** To one push service; each has a lane of its own. */
const AT_ONCE = 8
const PAGE = 200
const RETRY_FIRST_MS = 30_000
const RETRY_MAX_MS = 3_600_000
/** An essential notice waits this long for its push service, then it is mailed. */
const MAILED_AFTER_MS = 1_800_000
const HOUR_MS = 3_600_000
/** Due lines are looked for so often. */
const LOOK_MS = 60_000
/** Longer than a push service is waited for. */
const CLAIMED_MS = 60_000
/** After a write, how long others may follow that belong to the same press. */
const SETTLE_MS = 200

/** By push service: its last turn, which begins when the one before has ended. */
type Lanes = Map<string, Promise<void>>
const lanesOf = new WeakMap<Db, Lanes>()
const looking = new WeakMap<Db, Promise<unknown>>()

/**
 * Sends what is due, each line once. Every push service has a lane of its own: one that is slow or silent holds up nobody
 * else's messages, and a second call while a lane is busy follows it there.
 */
export async function drainPushes(deps: Deps): Promise<void> {
  const before = looking.get(deps.db) ?? Promise.resolve()
  const look = before
    .catch(() => undefined)
    .then(async () => {
      await queueReminders(deps)
      return listDueHosts(deps.db, deps.now())
    })
  looking.set(deps.db, look)
  const hosts = await look
  await Promise.all(hosts.map((host) => followLane(deps, host)))
}

function followLane(deps: Deps, host: string): Promise<void> {
  const lanes: Lanes = lanesOf.get(deps.db) ?? new Map()
  lanesOf.set(deps.db, lanes)
  const before = lanes.get(host) ?? Promise.resolve()
  const turn = before
    .catch(() => undefined)
    .then(() => drainLane(deps, host))
    .finally(() => lanes.get(host) === turn && lanes.delete(host))
  lanes.set(host, turn)
  return turn
}

/** Sends soon after whatever was written. @returns a function that ends it and waits for what is under way */
export function sendPushesSoon(deps: Deps): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = deps.db.onChange((_heads, isOwn) => {
    // Another server sends what it has written.
    if (!isOwn) return
    timer ??= setTimeout(() => {
      timer = undefined
      drainPushes(deps).catch((error) => deps.log({ level: 'error', what: 'pushes', ...describeError(error) }))
    }, SETTLE_MS)
  })
  return async () => {
    stop()
    clearTimeout(timer)
    await looking.get(deps.db)?.catch(() => undefined)
    await Promise.allSettled(lanesOf.get(deps.db)?.values() ?? [])
  }
}

async function drainLane(deps: Deps, host: string): Promise<void> {
  for (;;) {
    const due = await listDuePushes(deps.db, deps.now(), host, PAGE)
    for (let start = 0; start < due.length; start += AT_ONCE) {
      const mine = await claim(deps, due.slice(start, start + AT_ONCE))
      const answered = await Promise.all(mine.map((each) => sendLine(deps, each)))
      // It has not answered one of them in time: the rest would only wait as long.
      if (answered.includes(false)) return postpone(deps, due.slice(start + AT_ONCE))
    }
    if (due.length < PAGE) return
  }
}

/** Moves the next try on before this one begins: of two servers one sends, and after a crash in the middle the next try is later. */
async function claim({ db, now }: Deps, due: Due[]): Promise<Due[]> {
  const nextAt = new Date(now().getTime() + CLAIMED_MS).toISOString()
  const updates = due.map(({ line }) => {
    const own = and(eq(pushOutbox.id, line.id), isNull(pushOutbox.doneAt), eq(pushOutbox.nextAt, line.nextAt))
    return updateStep(pushOutbox, { nextAt }, own)
  })
  const results = await db.batch(updates.map(toStatement))
  return due.filter((_, nth) => results[nth]?.rowsAffected === 1)
}

async function postpone(deps: Deps, due: Due[]): Promise<void> {
  const silent: PushOutcome = { kind: 'later', afterSeconds: null, isSilent: true }
  const ends = await Promise.all(due.map((each) => findEnd(deps, each)))
  await deps.db.write(() => due.flatMap((each, nth) => outcomeSteps(deps, each, silent, ends[nth] ?? null)))
}

/** Until when a line that may be mailed is worth telling; null for one that cannot be written now. */
async function findEnd(deps: Deps, { line, subscription }: Due): Promise<Date | null> {
  if (!isMailable(deps, line)) return null
  const notice = await findNotice(deps.db, line, subscription.userId).catch(() => null)
  return notice && endOf(line, notice, deps.now())
}

/** A claim that its renter has not answered with a day left. */
async function queueReminders({ db, now }: Deps): Promise<void> {
  const args = [now(), new Date(now().getTime() + REMIND_HOURS * HOUR_MS)].map((end) => end.toISOString())
  const { alert, open, source } = CLAIM_REMINDER
  const line = queueSql(alert, `${source} ${open}`)
  const [found] = await db.readBatch([{ sql: `SELECT 1 FROM damage_reports r WHERE ${open} LIMIT 1`, args }])
  if (found?.rows.length === 0) return
  await db.batch([{ sql: line, args }])
}

interface Due {
  line: PushLine
  subscription: SubscriptionRow
}

const UNWRITTEN: PushOutcome = { kind: 'later', afterSeconds: null, isSilent: false }

/** @returns whether the push service answered */
async function sendLine(deps: Deps, due: Due): Promise<boolean> {
  const { line, subscription } = due
  const now = deps.now()
  let notice: PushNotice | null
  try {
    notice = await findNotice(deps.db, line, subscription.userId)
  } catch (error) {
    // A newer build may have the words for it; the others do not wait for that.
    deps.log({ level: 'error', what: 'a push message cannot be written', event: line.event, ...describeError(error) })
    const isOver = now.getTime() - Date.parse(line.at) > NEWS_HOURS * HOUR_MS
    await deps.db.write(() => (isOver ? [doneStep(line, 'late', now)] : outcomeSteps(deps, due, UNWRITTEN, null)))
    return true
  }
  const endsAt = notice && endOf(line, notice, now)
  if (!notice || !endsAt || endsAt <= now) {
    await deps.db.write(() => [doneStep(line, notice ? 'late' : 'untrue', now)])
    return true
  }
  const outcome = await deps.push.send(subscription, {
    body: JSON.stringify(notice),
    topic: `${notice.about}-${notice.id}-${notice.kind}`,
    ttlSeconds: Math.ceil((endsAt.getTime() - now.getTime()) / 1000),
  })
  deps.metrics.pushes.inc({ outcome: outcome.kind })
  if (outcome.kind === 'refused')
    deps.log({ level: 'error', what: 'a push service refuses a message', status: outcome.status, event: line.event })
  await deps.db.write(() => outcomeSteps(deps, due, outcome, endsAt))
  return outcome.kind !== 'later' || !outcome.isSilent
}

/** Until when it is worth telling. A payment for damage is news for as long as it is due, and may be refused long after the decision. */
export function endOf(line: Pick<PushLine, 'at'>, { word, until }: PushNotice, now: Date): Date {
  if (until) return new Date(until)
  const from = word === 'claim_pay' ? now : new Date(line.at)
  return new Date(from.getTime() + NEWS_HOURS * HOUR_MS)
}

const isMailable = ({ mail }: Deps, { kind }: PushLine) => isEssential(kind) && mail.mode !== 'off'

/** @param endsAt until when it is worth telling; null when nobody knows */
function outcomeSteps(deps: Deps, { line, subscription }: Due, outcome: PushOutcome, endsAt: Date | null): Step[] {
  const now = deps.now()
  // Its notices go with it: a trigger mails the essential ones.
  if (outcome.kind === 'gone')
    return [step(build.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id)))]
  if (outcome.kind === 'sent') return [doneStep(line, 'sent', now)]
  if (outcome.kind === 'refused') return [doneStep(line, 'refused', now), mailInsteadStep(line)]
  const asked = outcome.afterSeconds === null ? RETRY_FIRST_MS * 2 ** line.attempts : outcome.afterSeconds * 1000
  let pause = Math.min(asked, RETRY_MAX_MS)
  if (isMailable(deps, line)) {
    const left = Date.parse(line.at) + MAILED_AFTER_MS - now.getTime()
    pause = Math.min(pause, left)
    const isTooLate = endsAt !== null && now.getTime() + pause + LOOK_MS >= endsAt.getTime()
    if (left <= 0 || isTooLate) return [doneStep(line, 'mailed', now), mailInsteadStep(line)]
  }
  const nextAt = new Date(now.getTime() + pause).toISOString()
  return [updateStep(pushOutbox, { nextAt, attempts: line.attempts + 1 }, eq(pushOutbox.id, line.id))]
}

function doneStep({ id }: PushLine, outcome: PushEnd, now: Date): Step {
  return updateStep(pushOutbox, { doneAt: now.toISOString(), outcome }, eq(pushOutbox.id, id))
}

const mailInsteadStep = ({ id }: PushLine) => step(sql.raw(mailInsteadSql(`p.id = ${id}`)))

/** Lines that are done are kept while the same event could be told again. */
export function oldPushes(now: Date): OldRows {
  const before = new Date(now.getTime() - 2 * DAMAGE_ANSWER_HOURS * HOUR_MS).toISOString()
  return { table: pushOutbox, where: lt(pushOutbox.doneAt, before) }
}
