import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { sessionHash } from '../http/session-user'
import { readPushSettings, subscribeBrowser, switchKind, unsubscribeBrowser } from './push-service'

/** Notifications: this browser's, and which kinds. */
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

  mount(app, deps, endpoints.switchPush, async (call) => {
    await switchKind(deps, call.user.id, call.body.kind, call.body.on)
    return answer(call)
  })
}
