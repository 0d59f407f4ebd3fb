import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Mark, MarkKind, Post, PostLink, PostStat, PostView } from '#schema/inspiration'
import type { Reads } from '../db/client'
import { isOneOf } from '../db/is-one-of'
import { inspirationPosts, personBlocks, postLinks, postMarks, users } from '../db/tables'
import { LIST_PAGE } from '../http/list-page'

export const shown = and(isNull(inspirationPosts.deletedAt), isNull(inspirationPosts.hiddenAt))
// Named in full: the builder leaves the table's name out where a query has only one table.
const postId = sql.raw('inspiration_posts.id')
const countOf = (kind: MarkKind) =>
  sql<number>`(SELECT COUNT(*) FROM post_marks m WHERE m.post_id = ${postId} AND m.kind = ${kind})`
const markedBy = (kind: MarkKind, viewerId: number) =>
  sql<number>`EXISTS (SELECT 1 FROM post_marks m WHERE m.post_id = ${postId} AND m.kind = ${kind} AND m.user_id = ${viewerId})`

function toPost(row: typeof inspirationPosts.$inferSelect, username: string): Post {
  const { id, userId, title, description, imageUrl, alt, shape, tags, links, createdAt, clientId } = row
  return { id, userId, username, title, description, imageUrl, alt, shape, tags, links, createdAt, clientId }
}

/** Posts by id, without counts. */
export async function findPosts(db: Reads, ids: number[]): Promise<Map<number, Post>> {
  const rows = await db.read
    .select({ post: inspirationPosts, username: users.username })
    .from(inspirationPosts)
    .innerJoin(users, eq(users.id, inspirationPosts.userId))
    .where(inArray(inspirationPosts.id, ids))
  return new Map(rows.map(({ post, username }) => [post.id, toPost(post, username)]))
}

/** Like and save counts by post id. */
export async function findPostStats(db: Reads, ids: number[]): Promise<Map<number, PostStat>> {
  const rows = await db.read
    .select({ id: inspirationPosts.id, likeCount: countOf('like'), saveCount: countOf('save') })
    .from(inspirationPosts)
    .where(inArray(inspirationPosts.id, ids))
  return new Map(rows.map(({ id, ...stat }) => [id, stat]))
}

/** One's own likes and saves by their feed id, `like/12`. */
export async function findMarks(db: Reads, rids: string[], viewerId: number): Promise<Map<string, Mark>> {
  const wanted = new Set(rids)
  const ids = rids.map((rid) => Number(rid.split('/')[1]))
  const rows = await db.read
    .select()
    .from(postMarks)
    .where(and(eq(postMarks.userId, viewerId), inArray(postMarks.postId, ids)))
  return new Map(
    rows
      .map(
        (row) =>
          [`${row.kind}/${row.postId}`, { postId: row.postId, kind: row.kind, createdAt: row.createdAt }] as const,
      )
      .filter(([rid]) => wanted.has(rid)),
  )
}

export interface PostFilter {
  /** These posts alone; with both, the posts that are in both. */
  among?: number[] | undefined
  ids?: number[] | undefined
  /** Posts in which this listing or item can be seen. */
  thing?: PostLink | undefined
  userId?: number
  markedAs?: MarkKind
  id?: number
  cursor?: number | undefined
  limit?: number | undefined
}

/** Posts on show for one viewer (0 when signed out), newest first. */
export async function listPostViews(db: Reads, viewerId: number, filter: PostFilter = {}): Promise<PostView[]> {
  const wanted = and(
    shown,
    filter.id === undefined ? undefined : eq(inspirationPosts.id, filter.id),
    filter.among ? isOneOf(inspirationPosts.id, filter.among) : undefined,
    filter.ids ? isOneOf(inspirationPosts.id, filter.ids) : undefined,
    filter.thing && linksTo(filter.thing),
    filter.userId === undefined ? undefined : eq(inspirationPosts.userId, filter.userId),
    filter.cursor ? lt(inspirationPosts.id, filter.cursor) : undefined,
    viewerId ? notBlockedBy(viewerId) : undefined,
    filter.markedAs ? sql`${markedBy(filter.markedAs, viewerId)} = 1` : undefined,
  )
  const query = db.read
    .select({
      post: inspirationPosts,
      username: users.username,
      likeCount: countOf('like'),
      saveCount: countOf('save'),
      liked: markedBy('like', viewerId),
      saved: markedBy('save', viewerId),
    })
    .from(inspirationPosts)
    .innerJoin(users, eq(users.id, inspirationPosts.userId))
    .where(wanted)
    .orderBy(desc(inspirationPosts.id))
    .$dynamic()
  const rows = await query.limit(filter.limit ?? LIST_PAGE)
  return rows.map(({ post, username, likeCount, saveCount, liked, saved }) => ({
    ...toPost(post, username),
    likeCount,
    saveCount,
    isLikedByCurrentUser: liked === 1,
    isSavedByCurrentUser: saved === 1,
  }))
}

function linksTo({ kind, id }: PostLink) {
  return sql`${inspirationPosts.id} IN (SELECT ${postLinks.postId} FROM ${postLinks} WHERE ${postLinks.kind} = ${kind} AND ${postLinks.thingId} = ${id})`
}

/** Neither the viewer nor the author has blocked the other. */
function notBlockedBy(viewerId: number) {
  return sql`NOT EXISTS (SELECT 1 FROM ${personBlocks} WHERE (${personBlocks.userId} = ${viewerId}
    AND ${personBlocks.blockedId} = ${inspirationPosts.userId}) OR (${personBlocks.userId} = ${inspirationPosts.userId} AND ${personBlocks.blockedId} = ${viewerId}))`
}
