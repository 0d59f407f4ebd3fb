import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { sessionHash } from '../http/session-user'
import { chooseWay, readPushSettings, subscribeBrowser, unsubscribeBrowser } from './push-service'

/** Notifications: this browser's, and how each kind is told. */
export function pushRoutes(app: Elysia, deps: Deps): void {
  const sessionOf = (request: Request): string => {
    const session = sessionHash(deps, request)
    if (session === null) throw new Refusal('unauthenticated')
    return session
  }
  const answer = async ({ user, request }: { user: { id: number }; request: Request }) => ({
    body: await readPushSettings(deps, user.id, sessionOf(request)),
  })

  mount(app, deps, endpoints.pushSettings, answer)

  mount(app, deps, endpoints.subscribePush, async (call) => {
    await subscribeBrowser(deps, call.user.id, sessionOf(call.request), call.body)
    return answer(call)
  })

  mount(app, deps, endpoints.unsubscribePush, async (call) => {
    await unsubscribeBrowser(deps, sessionOf(call.request))
    return answer(call)
  })

  mount(app, deps, endpoints.chooseWay, async (call) => {
    await chooseWay(deps, call.user.id, call.body)
    return answer(call)
  })
}
