import type { Table } from 'dexie'
import type { DraftKind } from '#schema/draft'
import type { LocalDb } from '../disk/local-db'

/** The common parts of a person's offerings: a number, and the key of the draft that they were written in. */
export interface OwnRow {
  id: number
  clientId: string | null
}

/** A person's own things of a kind, as the server has them. */
export function ownRows(db: LocalDb, kind: DraftKind): Table<OwnRow, number> {
  return (kind === 'listing' ? db.ownListings : db.ownItems) as unknown as Table<OwnRow, number>
}
