import type { PersonBlock } from '#schema/report'
import type { LocalDb } from '../disk/local-db'
import { acceptedOf } from '../disk/pending-of'
import { useAccount } from './account'
import { useLiveQuery } from './use-live-query'

/** People by id; `username` is null for somebody who has blocked this person. */
export type PersonBlocks = ReadonlyMap<number, Pick<PersonBlock, 'username'>>

const NOBODY: PersonBlocks = new Map()

/** Everybody whom this person has blocked, or who has blocked this person, with presses that still wait. */
export async function readPersonBlocks(db: LocalDb): Promise<PersonBlocks> {
  const [rows, items] = await Promise.all([
    db.personBlocks.toArray(),
    db.outbox.where('lane').startsWith('block:').toArray(),
  ])
  const blocks = new Map<number, Pick<PersonBlock, 'username'>>(rows.map((row) => [row.id, row]))
  for (const { payload } of acceptedOf(items, 'person.block')) {
    const { personId, username, on } = payload
    if (on) blocks.set(personId, { username })
    // The other side's block may stand beside one's own: only the server knows.
    else if (blocks.get(personId)?.username) blocks.delete(personId)
  }
  return blocks
}

/** The same for a screen; nobody until it has been read. */
export function usePersonBlocks(): PersonBlocks {
  const { db } = useAccount().engine
  return useLiveQuery(() => readPersonBlocks(db), [db]) ?? NOBODY
}
