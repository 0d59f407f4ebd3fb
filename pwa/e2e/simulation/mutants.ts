import { PRESSED_HEADER } from '#schema/sync-scopes'
import type { LocalDb } from '../../disk/local-db'
import type { HttpAnswer, HttpRequest } from '../../sync/http'

/**
 * Mistakes that the design forbids, built into the simulated device one at a time: the checks must notice each of them,
 * or they would not notice the engine making it.
 */
export const MUTANTS = [
  'a new key for every attempt',
  'released when answered',
  'no order in a lane',
  'half of a round applied',
  'a portal counts as delivered',
  'a refused session consumes',
  'left-overs of a crash forgotten',
  'rewritten after it may have left',
  'a lost answer counts as delivered',
  'one of many refused and all count as taken',
  'a discarded photo is sent all the same',
  'a choice throws the other version away',
  'a share is poured into the open form',
  'a press does not say when it was made',
  'a build that finds a newer disk waits for it',
  'a build that finds a newer disk throws it away',
  'nobody is asked before words in memory go with their page',
] as const
/** Mistakes with a device that changes hands, built into the simulated tablet. */
export const TABLET_MUTANTS = [
  'databases are named by the number of their user',
  'what somebody has left behind stays readable',
  'photos stay when their person leaves',
  'shares stay when their person leaves',
  'receipts are not looked at after a restore',
  'receipts are thrown away when their person leaves',
] as const
export type Mutant = (typeof MUTANTS)[number] | (typeof TABLET_MUTANTS)[number]

type Call = (request: HttpRequest) => Promise<HttpAnswer>

/** The device's way to the network, with the mistake in it. */
export function mutantCall(call: Call, mutant: Mutant | null, epoch: () => string): Call {
  const delivered = (): HttpAnswer => ({
    kind: 'answered',
    status: 200,
    ok: true,
    json: {},
    text: '{}',
    seq: 0,
    epoch: epoch(),
    retryAfterMs: null,
  })
  return async (request) => {
    if (mutant === 'a press does not say when it was made') return call(withoutTime(request))
    const isPull = request.path.endsWith('/pull')
    if (mutant === 'a new key for every attempt' && !isPull)
      return call({ ...request, headers: { ...request.headers, 'idempotency-key': crypto.randomUUID() } })
    const answer = await call(request)
    if (mutant === 'half of a round applied' && isPull && answer.kind === 'answered' && answer.ok) return halved(answer)
    if (mutant === 'a choice throws the other version away' && isPull && answer.kind === 'answered' && answer.ok)
      return withoutEarlier(answer)
    if (mutant === 'a refused session consumes' && answer.kind === 'answered' && answer.status === 401)
      return delivered()
    if (mutant === 'a lost answer counts as delivered' && !isPull && answer.kind === 'unreachable') return delivered()
    if (mutant === 'one of many refused and all count as taken' && answer.kind === 'answered' && answer.ok)
      return allTaken(answer)
    return answer
  }
}

/** As if nothing that a choice has put aside were kept. */
function withoutEarlier(answer: Extract<HttpAnswer, { kind: 'answered' }>): HttpAnswer {
  const json = answer.json as { changes: { c: string; d?: object }[] }
  const changes = json.changes.map((one) =>
    one.c === 'draft' && one.d ? { ...one, d: { ...one.d, earlier: {} } } : one,
  )
  return { ...answer, json: { ...json, changes } }
}

function withoutTime(request: HttpRequest): HttpRequest {
  const { [PRESSED_HEADER]: _, ...headers } = request.headers ?? {}
  const body = request.body as { writes?: { at?: string }[] } | undefined
  const writes = body?.writes?.map(({ at: _at, ...write }) => write)
  return { ...request, headers, ...(writes ? { body: { ...body, writes } } : {}) }
}

/** Every write of a batch as if it had been answered like one that the server has taken. */
function allTaken(answer: Extract<HttpAnswer, { kind: 'answered' }>): HttpAnswer {
  const each = (answer.json as { answers?: { status: number }[] }).answers
  const taken = each?.find(({ status }) => status < 300)
  return each && taken ? { ...answer, json: { answers: each.map(() => taken) } } : answer
}

function halved(answer: Extract<HttpAnswer, { kind: 'answered' }>): HttpAnswer {
  const json = answer.json as { changes: unknown[] }
  return { ...answer, json: { ...json, changes: json.changes.slice(0, Math.ceil(json.changes.length / 2)) } }
}

/** A portal's answer: never with our header, unless that is the mistake. */
export function portalPage(mutant: Mutant | null, path: string, epoch: () => string): Response {
  const headers = new Headers({ 'content-type': 'text/html' })
  if (mutant === 'a portal counts as delivered' && !path.includes('/sync/')) {
    headers.set('sync-epoch', epoch())
    headers.set('sync-seq', '0')
  }
  return new Response('<h1>Welcome</h1>', { headers })
}

/** Mistakes with what lies on the device's disk. */
export const onDisk = {
  async beforePress(db: LocalDb, mutant: Mutant | null): Promise<void> {
    if (mutant === 'rewritten after it may have left')
      await db.outbox.where('state').equals('queued').modify({ everSent: false })
  },
  async beforeFlush(db: LocalDb, mutant: Mutant | null): Promise<void> {
    if (mutant === 'no order in a lane')
      await db.outbox
        .where('state')
        .equals('queued')
        .modify((item) => {
          item.order = -item.order
        })
  },
  async afterRestart(db: LocalDb, mutant: Mutant | null): Promise<void> {
    if (mutant === 'left-overs of a crash forgotten') await db.outbox.where('state').equals('sending').delete()
  },
}
