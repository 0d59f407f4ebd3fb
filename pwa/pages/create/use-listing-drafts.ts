import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { useAccount } from '../../auth/account'
import { type FormDraft, listFormDrafts, tidyFormDrafts } from '../../db/form-drafts'
import { isOwnScopeHere } from '../../db/own-scope'

export interface ListingDrafts {
  drafts: FormDraft[]
  /** False while this device has never been told what its person has elsewhere: then none here proves nothing. */
  isKnown: boolean
}

/** A person's listings that are being written; undefined until they have been read. What has ended elsewhere is forgotten. */
export function useListingDrafts(userId: number): ListingDrafts | undefined {
  const { db } = useAccount().engine
  const held = useLiveQuery(() => db.draftRows.toCollection().primaryKeys(), [db])
  useEffect(() => {
    if (held) void tidyFormDrafts(db, 'listing')
  }, [db, held])
  return useLiveQuery(async () => {
    const [drafts, isKnown] = await Promise.all([listFormDrafts(db, 'listing'), isOwnScopeHere(db, userId)])
    return { drafts, isKnown }
  }, [db, userId])
}
