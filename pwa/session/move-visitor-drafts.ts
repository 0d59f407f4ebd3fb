import { accountDbName } from '../disk/account-db-name'
import { LocalDb } from '../disk/local-db'
import { joinDrafts } from '../drafts/join-drafts'

/**
 * Text that was typed before signing in goes on in the account; two drafts of the same form are joined.
 * Breaking off in the middle loses nothing: a draft leaves the visitor's side only after it has arrived.
 * @returns how many drafts moved
 */
export async function moveVisitorDrafts(account: LocalDb): Promise<number> {
  const visitor = new LocalDb(accountDbName(null))
  try {
    const drafts = await visitor.drafts.toArray()
    const ids = drafts.map(({ draftId }) => draftId)
    await account.transaction('rw', account.drafts, async () => {
      const held = await account.drafts.bulkGet(ids)
      await account.drafts.bulkPut(drafts.flatMap((draft, nth) => (held[nth] ? joinDrafts(held[nth], draft) : draft)))
    })
    await visitor.drafts.bulkDelete(ids)
    return drafts.length
  } finally {
    visitor.close()
  }
}
