import { routes } from '#schema/routes'
import type { Change, Cursor, Digest, PullAnswer, PullRequest } from '#schema/sync'
import { DRIFTED_MAX, PULL_PAGE_BYTES, PULL_PAGE_MAX, publicScopes, userScope } from '#schema/sync-scopes'
import { type LocalDb, readMeta, type ScopeState, writeMeta } from '../disk/local-db'
import { accountHeaders } from './account-headers'
import type { HttpAnswer, HttpRequest } from './http'
import { keepPage, readBegun } from './kept-pages'

/** Scopes to tell the server of with the next question. */
export const DRIFTED = 'drifted'
/** After so many pages other work of the engine has its turn. */
const PAGES_PER_ROUND = 200

interface AskParts {
  db: LocalDb
  userId: number | null
  call(request: HttpRequest): Promise<HttpAnswer>
}

/** Everything that has changed since this device asked last, up to one number. */
export interface Round {
  epoch: string
  mark: string
  to: number
  changes: Change[]
  reset: PullAnswer['reset']
  gone: string[]
  /** The private scope came whole: what is not in it is gone. */
  whole: boolean
  /** Cursors that the first question was asked with. */
  asked: Map<string, number>
  /** The digest of each scope, as the last answer said. */
  told: Map<string, Digest>
  /** Scopes that are too large for a device, with the rows of each that a device holds, or that are to be held in parts. */
  large: Map<string, number | 'divided'>
  /** Writes that the server had confirmed before the first question. */
  confirmed: Set<string>
  /** Pages of it are kept on the disk. */
  isKept: boolean
}

/**
 * Asks for the changes of all scopes together, a page at a time, until there are none left. Pages are kept on the disk: a
 * round that breaks off goes on behind its last page.
 * @param onMuch called once when the first page says that there are more
 */
export async function askChanges(
  parts: AskParts,
  held: ScopeState[],
  onMuch: () => Promise<void>,
): Promise<Round | 'unreachable' | 'signed-out' | 'too-old' | 'more'> {
  const { db, userId } = parts
  const own = userId === null ? null : userScope(userId)
  const scopes = new Map<string, Cursor>(held.map(({ scope, cursor }) => [scope, [cursor]]))
  if (own && !scopes.has(own)) scopes.set(own, [0, null])
  const asked = new Map([...scopes].map(([scope, [cursor]]) => [scope, cursor]))
  const [confirmed, epoch = null, mark = '', drifted = []] = await Promise.all([
    db.outbox.where('state').equals('acked').primaryKeys(),
    readMeta<string>(db, 'epoch'),
    readMeta<string>(db, 'mark'),
    readMeta<string[]>(db, DRIFTED),
  ])
  const earlier = await readBegun(db, asked, epoch)
  const round: Round = {
    epoch: earlier?.begun.epoch ?? '',
    mark,
    to: 0,
    changes: [],
    reset: [],
    gone: [],
    whole: own !== null && asked.get(own) === 0,
    asked,
    told: new Map(),
    large: new Map(),
    confirmed: new Set(earlier?.begun.confirmed ?? confirmed),
    isKept: earlier !== null,
  }
  for (const part of earlier?.pages ?? []) addPage(round, part)
  for (const [scope, cursor] of earlier?.begun.scopes ?? []) scopes.set(scope, cursor)
  const id = earlier?.begun.id ?? crypto.randomUUID()
  let pages = earlier?.pages.length ?? 0
  let keeps = true
  for (let page = 0; page < PAGES_PER_ROUND; page++) {
    const part = await ask(parts, {
      epoch: round.epoch || epoch,
      scopes: Object.fromEntries(scopes),
      bytes: PULL_PAGE_BYTES,
      ...(round.mark ? { mark: round.mark } : {}),
      ...(round.whole ? { limit: PULL_PAGE_MAX } : {}),
      ...(drifted.length > 0 && page === 0 ? { drifted: drifted.slice(0, DRIFTED_MAX) } : {}),
    })
    if (typeof part === 'string') return part
    if (own && part.gone.includes(own)) return 'signed-out'
    if (round.epoch && part.epoch !== round.epoch) return { ...round, reset: [{ s: '*', why: 'epoch' }] }
    round.epoch = part.epoch
    if (part.reset.length > 0) return { ...round, reset: part.reset }
    // A server that has more, and says no further number, would be asked for ever.
    if (part.more && part.to <= round.to) return 'unreachable'
    addPage(round, part)
    for (const [scope, [cursor, from]] of scopes)
      scopes.set(scope, nextCursor(cursor, from ?? part.scopes[scope]?.from ?? null, part))
    if (drifted.length > 0 && page === 0) await writeMeta(db, DRIFTED, drifted.slice(DRIFTED_MAX))
    if (!part.more) return round
    pages++
    const begun = {
      id,
      epoch: round.epoch,
      asked: [...asked],
      scopes: [...scopes],
      confirmed: [...round.confirmed],
      pages,
    }
    // A disk without room for a page, or with the pages of another round, may have room for the round once it is complete.
    keeps &&= await keepPage(db, begun, part).then(
      () => true,
      () => false,
    )
    round.isKept ||= keeps
    if (pages === 1) await onMuch()
  }
  return keeps ? 'more' : 'unreachable'
}

/** The newest rows of the private scope, as many as one page holds; none without an answer. */
export async function askNewest(parts: AskParts, own: string): Promise<Change[]> {
  const epoch = (await readMeta<string>(parts.db, 'epoch')) ?? null
  const part = await ask(parts, { epoch, scopes: { [own]: [0, null] }, bytes: PULL_PAGE_BYTES, newest: true })
  return typeof part === 'string' || part.reset.length > 0 ? [] : part.changes
}

async function ask(
  { db, userId, call }: AskParts,
  body: PullRequest,
): Promise<PullAnswer | 'unreachable' | 'signed-out' | 'too-old'> {
  const answer = await call({
    method: routes.pull.method,
    path: routes.pull.path,
    body,
    ...(userId === null ? {} : { headers: accountHeaders(db, userId) }),
  })
  if (answer.kind === 'unreachable') return 'unreachable'
  if (answer.status === 409) return 'signed-out'
  if (answer.status === 426) return 'too-old'
  return answer.ok ? (answer.json as PullAnswer) : 'unreachable'
}

function addPage(round: Round, part: PullAnswer): void {
  round.changes.push(...part.changes)
  round.gone.push(...part.gone)
  round.to = part.to
  // A server of an earlier build makes none.
  round.mark = part.mark ?? ''
  for (const [scope, { n, sum, most, divided }] of Object.entries(part.scopes)) {
    if (n !== undefined && sum !== undefined) round.told.set(scope, { n, sum })
    // A server of an earlier build says of all listings alone that there are more than a device holds.
    if (divided || (most !== undefined && scope === publicScopes.listing)) round.large.set(scope, 'divided')
    else if (most !== undefined) round.large.set(scope, most)
  }
}

function nextCursor(cursor: number, from: number | null, part: PullAnswer): Cursor {
  const reached = Math.max(cursor, part.to)
  return from === null || !part.more ? [reached] : [reached, from]
}
