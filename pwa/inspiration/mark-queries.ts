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

/** The posts that a person likes or has saved, newest mark first; those that are still on their way come before all others. */
export function markedPosts<Row extends { id: number }>(
  posts: readonly Row[],
  kind: MarkKind,
  { own, wanted }: OwnMarks,
): Row[] {
  const markedAt = (id: number) => own.get(`${kind}/${id}`) ?? END_OF_TIME
  return posts
    .filter(({ id }) => wanted.get(`${kind}/${id}`) ?? own.has(`${kind}/${id}`))
    .toSorted((a, b) => markedAt(b.id).localeCompare(markedAt(a.id)) || b.id - a.id)
}
