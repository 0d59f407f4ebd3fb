import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { paymentOps } from '../db/tables'
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

/** What a command needs to know of its booking to be sent. */
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
  /** Where the payer's browser comes back to when the bank takes it away. */
  returnUrl: string
}

export type CommandOutcome =
  | { kind: 'done'; intent: Intent | null; providerId: string | null }
  | { kind: 'failed'; error: ProviderError }
  | { kind: 'later'; error: ProviderError }

/** What money is about: a booking or an order. */
export type About = { bookingId: number } | { purchaseId: number }

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

/** What a stored row is about. */
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
    /** Which try at the same refund this is. */
    tries?: number
    targetId?: string
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

/** Commands that are due, oldest first. */
export async function dueCommands(db: Db, now: Date): Promise<PaymentCommand[]> {
  return db.read
    .select()
    .from(paymentOps)
    .where(and(eq(paymentOps.state, 'new'), lte(paymentOps.nextAt, now.toISOString())))
    .orderBy(asc(paymentOps.id))
    .limit(DRAIN_PAGE)
}

export async function findCommand(db: Db, key: string): Promise<PaymentCommand | null> {
  const [found] = await db.read.select().from(paymentOps).where(eq(paymentOps.businessKey, key))
  return found ?? null
}

/** The step that records how a command ended, or when to try it again. */
export function outcomeStep(command: PaymentCommand, outcome: CommandOutcome, now: Date): Step {
  const attempts = command.attempts + 1
  const values =
    outcome.kind === 'done'
      ? { state: 'done' as const, attempts, providerId: outcome.providerId, doneAt: now.toISOString() }
      : outcome.kind === 'failed'
        ? { state: 'failed' as const, attempts, errorCode: outcome.error.providerCode, doneAt: now.toISOString() }
        : {
            attempts,
            errorCode: outcome.error.providerCode,
            nextAt: new Date(now.getTime() + retryPause(attempts)).toISOString(),
          }
  return step(
    build
      .update(paymentOps)
      .set(values)
      .where(and(eq(paymentOps.id, command.id), eq(paymentOps.state, 'new'))),
  )
}

function retryPause(attempts: number): number {
  return Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts, 10)) * (0.5 + Math.random() / 2)
}

/** Notes when a command is first sent, before it is: from then on the provider may know it. */
export async function markSent(db: Db, command: PaymentCommand, now: Date): Promise<PaymentCommand> {
  if (command.sentAt !== null) return command
  const sentAt = now.toISOString()
  const first = and(eq(paymentOps.id, command.id), isNull(paymentOps.sentAt))
  await db.write(() => ({ value: null, steps: [step(build.update(paymentOps).set({ sentAt }).where(first))] }))
  return { ...command, sentAt }
}
