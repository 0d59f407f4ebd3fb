import { and, count, eq, inArray, isNull, min } from 'drizzle-orm'
import { mailOutbox, paymentOps, pushOutbox, stripeEvents } from '../db/tables'
import type { Deps } from '../deps'
import { NOT_HELD } from '../money/payment-commands'

interface Waiting {
  rows: number
  /** When the oldest of them began to wait; null when nothing waits. */
  since: string | null
}

/**
 * How much waits to be sent or worked, and since when. Indexes lead to the rows that wait, so a look costs as much as there is
 * waiting. A refund that a dispute holds back, and an event about something that no sale knows, are not counted: nothing is
 * wrong with them.
 */
export async function countWaiting({ db }: Pick<Deps, 'db'>): Promise<Record<string, Waiting>> {
  const [mails, pushes, commands, events] = await Promise.all([
    db.read
      .select({ rows: count(), since: min(mailOutbox.at) })
      .from(mailOutbox)
      .where(isNull(mailOutbox.doneAt)),
    db.read
      .select({ rows: count(), since: min(pushOutbox.at) })
      .from(pushOutbox)
      .where(isNull(pushOutbox.doneAt)),
    db.read
      .select({ rows: count(), since: min(paymentOps.createdAt) })
      .from(paymentOps)
      .where(and(inArray(paymentOps.state, ['new', 'sending']), NOT_HELD)),
    db.read
      .select({ rows: count(), since: min(stripeEvents.receivedAt) })
      .from(stripeEvents)
      .where(eq(stripeEvents.state, 'new')),
  ])
  const none = { rows: 0, since: null }
  return {
    mails: mails[0] ?? none,
    pushes: pushes[0] ?? none,
    commands: commands[0] ?? none,
    events: events[0] ?? none,
  }
}
