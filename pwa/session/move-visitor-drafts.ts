import { accountDbName } from '../disk/account-db-name'
import { LocalDb } from '../disk/local-db'

/**
 * What was typed before signing in goes on in the account. Of two drafts of the same form the later one stays.
 * Breaking off in the middle loses nothing: a draft leaves the visitor's side only after it has arrived.
 * @returns how many drafts moved
 */
export async function moveVisitorDrafts(account: LocalDb): Promise<number> {
  const visitor = new LocalDb(accountDbName(null))
  try {
    const drafts = await visitor.drafts.toArray()
    const moved = await account.transaction('rw', account.drafts, async () => {
      const held = await account.drafts.bulkGet(drafts.map(({ draftId }) => draftId))
      const newer = drafts.filter((draft, index) => draft.updatedAt >= (held[index]?.updatedAt ?? ''))
      await account.drafts.bulkPut(newer)
      return newer.length
    })
    await visitor.drafts.bulkDelete(drafts.map(({ draftId }) => draftId))
    return moved
  } finally {
    visitor.close()
  }
}
