import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { CLOSING_DAYS } from '#schema/account'
import { DAMAGE_ANSWER_HOURS } from '#schema/damage-report'
import type { MailEnd } from '#schema/mail'
import type { Db } from '../db/client'
import type { OldRows } from '../db/old-rows'
import { build, type Step, step, toStatement, updateStep } from '../db/steps'
import { accountLinks, keptMails, mailOutbox } from '../db/tables'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { REMIND_HOURS } from '../push/drain-pushes'
import { CLAIM_REMINDER } from '../push/push-triggers'
import { type ComposedMail, composeMail } from './compose-mail'
import { findRecipient, listDueMails, type MailLine } from './mail-queries'
import { type MailOutcome, messageIdOf } from './mail-sender'
import { mailQueueSql } from './mail-triggers'
import { wakeMails } from './send-mails-soon'

const AT_ONCE = 4
const PAGE = 100
/** Mail servers that do not know us yet want to be asked again after some minutes. */
const RETRY_FIRST_MS = 60_000
const RETRY_MAX_MS = 3_600_000
const HOUR_MS = 3_600_000
/** A mail that cannot be written now is given up when nobody wants its news any more. */
const UNWRITTEN_HOURS = 72
/** A long queue lets what waits for its end have a turn after so long: new links, other jobs, a server that is to stop. */
const TURN_MS = 2_000
/** On a server that sends none. */
const KEPT_MAILS = 500

const turns = new WeakMap<Db, Promise<void>>()

/** Sends the mails that are due, those of a long queue in several turns. A call while another one is at it follows it. */
export function drainMails(deps: Deps): Promise<void> {
  const before = turns.get(deps.db) ?? Promise.resolve()
  const turn = before.catch(() => undefined).then(() => drain(deps))
  turns.set(deps.db, turn)
  return turn
}

async function drain(deps: Deps): Promise<void> {
  await queueReminders(deps)
  const end = performance.now() + TURN_MS
  for (;;) {
    const due = await listDueMails(deps.db, deps.now(), PAGE)
    const turns = onePerReader(due)
    for (let start = 0; start < turns.length; start += AT_ONCE) {
      const reached = await Promise.all(turns.slice(start, start + AT_ONCE).map((line) => sendLine(deps, line)))
      // The server is not there: the rest would only wait for it in turn.
      if (reached.includes(false)) return
      if (performance.now() > end) return wakeMails(deps)
    }
    // Those of whom one line had its turn have further ones.
    if (due.length < PAGE && turns.length === due.length) return
  }
}

/** A person's messages go out together: with the first of their lines. */
function onePerReader(due: MailLine[]): MailLine[] {
  const readers = new Set<number>()
  return due.filter(({ kind, userId }) => kind !== 'messages' || (!readers.has(userId) && readers.add(userId)))
}

async function queueReminders({ db, now }: Deps): Promise<void> {
  const [from, until] = [now().toISOString(), new Date(now().getTime() + REMIND_HOURS * HOUR_MS).toISOString()]
  const { alert, open, source } = CLAIM_REMINDER
  const [found] = await db.readBatch([
    { sql: `SELECT 1 FROM damage_reports r WHERE ${open} LIMIT 1`, args: [from, until] },
  ])
  if (found?.rows.length === 0) return
  await db.batch([{ sql: mailQueueSql(alert, `${source} ${open}`), args: [from, until] }])
}

/** @returns false when the mail server could not be reached */
async function sendLine(deps: Deps, line: MailLine): Promise<boolean> {
  const now = deps.now()
  const { mail } = deps
  if (mail.mode === 'off') return end(deps, line, 'off')
  let composed: ComposedMail | null
  try {
    const recipient = await findRecipient(deps.db, line.userId)
    composed = recipient && (await composeMail(deps, line, recipient))
  } catch (error) {
    return putOff(deps, line, error)
  }
  if (!composed) return end(deps, line, 'untrue')
  if (composed.until <= now) return end(deps, line, 'late')
  if (!composed.works) return end(deps, line, 'bounced')
  const { covers } = composed
  if (mail.mode === 'kept') return end(deps, line, 'kept', { covers, further: [keepStep(line, composed, now)] })
  if (!(await claim(deps, line, covers, now))) return true
  const messageId = messageIdOf(deps.env.origin, deps.feed.life(), line)
  return settle(deps, line, composed, await mail.send({ ...composed, messageId }))
}

/** A newer build may have the words for it; the others do not wait for that. */
async function putOff(deps: Deps, line: MailLine, error: unknown): Promise<true> {
  const now = deps.now()
  deps.log({ level: 'error', what: 'a mail cannot be written', mail: line.id, ...describeError(error) })
  if (now.getTime() - Date.parse(line.at) > UNWRITTEN_HOURS * HOUR_MS) return end(deps, line, 'late')
  await claim(deps, line, [], now)
  return true
}

/**
 * Moves the next try on before this one begins: of two servers one sends, and after a crash in the middle the next try is
 * that of a mail which was not answered, under the same Message-ID.
 */
async function claim({ db }: Deps, line: MailLine, covers: number[], now: Date): Promise<boolean> {
  const pauseMs = Math.min(RETRY_FIRST_MS * 2 ** line.attempts, RETRY_MAX_MS)
  const own = and(eq(mailOutbox.id, line.id), isNull(mailOutbox.doneAt), eq(mailOutbox.nextAt, line.nextAt))
  const next = { attempts: line.attempts + 1, nextAt: new Date(now.getTime() + pauseMs).toISOString() }
  // The lines that go with it keep their order: the same one is the first at the next try.
  const together = and(inArray(mailOutbox.id, covers), isNull(mailOutbox.doneAt))
  const updates = [own, together].map((which) => updateStep(mailOutbox, next, which))
  const [result] = await db.batch(updates.map(toStatement))
  return result?.rowsAffected === 1
}

async function settle(
  deps: Deps,
  line: MailLine,
  { to, covers }: ComposedMail,
  outcome: MailOutcome,
): Promise<boolean> {
  const { kind } = outcome
  if (kind === 'sent') return end(deps, line, 'sent', { covers })
  if (kind === 'later') deps.metrics.mails.inc({ outcome: kind })
  const { words } = outcome
  // An address that does not exist is nobody's fault here; the rest is for whoever runs the server.
  const level = kind === 'bounced' ? 'info' : kind === 'refused' ? 'error' : 'warn'
  deps.log({ level, what: `mail ${kind}`, mail: line.id, words: words.replaceAll(to, '(address)') })
  if (kind === 'later') return !outcome.isSilent
  // The person's devices hear that the address is unproven again.
  if (kind === 'bounced') await deps.db.write(() => [bounceStep(line.userId, to, deps.now())])
  return end(deps, line, kind, { covers })
}

async function end(
  { db, now, metrics }: Deps,
  line: MailLine,
  outcome: MailEnd,
  { covers = [], further = [] }: { covers?: number[]; further?: Step[] } = {},
): Promise<true> {
  const done = build
    .update(mailOutbox)
    .set({ doneAt: now().toISOString(), outcome })
    .where(inArray(mailOutbox.id, [line.id, ...covers]))
  await db.batch([step(done), ...further].map(toStatement))
  metrics.mails.inc({ outcome })
  return true
}

/**
 * Nothing more goes there, and the address is nobody's proof any more, until a link that went there is used. A mail to another address
 * than the account's, as the link for a new one, says nothing about the account's own.
 */
function bounceStep(userId: number, address: string, now: Date): Step {
  return step(sql`INSERT INTO mail_addresses (user_id, address, verified_at, bounced_at)
    SELECT id, email, NULL, ${now.toISOString()} FROM users WHERE id = ${userId} AND email = ${address}
    ON CONFLICT (user_id) DO UPDATE SET address = excluded.address, verified_at = NULL, bounced_at = excluded.bounced_at`)
}

function keepStep(line: MailLine, { to, subject, text, html }: ComposedMail, now: Date): Step {
  const row = { id: line.id, at: now.toISOString(), address: to, subject, text, html }
  return step(build.insert(keptMails).values(row).onConflictDoNothing())
}

/** Mails that are done are kept while the same event could be told again; none of a closed account's is left when the account ends. */
export function oldMails(now: Date): OldRows[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
  const before = ago(2 * DAMAGE_ANSWER_HOURS)
  const newest = sql`SELECT id FROM kept_mails ORDER BY id DESC LIMIT ${KEPT_MAILS}`
  return [
    { table: mailOutbox, where: lt(mailOutbox.doneAt, before) },
    { table: keptMails, where: sql`id NOT IN (${newest})` },
    { table: keptMails, where: lt(keptMails.at, ago(CLOSING_DAYS * 24)) },
    { table: accountLinks, where: lt(accountLinks.expiresAt, before) },
  ]
}
