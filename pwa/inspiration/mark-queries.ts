import type { MarkKind } from '#schema/inspiration'
import type { LocalDb } from '../disk/local-db'
import { wantedMarks } from '../sync/overlay'

/** A person's likes and saves: what the server has, by `like/12`, and what they have pressed since. */
export interface OwnMarks {
  /** When each was made. */
  own: ReadonlyMap<string, string>
  wanted: ReadonlyMap<string, boolean>
}

export const NO_MARKS: OwnMarks = { own: new Map(), wanted: new Map() }

export async function readMarks(db: LocalDb): Promise<OwnMarks> {
  const [marks, items] = await Promise.all([db.marks.toArray(), db.outbox.toArray()])
  return {
    own: new Map(marks.map(({ kind, postId, createdAt }) => [`${kind}/${postId}`, createdAt])),
    wanted: wantedMarks(items),
  }
}

const END_OF_TIME = '9999'

/** The ids of the posts that a person likes or has saved, newest mark first; those that are still on their way come before all others. */
export function markedIds(kind: MarkKind, { own, wanted }: OwnMarks): number[] {
  const markedAt = (id: number) => own.get(`${kind}/${id}`) ?? END_OF_TIME
  return [...new Set([...own.keys(), ...wanted.keys()])]
    .filter((key) => key.startsWith(kind) && wanted.get(key) !== false)
    .map((key) => Number(key.split('/')[1]))
    .toSorted((a, b) => markedAt(b).localeCompare(markedAt(a)) || b - a)
}
