import { build, type Step, step } from '../db/steps'
import { mailAddresses } from '../db/tables'
import type { Deps } from '../deps'
import { addressLinkLimits } from '../http/limits'
import { hashToken } from '../http/session-user'
import { newLink } from '../mail/account-links'
import { type AccountLink, findLink } from '../mail/mail-queries'
import { VERIFY_LINK_HOURS } from '../mail/mail-words'

const HOUR_MS = 3_600_000

/** The link by which an earlier address can come back, or null. */
export async function findOpenUndo({ db, now }: Deps, userId: number): Promise<AccountLink | null> {
  const link = await findLink(db, userId, 'undo')
  return link && link.expiresAt > now().toISOString() ? link : null
}

/** Counts one link to a mail address: strangers may name somebody else's again and again. @returns 0, or the milliseconds to wait */
export function countAddressLink({ limits }: Deps, email: string): Promise<number> {
  return limits.count(`email-link/address/${hashToken(email.toLowerCase())}`, addressLinkLimits.address)
}

/**
 * From now on the account's address is unproven; the mail with the link that proves it is written beside that. An address that
 * has been sent too many of them gets no further one: its person asks for it later.
 */
export function verificationSteps(
  { env, now }: Deps,
  { id, email }: { id: number; email: string },
  isMailed = true,
): Step[] {
  const state = { address: email, verifiedAt: null, bouncedAt: null }
  return [
    step(
      build
        .insert(mailAddresses)
        .values({ userId: id, ...state })
        .onConflictDoUpdate({ target: mailAddresses.userId, set: state }),
    ),
    ...newLink(env.dataDir, {
      userId: id,
      kind: 'verify',
      address: email,
      word: isMailed ? 'verify_link' : null,
      now: now(),
      lastsMs: VERIFY_LINK_HOURS * HOUR_MS,
    }).steps,
  ]
}
