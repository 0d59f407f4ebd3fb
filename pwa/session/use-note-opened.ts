import { useEffect } from 'react'
import type { Pin } from '../disk/local-db'
import { pin } from '../sync/pins'
import { useAccount } from './account'

/**
 * Notes that a row of this device is looked at: it is kept for some weeks, even when the part of the market that it lies in leaves.
 * @param id null: there is no row to be looked at
 */
export function useNoteOpened(kind: Exclude<Pin['kind'], 'place'>, id: number | null): void {
  const { db } = useAccount().engine
  useEffect(() => {
    // A full disk keeps nobody from looking at it.
    if (id !== null) pin(db, kind, id).catch(() => undefined)
  }, [db, kind, id])
}
