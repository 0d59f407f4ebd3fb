import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { CLOSING_DAYS } from '#schema/account'
import { build, type Step, step } from '../db/steps'
import { accountOps, uploads, users } from '../db/tables'
import type { Deps } from '../deps'
import { accountKey, settleOpenCommands } from '../money/account-commands'
import { forgetAtProvider } from '../money/forget-person'
import { workAlone } from '../money/set-aside'
import { removeUnownedPhotos } from '../uploads/upload-service'
import { findUserRow } from '../users/user-queries'
import { findOpenMatters } from './open-matters'
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables'

const DAY_MS = 86_400_000

/** Ends the accounts whose days to take them back are over, and has the provider forget them. */
export async function endClosedAccounts(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - CLOSING_DAYS * DAY_MS).toISOString()
  const due = await deps.db.read
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.closingAt), isNull(users.closedAt), lt(users.closingAt, before)))
  for (const { id } of due) await workAlone(deps, `end of account ${id}`, () => endAccount(deps, id, before))
  await forgetAtProvider(deps)
}

/**
 * Removes what a person has written, in one batch with the commands to the provider; then the files of their photos. A dispute
 * that came meanwhile is waited for.
 */
async function endAccount(deps: Deps, userId: number, before: string): Promise<void> {
  if ((await findOpenMatters(deps, userId)).length > 0) return
  const known = await findUserRow(deps.db, userId)
  if (known) await settleOpenCommands(deps, known)
  const { value: photos } = await deps.db.write(async () => {
    const user = await findUserRow(deps.db, userId)
    // Taken back at the last moment, ended by another server, or something has become open since.
    const isDue = user?.closingAt && !user.closedAt && user.closingAt < before
    if (!isDue || (await findOpenMatters(deps, userId)).length > 0) return { value: null, steps: [] }
    const now = deps.now().toISOString()
    const forget = [
      forgetStep(userId, 'forget_customer', user.stripeCustomerId, now),
      forgetStep(userId, 'forget_account', user.stripeAccountId, now),
    ]
    const own = await deps.db.read.select({ sha256: uploads.sha256 }).from(uploads).where(eq(uploads.userId, userId))
    return { value: own.map(({ sha256 }) => sha256), steps: [...endingSteps(userId, now), ...forget.flat()] }
  })
  if (photos === null) return
  deps.log({ level: 'info', what: 'account closed', user: userId })
  await removeUnownedPhotos(deps, photos)
}

/** Everything that `PERSONAL_TABLES` says of the end of an account. */
export function endingSteps(userId: number, now: string): Step[] {
  return Object.entries(PERSONAL_TABLES).flatMap(([table, { endings = [] }]: [string, PersonalTable]) =>
    endings.map(({ of, words }) => {
      const changes = Object.entries(words ?? {}).map(([column, value]) => `${column} = ${value}`)
      const statement = words ? `UPDATE ${table} SET ${changes.join(', ')}` : `DELETE FROM ${table}`
      return step(filled(`${statement} WHERE ${of}`, userId, now))
    }),
  )
}

/** SQL with the person's number for each `@` and the instant for each `:now`. */
function filled(text: string, userId: number, now: string) {
  return sql.raw(text.replaceAll('@', String(userId)).replaceAll(':now', `'${now}'`))
}

function forgetStep(
  userId: number,
  kind: 'forget_customer' | 'forget_account',
  providerId: string | null,
  now: string,
): Step[] {
  if (providerId === null) return []
  const row = {
    businessKey: accountKey(userId, kind, 1),
    userId,
    kind,
    request: { email: '', name: '' },
    providerId,
    createdAt: now,
  }
  return [step(build.insert(accountOps).values(row))]
}
