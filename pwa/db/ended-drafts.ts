import type { DBCore, DBCoreTransaction, Middleware } from 'dexie'
import type { LocalDb } from './local-db'
import { dropNote } from './typed-notes'

/**
 * Whoever deletes a draft has ended it: with the commit goes what was noted of it and what waits to be written of it, so
 * that a form that was sent or thrown away never comes back. Told here for every way in which a draft is deleted.
 */
export function endedDrafts(db: LocalDb): Middleware<DBCore> {
  const watch = (draftId: string, transaction: DBCoreTransaction) => {
    const line = db.typing.get(draftId)
    const upTo = line?.endsAt() ?? new Date().toISOString()
    const tell = () => {
      dropNote(db.name, draftId, upTo)
      line?.end(upTo)
    }
    ;(transaction as unknown as IDBTransaction).addEventListener('complete', tell)
  }
  return {
    stack: 'dbcore',
    name: 'ended-drafts',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name)
        if (name !== 'drafts') return table
        return {
          ...table,
          mutate(request) {
            if (request.type === 'delete') for (const draftId of request.keys) watch(draftId, request.trans)
            return table.mutate(request)
          },
        }
      },
    }),
  }
}
