import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { fillPath, routes } from '#schema/routes'
import type { PushAnswer, PushRequest } from '#schema/sync'
import { KEY_HEADER, PRESSED_HEADER, SEQ_HEADER } from '#schema/sync-scopes'
import type { Deps } from '../deps'
import { amongOwnWrites } from '../http/own-writes'

/**
 * Makes the calls that came together, as if each had come by itself: the same checks, the same handler, the same receipt
 * under its own key. One that is refused is no concern of the others.
 * @param request the one that brought them; its person and its origin are theirs too
 * @throws Refusal `too_many_requests` when too many of the person's writes wait; those that were made stay
 */
export async function makeCalls(
  app: Elysia,
  deps: Deps,
  { request, user, body: { writes } }: { request: Request; user: { id: number }; body: PushRequest },
): Promise<PushAnswer> {
  const answers = writes.map((write) =>
    amongOwnWrites(deps, { endpoint: endpoints[write.call], request, userId: user.id }, () =>
      makeCall(app, request, write),
    ),
  )
  return { answers: await Promise.all(answers) }
}

async function makeCall(
  app: Elysia,
  request: Request,
  { key, call, id, at }: PushRequest['writes'][number],
): Promise<PushAnswer['answers'][number]> {
  const { method, path } = routes[call]
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name)
  headers.set(KEY_HEADER, key)
  headers.delete(PRESSED_HEADER)
  if (at) headers.set(PRESSED_HEADER, at)
  const answer = await app.handle(new Request(new URL(fillPath(path, { id }), request.url).href, { method, headers }))
  const seconds = Number(answer.headers.get('retry-after'))
  return {
    status: answer.status,
    seq: Number(answer.headers.get(SEQ_HEADER) ?? 0),
    body: await answer.json(),
    retryAfterMs: seconds > 0 ? seconds * 1000 : null,
  }
}
