import { and, eq, gt, sql } from 'drizzle-orm'
import { postTexts } from '#schema/inspiration'
import { publicScopes } from '#schema/sync-scopes'
import { searchRows, type Texts } from '#schema/text-search'
import type { Db } from '../db/client'
import { inspirationPosts, syncFeed, syncScopes, users } from '../db/tables'
import { shown } from './inspiration-queries'

/** A database server's answer holds so many, however long their texts are. */
const POSTS_AT_ONCE = 500

interface SearchedPost {
  id: number
  texts: Texts
}

/** The posts on show, in no order, as they were when the feed had come to `head`. */
interface Kept {
  head: number
  posts: readonly SearchedPost[]
}

const NOTHING: Kept = { head: 0, posts: [] }
const keptByDb = new WeakMap<Db, Promise<Kept>>()

/** The ids of the posts on show that a search finds, by the rule of the app, which the database cannot follow: plurals, accents, typos. */
export async function searchPosts(db: Db, search: string): Promise<number[]> {
  const { posts } = await keptPosts(db)
  return searchRows(posts, ({ texts }) => texts, search).map(({ id }) => id)
}

/** All posts are read and prepared for the first search; a later one reads those that have moved since. */
async function keptPosts(db: Db): Promise<Kept> {
  const held = keptByDb.get(db)
  if (!held) return keep(db, readOn(db, NOTHING))
  const kept = await held
  const next = await readOn(db, kept)
  return next === kept ? kept : keep(db, Promise.resolve(next))
}

function keep(db: Db, kept: Promise<Kept>): Promise<Kept> {
  keptByDb.set(db, kept)
  kept.catch(() => keptByDb.get(db) === kept && keptByDb.delete(db))
  return kept
}

async function readOn(db: Db, kept: Kept): Promise<Kept> {
  let onShow: Map<number, SearchedPost> | undefined
  for (let since = kept.head; ; ) {
    const moved = await readMoved(db, since)
    const [first] = moved
    if (!first || first.head === kept.head) return kept
    // The feed forgets what has gone long ago, and a restored database is behind.
    if (kept !== NOTHING && (first.floor > kept.head || first.head < kept.head)) return readOn(db, NOTHING)
    onShow ??= new Map(kept.posts.map((post) => [post.id, post]))
    for (const { rid, post, username } of moved) {
      onShow.delete(Number(rid))
      if (post) onShow.set(post.id, { id: post.id, texts: postTexts({ ...post, username: username ?? '' }) })
    }
    if (moved.length < POSTS_AT_ONCE) return { head: first.head, posts: [...onShow.values()] }
    since = moved.at(-1)?.seq ?? first.head
  }
}

/**
 * The posts that have moved since, the longest ago first, those on show with their texts. A post that moves between two pages
 * is on a later one.
 */
function readMoved(db: Db, since: number) {
  const { id, title, description, tags, userId } = inspirationPosts
  const { head, floor, scope } = syncScopes
  const { rid, seq } = syncFeed
  return db.read
    .select({ head, floor, rid, seq, post: { id, title, description, tags }, username: users.username })
    .from(syncScopes)
    .leftJoin(syncFeed, and(eq(syncFeed.scope, scope), gt(seq, since)))
    .leftJoin(inspirationPosts, and(eq(id, sql`CAST(${rid} AS INTEGER)`), shown))
    .leftJoin(users, eq(users.id, userId))
    .where(eq(scope, publicScopes.post))
    .orderBy(seq)
    .limit(POSTS_AT_ONCE)
    .execute()
}
