import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Elysia } from 'elysia'
import type * as z from 'zod/mini'
import type { Body, Endpoint, Output, Params, Query } from '#schema/endpoints'
import { fieldMessages, Refusal } from '#schema/errors'
import {
  ACCOUNT_HEADER,
  EPOCH_HEADER,
  KEY_HEADER,
  LIFE_HEADER,
  MARK_HEADER,
  OLDEST_SYNC_SCHEMA,
  QUEUED_HEADER,
  SCHEMA_HEADER,
  SEQ_HEADER,
  SYNC_USER_HEADER,
} from '#schema/sync-scopes'
import { withUploadPaths } from '#schema/upload'
import type { Step } from '../db/steps'
import { newestSeq } from '../db/write-batch'
import type { Deps } from '../deps'
import { findIdentity } from './account-id'
import { assertAgreed } from './agreed'
import { inTurn } from './heavy-reads'
import { findReceipt, receiptStep } from './idempotency'
import { bodyLimits, limitOf } from './limits'
import { amongOwnWrites } from './own-writes'
import { assertLength, readJsonBody } from './request-body'
import { notePerson } from './request-log'
import { assertSameSite, ownOrigins, requestOrigin } from './same-site'
import { findSessionUser, getSessionUser, type SessionUser } from './session-user'
import { assertVerified } from './verified'

export type { SessionUser } from './session-user'

/** The facts of one call for its handler; everything in them has been parsed. */
export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  user: E['access'] extends 'signed-in' ? SessionUser : SessionUser | null
  now: Date
  request: Request
  /** The origin that the caller's browser sees us at. */
  origin: string
  /** True when the call comes out of a device's queue rather than from a press. */
  queued: boolean
  /**
   * The receipt to put into the same batch as the effect; no step when the call carries no key. `null` keeps no answer: a
   * repeat reads what stands then.
   */
  receipt(answer: Output<E> | null): Step[]
}

/** The answer of a handler; `value` is what `db.write` answers. */
export type Reply<E extends Endpoint> = {
  /** Change number of the write that this call made. */
  seq?: number
  cookies?: string[]
  /** A long answer: it travels compressed where the caller can read that. */
  isLong?: true
} & ({ body: Output<E> } | { value: Output<E> } | Encoded)

/** An answer that `encodeReply` has made before. */
interface Encoded {
  encoded: Uint8Array<ArrayBuffer>
}

const KEY_PATTERN = /^[A-Za-z0-9-]{8,64}$/

/**
 * Puts one call of the contract on the app: checks site, session and key, parses every input, runs the handler,
 * lets only listed fields out, and replays the first answer when the same key comes again.
 */
export function mount<E extends Endpoint>(
  app: Elysia,
  deps: Deps,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Reply<E>>,
  /** Answers a repeat of a write whose receipt keeps no answer. */
  reread?: (call: Pick<Call<E>, 'params'> & { user: SessionUser }) => Promise<Output<E>>,
): void {
  const route = `${endpoint.method} ${endpoint.path}`
  app.route(
    endpoint.method,
    endpoint.path,
    async ({ request, params, query }) => {
      const { user, queued } = await admit(deps, endpoint, request)
      // The session may have ended while the body came, or while the call waited for its turn.
      const callerNow = async () => (user ? findCaller(deps, endpoint, request) : null)
      const maxBytes = user ? bodyLimits.json : bodyLimits.visitorsJson
      const countBody = (bytes: number) => deps.limits.countBody(request, user?.id, bytes)
      const body = endpoint.body ? await readJsonBody(request, maxBytes, countBody) : undefined
      const key = user ? readKey(request) : null
      const receipt =
        key && user && endpoint.method !== 'GET'
          ? { userId: user.id, opId: key, route, bodyHash: hashOf(request.url, body) }
          : null
      const first = async () => {
        const found = receipt && (await findReceipt(deps.db, receipt, hashOf(request.url, null)))
        const caller = found && (await callerNow())
        if (!caller) return null
        const again = () => reread?.({ params: parse(endpoint.params, params) as Params<E>, user: caller })
        const json = found.answer || encodeReply(endpoint, (await again()) as Output<E>)
        // This server may not have heard yet of the write, which another one made.
        const seq = await newestSeq(deps.db)
        return answerWith(deps, found.status, json, seq, { 'idempotent-replayed': 'true' })
      }
      const replayed = await first()
      if (replayed) return replayed
      await assertVerified(deps, endpoint, user)
      assertAgreed(endpoint, user)
      const call = {
        params: parse(endpoint.params, params),
        query: parse(endpoint.query, query),
        body: parse(endpoint.body, withUploadPaths(body, ownOrigins(request, deps.env))),
        user,
        now: deps.now(),
        request,
        origin: requestOrigin(request, deps.env),
        queued,
        receipt: (answer: Output<E> | null) => {
          const kept = answer === null ? '' : encodeReply(endpoint, answer)
          return receipt ? [receiptStep(receipt, endpoint.status ?? 200, kept, deps.now())] : []
        },
      } as Call<E>
      try {
        if (receipt) await deps.limits.countWrites(request, receipt.userId, 1)
        const about = { endpoint, request, userId: user?.id }
        const make = async () => {
          const made = await handler(
            endpoint.method === 'GET' ? call : ({ ...call, user: await callerNow() } as Call<E>),
          )
          if ('encoded' in made) return { reply: made, json: made.encoded }
          return { reply: made, json: encodeReply(endpoint, 'value' in made ? made.value : made.body) }
        }
        const { reply, json } = await amongOwnWrites(deps, about, () => inTurn(deps, about, make))
        if (receipt) await deps.limits.countKept(request, receipt.userId, json.length)
        const packed = reply.isLong ? await pack(request, json) : null
        const answer = answerWith(deps, endpoint.status ?? 200, packed ?? json, reply.seq, packed ? PACKED : {})
        for (const cookie of reply.cookies ?? []) answer.headers.append('set-cookie', cookie)
        return answer
      } catch (error) {
        // The same key arrived twice at once and the other one was first: what refuses this one is its own effect.
        const earlier = error instanceof Refusal ? await first() : null
        if (earlier) return earlier
        throw error
      }
    },
    { parse: 'none' },
  )
}

/** Puts a call on the app whose body or answer is not JSON; the same checks at the door, the rest is the handler's. */
export function mountRaw<E extends Endpoint & { raw: true }>(
  app: Elysia,
  deps: Deps,
  endpoint: E,
  handler: (
    call: Pick<Call<E>, 'params' | 'user' | 'request' | 'now' | 'origin'> & { server: Elysia['server'] },
  ) => Promise<Response>,
  options: { crossSite?: true; maxBytes?: number } = {},
): void {
  app.route(
    endpoint.method,
    endpoint.path,
    async ({ request, params, server }) => {
      const { user } = await admit(deps, endpoint, request, options)
      const call = {
        params: parse(endpoint.params, params),
        user,
        request,
        now: deps.now(),
        origin: requestOrigin(request, deps.env),
        server,
      }
      const response = await handler(call as unknown as Parameters<typeof handler>[0])
      for (const [name, value] of Object.entries(syncHeaders(deps))) response.headers.set(name, value)
      return response
    },
    { parse: 'none' },
  )
}

async function admit(
  deps: Deps,
  endpoint: Endpoint,
  request: Request,
  options: { crossSite?: true; maxBytes?: number } = {},
) {
  assertLength(request, options.maxBytes ?? bodyLimits.json)
  if (endpoint.method !== 'GET' && !options.crossSite) assertSameSite(request, deps.env)
  // Programs say nothing of shapes, and are not ours to age.
  if (Number(request.headers.get(SCHEMA_HEADER) ?? OLDEST_SYNC_SCHEMA) < OLDEST_SYNC_SCHEMA)
    throw new Refusal('client_too_old')
  const queued = request.headers.get(QUEUED_HEADER) === '1'
  if (queued && endpoint.offline === 'online-only') throw new Refusal('online_only')
  const limit = limitOf(endpoint)
  await deps.limits.countAddress(limit, request)
  const user = await findCaller(deps, endpoint, request)
  if (user) notePerson(request, user.id)
  if (user) await deps.limits.countPerson(limit, request, user.id)
  const claimed = request.headers.get(SYNC_USER_HEADER)
  if (claimed && user && claimed !== String(user.id)) throw new Refusal('wrong_user')
  await assertSameAccount(deps, request, user)
  await assertKnownTime(deps, request)
  return { user, queued }
}

/** @throws Refusal `unauthenticated` where a call needs a session and the request has none */
function findCaller(deps: Deps, { access }: Endpoint, request: Request): Promise<SessionUser | null> {
  return access === 'signed-in' ? getSessionUser(deps, request) : findSessionUser(deps, request)
}

/** A device says for whom, and of which database, a call is. @throws Refusal `other_life`, `other_account` */
async function assertSameAccount(deps: Deps, request: Request, user: SessionUser | null): Promise<void> {
  const life = request.headers.get(LIFE_HEADER)
  if (life && life !== deps.feed.life()) throw new Refusal('other_life')
  const account = request.headers.get(ACCOUNT_HEADER)
  if (account && user && account !== (await findIdentity(deps.db, user.id))?.accountId)
    throw new Refusal('other_account')
}

/**
 * A write may name rows that this database has lost. @throws Refusal `restored`: the device pulls, and learns what became of
 * them, before it sends anything
 */
async function assertKnownTime(deps: Deps, request: Request): Promise<void> {
  const mark = request.headers.get(MARK_HEADER)
  if (mark && (await deps.feed.isFromLostTime(mark)))
    throw new Refusal('restored', undefined, undefined, { retryAfterS: 2 })
}

function readKey(request: Request): string | null {
  const key = request.headers.get(KEY_HEADER)
  if (key === null) return null
  if (!KEY_PATTERN.test(key)) throw new Refusal('bad_request', 'The idempotency key is not valid.')
  return key
}

const PACKED = { 'content-encoding': 'gzip', vary: 'accept-encoding' }
/** A shorter answer fits into one packet as it is. */
const PACKED_FROM = 1_400
/** Packs on a thread of its own. */
const gzipped = promisify(gzip)

/** @returns null when it is short, or its caller reads nothing that is packed */
async function pack(request: Request, json: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  if (json.length < PACKED_FROM || !request.headers.get('accept-encoding')?.includes('gzip')) return null
  return new Uint8Array(await gzipped(json))
}

function answerWith(
  deps: Deps,
  status: number,
  json: string | Uint8Array<ArrayBuffer>,
  seq?: number,
  headers: Record<string, string> = {},
): Response {
  return new Response(json, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...syncHeaders(deps, seq), ...headers },
  })
}

/** Every answer names the database's epoch and change number: that is how a device knows that it came from us. */
export function syncHeaders(deps: Deps, seq?: number): Record<string, string> {
  return { [EPOCH_HEADER]: deps.feed.epoch(), [SEQ_HEADER]: String(seq ?? deps.feed.seq()) }
}

/** An answer as JSON, with nothing but the fields that the contract lists. */
export function encodeReply<E extends Endpoint>(endpoint: E, body: Output<E>): string {
  const output = endpoint.output as z.ZodMiniType | undefined
  return JSON.stringify(output ? output.parse(body) : body)
}

function parse(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const fields = fieldMessages(parsed.error.issues)
  const messages = Object.values(fields)
  throw new Refusal(
    'validation',
    messages.length === 1 ? messages[0] : (messages[0] ?? parsed.error.issues[0]?.message),
    fields,
  )
}

function hashOf(url: string, body: unknown): string {
  return createHash('sha256')
    .update(`${new URL(url).pathname}\n${JSON.stringify(body ?? null)}`)
    .digest('hex')
}
