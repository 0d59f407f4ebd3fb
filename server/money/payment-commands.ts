import { and, asc, eq, lte, or, sql } from 'drizzle-orm'
import type { HeldBecause } from '#schema/earnings'
import { Refusal } from '#schema/errors'
import type { Db } from '../db/client'
import { build, guard, type Step, step, updateStep } from '../db/steps'
import { paymentOps } from '../db/tables'
import type { About } from './about'
import type { Intent, ProviderError } from './gateway'

/**
 * Commands to the provider: a row first (in the batch that decides), then the call under the row's business key, then the
 * answer in the batch that draws its consequences. A lost answer is asked for again under the same key.
 */
export type PaymentCommand = typeof paymentOps.$inferSelect
export type CommandKind = PaymentCommand['kind']

const RETRY_BASE_MS = 2_000
const RETRY_CAP_MS = 5 * 60_000
const DRAIN_PAGE = 50
/**
 * A sender that has not recorded an outcome after this long counts as gone, and another one asks again under the same key.
 * A sender that is merely slow changes nothing any more: the outcome counts once.
 */
const SENDING_MS = 10_000

/** States of a command whose outcome is not known yet. */
export const UNDER_WAY = ['new', 'sending', 'waiting'] as const
/** The same for SQL. */
export const UNDER_WAY_SQL = UNDER_WAY.map((state) => `'${state}'`).join(', ')

export function isUnderWay(state: PaymentCommand['state']): boolean {
  return UNDER_WAY.some((open) => open === state)
}

/** A refund that the provider has not been asked for yet. */
export const NEVER_ASKED = sql`(payment_ops.kind = 'refund' AND payment_ops.sent_at IS NULL)`

/** A refund waits for the end of a dispute about its sale: the provider refuses it meanwhile, and a lost dispute pays it. */
export const NOT_HELD = sql`NOT (${NEVER_ASKED} AND EXISTS (SELECT 1 FROM payment_disputes d WHERE d.state = 'open'
    AND (d.booking_id = payment_ops.booking_id OR d.purchase_id = payment_ops.purchase_id)))`

/** The facts of its booking that a command needs to be sent. */
export interface CommandTarget {
  intentId: string | null
  customerId: string | null
  cardId: string | null
  totalAmount: number
  attempt: number
  description: string
  /** The owner's payout account and the charges from which they are paid. */
  accountId: string | null
  chargeId: string | null
  damageChargeId: string | null
  /** The address to which the payer's browser returns when the bank takes it away. */
  returnUrl: string
  /** Since when nothing is to be paid for it any more. */
  endedAt: string | null
  /** Why nothing of it is to be sent on now; asked for the owner's payouts alone. */
  sendingWaits: ReturnType<typeof holderOf>
}

/**
 * Sends a command of each kind of sale and records what came of it. Handed in as a part of `Deps`: money lies below the nouns
 * and knows none of them.
 */
export interface CommandSenders {
  booking(command: PaymentCommand): Promise<void>
  purchase(command: PaymentCommand): Promise<void>
}

export type CommandOutcome =
  | { kind: 'done'; intent: Intent | null; providerId: string | null }
  | { kind: 'failed'; error: ProviderError }
  /** `pauseMs`: not to be tried again before; absent where the attempts alone decide. */
  | { kind: 'later'; error: ProviderError; pauseMs?: number }

const HOLDERS = ['operator', 'dispute', 'claim'] as const satisfies HeldBecause[]
/** Why a payout was not sent although it was asked for, from its command's code; null where nobody held it. */
export function holderOf(code: string | null): (typeof HOLDERS)[number] | null {
  return HOLDERS.find((holder) => holder === code) ?? null
}

/** 'booking:12' or 'purchase:7'. */
export function nameOf(about: About): string {
  return 'bookingId' in about ? `booking:${about.bookingId}` : `purchase:${about.purchaseId}`
}

/** The two columns that say what a row is about. */
export function aboutColumns(about: About): { bookingId: number | null; purchaseId: number | null } {
  return {
    bookingId: 'bookingId' in about ? about.bookingId : null,
    purchaseId: 'purchaseId' in about ? about.purchaseId : null,
  }
}

/** The subject of a stored row. */
export function aboutOf({ bookingId, purchaseId }: { bookingId: number | null; purchaseId: number | null }): About {
  return purchaseId === null ? { bookingId: bookingId ?? 0 } : { purchaseId }
}

export function businessKey(about: About, kind: CommandKind, attempt: number): string {
  return `${nameOf(about)}:${kind}:${attempt}`
}

/**
 * The row of a new command. A second one with the same key changes nothing, unless the first found nothing to do at the
 * provider (a release that came before its hold was known): then it is due again.
 */
export function commandStep(
  command: About & {
    kind: CommandKind
    attempt: number
    amount?: number
    /** The number of this try at the same refund. */
    tries?: number
    targetId?: string
    /** `waiting`: not to be sent before something else says so. */
    state?: 'new' | 'waiting'
    now: Date
  },
): Step {
  const at = command.now.toISOString()
  return step(
    build
      .insert(paymentOps)
      .values({
        businessKey: businessKey(command, command.kind, command.attempt),
        kind: command.kind,
        ...aboutColumns(command),
        amount: command.amount ?? 0,
        tries: command.tries ?? 1,
        targetId: command.targetId ?? null,
        state: command.state ?? 'new',
        nextAt: at,
        createdAt: at,
      })
      .onConflictDoUpdate({
        target: paymentOps.businessKey,
        set: { state: 'new', nextAt: at, sentAt: null },
        setWhere: sql`state = 'done' AND provider_id IS NULL`,
      }),
  )
}

/**
 * Commands that are due, oldest first, with those that somebody is sending right now; of one sale alone where it is named. A refund
 * in dispute is not due.
 */
export async function dueCommands(db: Db, now: Date, about?: About): Promise<PaymentCommand[]> {
  const { state, nextAt } = paymentOps
  const isDue = or(and(eq(state, 'new'), lte(nextAt, now.toISOString()), NOT_HELD), eq(state, 'sending'))
  return db.read
    .select()
    .from(paymentOps)
    .where(and(isDue, about && ofSale(about)))
    .orderBy(asc(paymentOps.id))
    .limit(DRAIN_PAGE)
}

/** Does a command send an owner what is theirs? */
export const isSendingOn = ({ kind }: Pick<PaymentCommand, 'kind'>): boolean =>
  kind === 'transfer' || kind === 'damage_transfer'

export async function findCommand(db: Db, key: string): Promise<PaymentCommand | null> {
  const [found] = await db.read.select().from(paymentOps).where(eq(paymentOps.businessKey, key))
  return found ?? null
}

/** Commands about a booking or an order. */
export function ofSale(about: About) {
  return 'bookingId' in about ? eq(paymentOps.bookingId, about.bookingId) : eq(paymentOps.purchaseId, about.purchaseId)
}

/** How often a kind of command was given, whether one is still on its way, and when the provider last refused one. */
export async function commandsOf(
  db: Db,
  about: About,
  kind: CommandKind,
): Promise<{ count: number; isUnderWay: boolean; lastFailedAt: Date | null }> {
  const rows = await db.read
    .select({ state: paymentOps.state, doneAt: paymentOps.doneAt, errorCode: paymentOps.errorCode })
    .from(paymentOps)
    .where(and(ofSale(about), eq(paymentOps.kind, kind)))
  const failures = rows.flatMap(({ state, doneAt, errorCode }) =>
    state === 'failed' && doneAt && !holderOf(errorCode) ? [Date.parse(doneAt)] : [],
  )
  return {
    count: rows.length,
    isUnderWay: rows.some(({ state }) => isUnderWay(state)),
    lastFailedAt: failures.length > 0 ? new Date(Math.max(...failures)) : null,
  }
}

/**
 * Takes a command that is new, or whose sender is gone: until its deadline nobody else sends it. Notes when it was first sent;
 * from then on the provider may know it.
 * @returns null when it is done, in dispute, or somebody else's
 */
export async function takeCommand(db: Db, { id }: PaymentCommand, now: Date): Promise<PaymentCommand | null> {
  const at = now.toISOString()
  const sender = crypto.randomUUID()
  const sendUntil = new Date(now.getTime() + SENDING_MS).toISOString()
  const isGone = and(eq(paymentOps.state, 'sending'), lte(paymentOps.sendUntil, at))
  const taken = build
    .update(paymentOps)
    .set({
      ...{ state: 'sending', sender, sendUntil, sentAt: sql`coalesce(${paymentOps.sentAt}, ${at})` },
      // Another sender may still be at it.
      errorCode: sql`iif(${paymentOps.state} = 'sending', NULL, ${paymentOps.errorCode})`,
    })
    .where(and(eq(paymentOps.id, id), or(and(eq(paymentOps.state, 'new'), NOT_HELD), isGone)))
  await db.write(() => [step(taken)])
  const [mine] = await db.read
    .select()
    .from(paymentOps)
    .where(and(eq(paymentOps.id, id), eq(paymentOps.sender, sender)))
  return mine ?? null
}

/** Lets go of a command whose sending broke off on our side, to be sent again. */
export async function giveBackCommand(db: Db, { id, sender }: PaymentCommand): Promise<void> {
  const own = and(eq(paymentOps.id, id), eq(paymentOps.state, 'sending'), eq(paymentOps.sender, sender ?? ''))
  const back = build.update(paymentOps).set({ state: 'new', sender: null, sendUntil: null, errorCode: null }).where(own)
  await db.write(() => [step(back)])
}

/**
 * Records how a command ended, or when to try it again, together with its `consequences`, which are planned in the turn of
 * the write. Changes nothing when the command is no longer this sender's: another sender's outcome counts then.
 */
export async function recordOutcome(
  db: Db,
  command: PaymentCommand,
  outcome: CommandOutcome,
  now: Date,
  consequences: () => Promise<Step[]>,
): Promise<void> {
  const { id, sender } = command
  const takenOver = new Refusal('in_progress')
  const isOwn = sql`EXISTS (SELECT 1 FROM payment_ops WHERE id = ${id} AND state = 'sending' AND sender = ${sender})`
  try {
    await db.write(async () => [guard(isOwn, takenOver), outcomeStep(command, outcome, now), ...(await consequences())])
  } catch (error) {
    if (error !== takenOver) throw error
  }
}

function outcomeStep(command: PaymentCommand, outcome: CommandOutcome, now: Date): Step {
  const attempts = command.attempts + 1
  const values =
    outcome.kind === 'done'
      ? { state: 'done' as const, attempts, providerId: outcome.providerId, doneAt: now.toISOString() }
      : outcome.kind === 'failed'
        ? { state: 'failed' as const, attempts, errorCode: outcome.error.providerCode, doneAt: now.toISOString() }
        : {
            state: 'new' as const,
            attempts,
            errorCode: outcome.error.providerCode,
            nextAt: new Date(now.getTime() + (outcome.pauseMs ?? retryPause(attempts))).toISOString(),
          }
  const free = { sender: null, sendUntil: null }
  return updateStep(paymentOps, { ...values, ...free }, eq(paymentOps.id, command.id))
}

function retryPause(attempts: number): number {
  return Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts, 10)) * (0.5 + Math.random() / 2)
}
