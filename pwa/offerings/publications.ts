import type { DraftKind } from '#schema/draft'
import type { LocalDb } from '../disk/local-db'
import { ownRows } from './own-rows'
import { thingWrites, type WaitingThing } from './own-thing-writes'

/** The outcome of a draft: on its way or refused, or a thing with a number. */
export type Publication<Kind extends DraftKind> = { waiting: WaitingThing<Kind> } | { id: number }

/** The outcome of the draft under `key`; null while it is only a draft. */
export async function readPublication<Kind extends DraftKind>(
  db: LocalDb,
  kind: Kind,
  key: string,
): Promise<Publication<Kind> | null> {
  const [waiting] = thingWrites(kind, await db.outbox.where('lane').equals(`${kind}:${key}`).toArray()).created
  const row = await ownRows(db, kind).where('clientId').equals(key).first()
  if (row) return { id: row.id }
  return waiting ? { waiting } : null
}
