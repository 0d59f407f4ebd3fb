import type { SignedInUser } from '#schema/user'
import { accountDbName, numberedDbName } from '../../disk/account-db-name'
import { LocalDb } from '../../disk/local-db'
import { moveUnsavedEdits } from '../../drafts/unsaved-edits'
import { wipeAccount } from './sealed-work'

/**
 * Takes over what a build without permanent ids has kept under the user's number, if this account can have written it: the
 * number may have belonged to somebody else, in an emptied database.
 */
export async function adoptNumbered(user: SignedInUser): Promise<void> {
  const from = numberedDbName(user.id)
  const [old, own] = [new LocalDb(from), new LocalDb(accountDbName(user))]
  try {
    if (!(await isWrittenBy(old, user))) return
    for (const { name } of own.tables) await own.table(name).bulkPut(await old.table(name).toArray())
    moveUnsavedEdits(from, own.name)
    await wipeAccount(old)
  } finally {
    old.close()
    own.close()
  }
}

/** Nobody has written anything before they were a member. */
async function isWrittenBy(db: LocalDb, { memberSince, username }: SignedInUser): Promise<boolean> {
  const me = (await db.me.toArray())[0]
  if (me && (me.memberSince !== memberSince || me.username !== username)) return false
  const [writes, drafts, photos] = await Promise.all([db.outbox.toArray(), db.drafts.toArray(), db.blobs.toArray()])
  const times = [
    ...writes.map(({ composedAt }) => composedAt),
    ...drafts.map(({ updatedAt }) => updatedAt),
    ...photos.map(({ createdAt }) => createdAt),
  ]
  return times.every((at) => at >= memberSince)
}
