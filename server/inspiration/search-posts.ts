import { desc, eq } from 'drizzle-orm'
import { postTexts } from '#schema/inspiration'
import { publicScopes } from '#schema/sync-scopes'
import { searchRows } from '#schema/text-search'
import type { Db } from '../db/client'
import { inspirationPosts, users } from '../db/tables'
import { headOf } from '../db/write-batch'
import { shown } from './inspiration-queries'

type SearchedPost = Awaited<ReturnType<typeof readPosts>>[number]

const keptByDb = new WeakMap<Db, { head: number; posts: Promise<SearchedPost[]> }>()

/** The ids of the posts on show that a search finds, by the rule of the app, which the database cannot follow: plurals, accents, typos. */
export async function searchPosts(db: Db, search: string): Promise<number[]> {
  return searchRows(await postsToSearch(db), postTexts, search).map(({ id }) => id)
}

/** The same array until a post moves: its texts are read and prepared once, however many people search. */
async function postsToSearch(db: Db): Promise<SearchedPost[]> {
  const head = await headOf(db, publicScopes.post)
  const held = keptByDb.get(db)
  if (held?.head === head) return held.posts
  const kept = { head, posts: readPosts(db) }
  keptByDb.set(db, kept)
  kept.posts.catch(() => keptByDb.get(db) === kept && keptByDb.delete(db))
  return kept.posts
}

function readPosts(db: Db) {
  const { id, title, description, tags } = inspirationPosts
  return db.read
    .select({ id, title, description, tags, username: users.username })
    .from(inspirationPosts)
    .innerJoin(users, eq(users.id, inspirationPosts.userId))
    .where(shown)
    .orderBy(desc(id))
    .execute()
}
