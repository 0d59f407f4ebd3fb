import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount, mountRaw } from '../http/mount'
import { listPostViews } from '../inspiration/inspiration-queries'
import { avatarResponse } from './avatar'
import { findUser, findUsers, getUser, toPublicUser } from './user-queries'
import { changeAddress, changeProfile } from './user-service'

/** Public profiles with a person's posts, and one's own profile and address. */
export function userRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.getUser, async ({ params }) => ({ body: toPublicUser(await getUser(deps.db, params.id)) }))

  mount(app, deps, endpoints.findUsers, async ({ query }) => ({
    body: (await findUsers(deps.db, query.ids.split(',').map(Number))).map(toPublicUser),
  }))

  mountRaw(app, deps, endpoints.userAvatar, async ({ params, request }) =>
    avatarResponse(deps, await findUser(deps.db, params.id), request),
  )

  mount(app, deps, endpoints.userPosts, async ({ params, query, user }) => {
    const { id } = await getUser(deps.db, params.id)
    return { body: await listPostViews(deps.db, user?.id ?? 0, { ...query, userId: id }) }
  })

  mount(app, deps, endpoints.updateProfile, ({ user, body, receipt }) => changeProfile(deps, user.id, body, receipt))

  mount(app, deps, endpoints.updateAddress, ({ user, body, receipt }) => changeAddress(deps, user.id, body, receipt))
}
