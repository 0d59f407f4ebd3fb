import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { PostLink } from '#schema/inspiration'
import type { Deps } from '../deps'
import { noteEdit } from '../http/last-edit'
import { mount } from '../http/mount'
import { readPressedAt } from '../http/pressed-at'
import { listPostViews, type PostFilter } from './inspiration-queries'
import { markPost } from './mark-service'
import { changePost, createPost, deletePost } from './post-service'
import { searchPosts } from './search-posts'

/** The feed, one post, and a person's likes and saves. */
export function inspirationRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.listPosts, async ({ query: { search, ids, thing, ...page }, user }) => {
    const filter: PostFilter = {
      ...page,
      among: search?.trim() ? await searchPosts(deps.db, search) : undefined,
      ids: ids?.split(',').map(Number),
      thing: thing ? readLink(thing) : undefined,
    }
    return { body: await listPostViews(deps.db, user?.id ?? 0, filter) }
  })

  mount(app, deps, endpoints.getPost, async ({ params, user }) => {
    const [post] = await listPostViews(deps.db, user?.id ?? 0, { id: params.id })
    if (!post) throw new Refusal('post_not_found')
    return { body: post.userId === user?.id ? post : { ...post, clientId: null } }
  })

  mount(app, deps, endpoints.createPost, ({ user, body, receipt }) => createPost(deps, user.id, body, receipt))

  mount(app, deps, endpoints.changePost, async ({ user, request, params: { id }, body, receipt }) => {
    const edit = (steps: typeof receipt) => changePost(deps, user, id, body, steps)
    return noteEdit(deps, { kind: 'post', id, user, request }, receipt, edit)
  })

  mount(app, deps, endpoints.deletePost, async ({ user, params, receipt }) => {
    const { seq } = await deletePost(deps, user, params.id, receipt({}))
    return { body: {}, seq }
  })

  mount(app, deps, endpoints.likedPosts, async ({ user, query }) => ({
    body: await listPostViews(deps.db, user.id, { ...query, markedAs: 'like' }),
  }))

  mount(app, deps, endpoints.savedPosts, async ({ user, query }) => ({
    body: await listPostViews(deps.db, user.id, { ...query, markedAs: 'save' }),
  }))

  for (const [endpoint, kind, isOn] of [
    [endpoints.likePost, 'like', true],
    [endpoints.unlikePost, 'like', false],
    [endpoints.savePost, 'save', true],
    [endpoints.unsavePost, 'save', false],
  ] as const) {
    mount(app, deps, endpoint, async ({ params, user, request, now, receipt }) => {
      const pressedAt = readPressedAt(request, now)
      return markPost(deps, user.id, { postId: params.id, kind, isOn, pressedAt }, receipt)
    })
  }
}

function readLink(thing: string): PostLink {
  const [kind, id] = thing.split('/')
  return { kind: kind === 'item' ? 'item' : 'listing', id: Number(id) }
}
