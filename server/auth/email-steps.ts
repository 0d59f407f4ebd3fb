import { build, type Step, step } from '../db/steps'
import { mailAddresses } from '../db/tables'
import type { Deps } from '../deps'
import { newLink } from '../mail/account-links'
import { VERIFY_LINK_HOURS } from '../mail/mail-words'

const HOUR_MS = 3_600_000

/** From now on the account's address is unproven; the mail with the link that proves it is written beside that. */
export function verificationSteps({ env, now }: Deps, { id, email }: { id: number; email: string }): Step[] {
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
      word: 'verify_link',
      now: now(),
      lastsMs: VERIFY_LINK_HOURS * HOUR_MS,
    }).steps,
  ]
}
