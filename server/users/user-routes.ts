import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { mount, mountRaw } from '../http/mount'
import { listPostViews } from '../inspiration/inspiration-queries'
import { listListings } from '../listings/listing-queries'
import { listItems } from '../made-to-order/item-queries'
import { avatarResponse } from './avatar'
import { findUser, toPublicUser, type UserRow } from './user-queries'
import { changeAddress, changeProfile } from './user-service'

/** Public profiles with what a person offers, and one's own profile and address. */
export function userRoutes(app: Elysia, deps: Deps): void {
  const getUser = async (id: number): Promise<UserRow> => {
    const found = await findUser(deps.db, id)
    if (!found) throw new Refusal('user_not_found')
    return found
  }

  mount(app, deps, endpoints.getUser, async ({ params }) => ({ body: toPublicUser(await getUser(params.id)) }))

  mountRaw(app, deps, endpoints.userAvatar, async ({ params, request }) =>
    avatarResponse(deps.env.dataDir, await findUser(deps.db, params.id), request),
  )

  mount(app, deps, endpoints.userListings, async ({ params }) => {
    const { id } = await getUser(params.id)
    return { body: await listListings(deps.db, {}, id) }
  })

  mount(app, deps, endpoints.userItems, async ({ params }) => {
    const { id } = await getUser(params.id)
    return { body: await listItems(deps.db, {}, id) }
  })

  mount(app, deps, endpoints.userPosts, async ({ params, user }) => {
    const { id } = await getUser(params.id)
    return { body: await listPostViews(deps.db, user?.id ?? 0, { userId: id }) }
  })

  mount(app, deps, endpoints.updateProfile, async ({ user, body, receipt }) => {
    const { value, seq } = await changeProfile(deps, user.id, body, receipt)
    return { body: value, seq }
  })

  mount(app, deps, endpoints.updateAddress, async ({ user, body, receipt }) => {
    const { value, seq } = await changeAddress(deps, user.id, body, receipt)
    return { body: value, seq }
  })
}
