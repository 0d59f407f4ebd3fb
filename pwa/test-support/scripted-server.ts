import type { Change, PullAnswer } from '#schema/sync'
import type { HttpAnswer, HttpRequest } from '../sync/http'

/** The other end in tests of the engine: answers from a script, questions kept for the test to read. */
export const EPOCH = 'epoch-1'
export const UNREACHABLE: HttpAnswer = { kind: 'unreachable' }

/** An answer of our own server. */
export function answered(
  status: number,
  json: unknown = {},
  { seq = 1, epoch = EPOCH, retryAfterMs = null as number | null } = {},
): HttpAnswer {
  const ok = status >= 200 && status < 300
  return { kind: 'answered', status, ok, json, text: JSON.stringify(json), seq, epoch, retryAfterMs }
}

/** A refusal as our server words it. */
export function refused(status: number, code: string, message: string, retryAfterMs: number | null = null): HttpAnswer {
  return answered(status, { code, message }, { retryAfterMs })
}

/** A page of changes; what is not said is what a quiet server answers. */
export function pullPage(to: number, changes: Change[] = [], further: Partial<PullAnswer> = {}): HttpAnswer {
  return answered(200, {
    epoch: EPOCH,
    mark: `mark-${to}`,
    to,
    more: false,
    changes,
    scopes: {},
    reset: [],
    gone: [],
    ...further,
  })
}

/** Answers requests with `reply` and remembers them in order; a question for a first sight is answered by `sight`, and kept apart. */
export function scriptedServer(
  reply: (request: HttpRequest, nth: number) => HttpAnswer | Promise<HttpAnswer>,
  sight: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer> = () => pullPage(0),
) {
  const requests: HttpRequest[] = []
  const sights: HttpRequest[] = []
  return {
    requests,
    sights,
    call: async (request: HttpRequest): Promise<HttpAnswer> => {
      // Messages travel as text: later changes of the object must not reach the test.
      const kept = JSON.parse(JSON.stringify(request)) as HttpRequest
      if ((kept.body as { newest?: true } | undefined)?.newest) {
        sights.push(kept)
        return sight(request)
      }
      requests.push(kept)
      return reply(request, requests.length)
    },
  }
}
