import { KEY_HEADER } from '#schema/sync-scopes'
import type { LocalDb } from '../disk/local-db'
import { type MutationName, type MutationPayload, requestOf } from '../disk/mutations'
import { accountHeaders } from './account-headers'
import { type HttpAnswer, type HttpRequest, refusalIn } from './http'

/** After a lost answer it is asked again under the same key, so often. */
const TRIES = 3

/** How a write ended that the disk had no room for. `unsent`: nobody has it, or nobody knows. */
export type UnkeptEnd = { kind: 'arrived' } | { kind: 'refused'; message: string } | { kind: 'unsent' }

/** Sends a write that could not be kept, under one key however often it is tried. Photos cannot go this way. */
export async function sendUnkept<Name extends MutationName>(
  { db, userId, call }: { db: LocalDb; userId: number | null; call(request: HttpRequest): Promise<HttpAnswer> },
  kind: Name,
  payload: MutationPayload<Name>,
): Promise<UnkeptEnd> {
  const { file, ...request } = requestOf(kind, payload)
  if (file !== undefined || userId === null) return { kind: 'unsent' }
  const headers = { ...request.headers, [KEY_HEADER]: crypto.randomUUID(), ...accountHeaders(db, userId) }
  for (let nth = 1; nth <= TRIES; nth++) {
    const answer = await call({ ...request, headers })
    if (answer.kind === 'unreachable') continue
    if (answer.ok) return { kind: 'arrived' }
    return answer.status === 401 || answer.status >= 500
      ? { kind: 'unsent' }
      : { kind: 'refused', message: refusalIn(answer).message }
  }
  return { kind: 'unsent' }
}
