import { useEffect } from 'react'
import type { DraftKind } from '#schema/draft'
import { pausedWhy } from '../disk/local-db'
import { isOwnScopeHere } from '../disk/own-scope'
import { useAccount } from '../session/account'
import { mustSignInAgain } from '../session/session-words'
import { useLiveQuery } from '../session/use-live-query'
import { type FormDraft, listFormDrafts, tidyFormDrafts } from './form-drafts'

export interface KnownDrafts {
  drafts: FormDraft[]
  /**
   * False while this device has yet to be told what its person has elsewhere: then none here proves nothing. Whose session
   * has ended goes on with what is here.
   */
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
    const [drafts, isHere, paused] = await Promise.all([
      listFormDrafts(db, kind),
      isOwnScopeHere(db, userId),
      pausedWhy(db),
    ])
    return { drafts, isKnown: isHere || mustSignInAgain(paused) }
  }, [db, kind, userId])
}
