import type { PostView } from '#schema/inspiration'
import { callOnline } from '../session/call-online'
import { call } from '../sync/client'
import { shownPost } from './merge-found'
import type { ShownPost } from './post-overlay'

/** The most that the server answers at once. */
const PAGE = 100
/** Nobody scrolls through more posts of one person. */
const PAGES_MOST = 10

/**
 * Posts of the server.
 * @param question `of 7` for those of a person, newest first; `12,15` for some
 * @throws ApiError, Unreachable
 */
export async function askPosts(question: string): Promise<ShownPost[]> {
  const [, person] = /^of (\d+)$/.exec(question) ?? []
  const found = await (person ? askPostsOf(Number(person)) : askPostsById(question.split(',')))
  return found.map(shownPost)
}

async function askPostsOf(id: number, cursor?: number, pages = 1): Promise<PostView[]> {
  const query = { limit: PAGE, cursor }
  const page = await callOnline('userPosts', { params: { id }, query })
  const last = page[PAGE - 1]
  return last && pages < PAGES_MOST ? [...page, ...(await askPostsOf(id, last.id, pages + 1))] : page
}

async function askPostsById(ids: string[]): Promise<PostView[]> {
  const page = await call('listPosts', { query: { ids: ids.slice(0, PAGE).join(), limit: PAGE } })
  return ids.length > PAGE ? [...page, ...(await askPostsById(ids.slice(PAGE)))] : page
}
