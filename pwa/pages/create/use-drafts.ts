import { useEffect } from 'react'
import type { DraftKind } from '#schema/draft'
import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { type FormDraft, listFormDrafts, tidyFormDrafts } from '../../db/form-drafts'
import { isOwnScopeHere } from '../../db/own-scope'

export interface KnownDrafts {
  drafts: FormDraft[]
  /** False while this device has never been told what its person has elsewhere: then none here proves nothing. */
  isKnown: boolean
}

/** A person's things that are being written; undefined until they have been read. What has ended elsewhere is forgotten. */
export function useDrafts(kind: DraftKind, userId: number): KnownDrafts | undefined {
  const { db } = useAccount().engine
  const held = useLiveQuery(() => db.draftRows.toCollection().primaryKeys(), [db])
  useEffect(() => {
    if (held) void tidyFormDrafts(db, kind)
  }, [db, kind, held])
  return useLiveQuery(async () => {
    const [drafts, isKnown] = await Promise.all([listFormDrafts(db, kind), isOwnScopeHere(db, userId)])
    return { drafts, isKnown }
  }, [db, kind, userId])
}
