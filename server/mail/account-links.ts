import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Refusal } from '#schema/errors'
import type { AccountLinkKind, AccountWord } from '#schema/mail'
import type { Db } from '../db/client'
import { build, guard, type Step, step } from '../db/steps'
import { accountLinks, mailAddresses, mailOutbox } from '../db/tables'
import { hashToken } from '../http/session-user'
import { mailToken } from './mail-key'
import type { AccountLink } from './mail-queries'

const TOKEN = /^[\w-]{43}$/

type LinkName = Pick<AccountLink, 'userId' | 'kind' | 'nonce'>

/** The token of a link. The database holds its hash alone. */
export function linkToken(dataDir: string, { userId, kind, nonce }: LinkName): string {
  return mailToken(dataDir, `link:${kind}:${userId}:${nonce}`)
}

interface LinkWish {
  userId: number
  kind: AccountLinkKind
  /** The address to which it is sent. */
  address: string
  /** Null: it is not mailed. */
  word: AccountWord | null
  now: Date
  lastsMs: number
}

/** A new link and the mail that carries it; the link of this kind before it leads nowhere from now on. */
export function newLink(
  dataDir: string,
  { userId, kind, address, word, now, lastsMs }: LinkWish,
): { steps: Step[]; token: string } {
  const nonce = randomBytes(16).toString('base64url')
  const token = linkToken(dataDir, { userId, kind, nonce })
  const link = {
    address,
    nonce,
    tokenHash: hashToken(token),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + lastsMs).toISOString(),
  }
  const insert = build
    .insert(accountLinks)
    .values({ userId, kind, ...link })
    .onConflictDoUpdate({ target: [accountLinks.userId, accountLinks.kind], set: link })
  const mail = word ? [accountMailStep(userId, word, `link:${nonce}`, now)] : []
  return { token, steps: [step(insert), ...mail] }
}

/** A mail about the account itself. `event` names it: the same name twice is one mail. */
export function accountMailStep(userId: number, word: AccountWord, event: string, now: Date): Step {
  const at = now.toISOString()
  const row = {
    userId,
    event,
    kind: 'account' as const,
    word,
    about: 'account' as const,
    aboutId: userId,
    at,
    nextAt: at,
  }
  return step(build.insert(mailOutbox).values(row).onConflictDoNothing())
}

/** The event of a mail to an address that the account has left. */
export function leftAddressEvent(address: string): string {
  return `left:${crypto.randomUUID()}:${address}`
}

/** The address that such an event names. */
export function addressIn(event: string): string | undefined {
  return /^left:[\w-]+:(.+)$/.exec(event)?.[1]
}

/** The link that a token opens, while it lasts; null for any other text. */
export async function openLink(
  db: Db,
  kinds: AccountLinkKind[],
  token: string,
  now: Date,
): Promise<AccountLink | null> {
  if (!TOKEN.test(token)) return null
  const [found] = await db.read
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.tokenHash, hashToken(token)), inArray(accountLinks.kind, kinds)))
  return found && found.expiresAt > now.toISOString() ? found : null
}

/** Uses a link up, which proves its address. @throws (in the batch) `refusal` when it was used in between */
export function linkUseSteps(link: AccountLink, now: Date, refusal: Refusal): Step[] {
  const { userId, address, tokenHash, nonce } = link
  const state = { address, verifiedAt: now.toISOString(), bouncedAt: null }
  return [
    guard(sql`EXISTS (SELECT 1 FROM account_links WHERE token_hash = ${tokenHash})`, refusal),
    step(build.delete(accountLinks).where(eq(accountLinks.tokenHash, tokenHash))),
    // A person who uses a link before its mail has left needs the mail no more.
    step(
      build
        .delete(mailOutbox)
        .where(and(eq(mailOutbox.userId, userId), eq(mailOutbox.event, `link:${nonce}`), isNull(mailOutbox.doneAt))),
    ),
    step(
      build
        .insert(mailAddresses)
        .values({ userId, ...state })
        .onConflictDoUpdate({ target: mailAddresses.userId, set: state }),
    ),
  ]
}
