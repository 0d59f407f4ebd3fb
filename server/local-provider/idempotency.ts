import { sha256 } from './ids'
import { ProviderError } from './provider-error'
import type { Store } from './store'
import type { JsonObject } from './wire'
import type { Work } from './work'

/** A key is remembered this long; used again later it makes a new object. */
export const KEY_LIFE_SECONDS = 24 * 3600
const MAX_KEY = 255

export interface Answer {
  status: number
  body: JsonObject
}

export interface KeptAnswer extends Answer {
  request: string
}

export interface KeyedRequest {
  key: string
  account: string
  /** Tells whether a repeat asks for the same. */
  fingerprint: string
}

/** The key of a request, bound to exactly what it asks for; undefined when it brings none. */
export function keyedRequest(
  key: string | null,
  account: string,
  path: string,
  rawBody: string,
): KeyedRequest | undefined {
  if (key === null) return undefined
  if (key.length === 0 || key.length > MAX_KEY) {
    const message = `Idempotency keys must be between 1 and ${MAX_KEY} characters.`
    throw new ProviderError(400, 'invalid_request_error', message, {}, { kept: false })
  }
  return { key, account, fingerprint: sha256(`${path}\n${rawBody}`) }
}

/** The first answer to this key; throws when the key was used for something else. */
export async function findAnswer(store: Store, request: KeyedRequest, now: number): Promise<KeptAnswer | undefined> {
  const [row] = await store.sql.read(
    'SELECT fingerprint, status, body, request FROM lp_idempotency WHERE account = ? AND key = ? AND created > ?',
    [request.account, request.key, now - KEY_LIFE_SECONDS],
  )
  if (!row) return undefined
  if (row.fingerprint !== request.fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`
    throw new ProviderError(400, 'idempotency_error', message, {}, { kept: false })
  }
  return { status: Number(row.status), body: JSON.parse(String(row.body)) as JsonObject, request: String(row.request) }
}

/** Remembers the answer, in the same batch as what it tells. */
export function keepAnswer(work: Work, request: KeyedRequest, answer: Answer): void {
  work.alsoWrite(
    `INSERT INTO lp_idempotency (account, key, fingerprint, status, body, request, created) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
       body = excluded.body, request = excluded.request, created = excluded.created`,
    [
      request.account,
      request.key,
      request.fingerprint,
      answer.status,
      JSON.stringify(answer.body),
      work.context.request ?? '',
      work.now,
    ],
  )
}

/** The keys whose requests are running in this process. */
export class RunningKeys {
  private readonly running = new Set<string>()

  /** Runs alone under its key; a second one meanwhile is told to come back. */
  async hold<T>(request: KeyedRequest | undefined, run: () => Promise<T>): Promise<T> {
    if (!request) return run()
    const name = `${request.account}\n${request.key}`
    if (this.running.has(name)) throw keyInUse()
    this.running.add(name)
    try {
      return await run()
    } finally {
      this.running.delete(name)
    }
  }
}

function keyInUse(): ProviderError {
  const message =
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through)'
  return new ProviderError(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' }, { kept: false })
}
