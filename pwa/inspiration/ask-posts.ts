import type { PostView } from '#schema/inspiration'
import { askAllPages, LARGEST_PAGE } from '../offerings/ask-all-pages'
import { callOnline } from '../session/call-online'
import { call } from '../sync/client'
import { shownPost } from './merge-found'
import type { ShownPost } from './post-overlay'
import { SEEN_IN_SHOWN } from './sharing/link-choices'

/**
 * Posts of the server.
 * @param question `of 7` for those of a person, `with listing/12` for the newest in which a thing is seen; `12,15` for some
 * @throws ApiError, Unreachable
 */
export async function askPosts(question: string): Promise<ShownPost[]> {
  const [, person] = /^of (\d+)$/.exec(question) ?? []
  const [, thing] = /^with (.+)$/.exec(question) ?? []
  const found = await (person
    ? askAllPages((query) => callOnline('userPosts', { params: { id: Number(person) }, query }))
    : thing
      ? call('listPosts', { query: { thing, limit: SEEN_IN_SHOWN } })
      : askPostsById(question.split(',')))
  return found.map(shownPost)
}

async function askPostsById(ids: string[]): Promise<PostView[]> {
  const page = await call('listPosts', { query: { ids: ids.slice(0, LARGEST_PAGE).join(), limit: LARGEST_PAGE } })
  return ids.length > LARGEST_PAGE ? [...page, ...(await askPostsById(ids.slice(LARGEST_PAGE)))] : page
}
