import { routes } from '#schema/routes'
import type { CheckAnswer } from '#schema/sync'
import { CHECK_MAX } from '#schema/sync-scopes'
import { identityOf } from '../disk/account-identity'
import type { LocalDb, OutboxItem, ReceiptRow } from '../disk/local-db'
import { laneOf, type MutationName, mutationKinds, parseMutation, subjectOf } from '../disk/mutations'
import { accountHeaders } from './account-headers'
import type { HttpAnswer, HttpRequest } from './http'
import { publishedDraft, requeueAcked } from './outbox'
import { LOST, RESTORED } from './restored'

/** The server forgets keys after 30 days: a receipt that is older than this proves nothing. */
const LOOKED_AT_MS = 28 * 86_400_000
const ORDER_PER_MS = 1000

const LOST_WORDS =
  'This had been sent. The server was restored from an older copy since, and does not have it any more. You can send it again.'

/** Their last word is the person's own, and nobody else is addressed: they go out again by themselves. */
const BY_THEMSELVES = new Set<MutationName>([
  'post.like',
  'post.save',
  'post.delete',
  'board.put',
  'board.pin',
  'board.thing',
  'board.delete',
  'draft.save',
  'draft.drop',
  'listing.delete',
  'blocked.remove',
])
const REMOVALS = new Set<MutationName>(['post.delete', 'board.delete', 'draft.drop', 'listing.delete'])

interface CheckParts {
  db: LocalDb
  userId: number
  now: number
  /** Offers that are pending no more, by the rows here and those that have just come. */
  decided(): Promise<ReadonlySet<number>>
  call(request: HttpRequest): Promise<HttpAnswer>
}

/**
 * After a restore of the server: asks for every receipt, and every confirmed write whose row has not come yet, whether the server
 * still knows its write. What it has lost is sent again or offered to be sent again, and no receipt says that it was sent.
 * @returns false without an answer: then nothing of the restored server may be shown yet, and the next pull asks
 */
export async function checkReceipts(parts: CheckParts): Promise<boolean> {
  const { db, now } = parts
  const since = new Date(now - LOOKED_AT_MS).toISOString()
  const receipts = await db.receipts.where('at').above(since).toArray()
  const acked = await db.outbox.where('state').equals('acked').toArray()
  const sent = [
    ...receipts.filter(({ outcome }) => outcome === 'sent'),
    ...acked.filter(({ ackedAt, composedAt }) => (ackedAt ?? composedAt) > since),
  ].filter(({ kind }) => kind !== 'photo.upload')
  const missing = await findMissing(
    parts,
    sent.map(({ opId }) => opId),
  )
  if (missing === 'later') return false
  if (missing !== 'unknown') await offerAgain(parts, missing, await parts.decided())
  return true
}

/** @returns `unknown` when the server is of a build that cannot say */
async function findMissing({ db, userId, call }: CheckParts, keys: string[]): Promise<string[] | 'later' | 'unknown'> {
  const missing: string[] = []
  for (let start = 0; start < keys.length; start += CHECK_MAX) {
    const { method, path } = routes.syncCheck
    const body = { keys: keys.slice(start, start + CHECK_MAX) }
    const answer = await call({ method, path, body, headers: accountHeaders(db, userId) })
    if (answer.kind === 'answered' && answer.status === 404) return 'unknown'
    if (answer.kind === 'unreachable' || !answer.ok) return 'later'
    missing.push(...(answer.json as CheckAnswer).missing)
  }
  return missing
}

/** A write with its place in line. */
interface Placed {
  opId: string
  kind: MutationName
  order: number
  lane: string
  subject: string
}

async function offerAgain({ db, userId }: CheckParts, missing: string[], decided: ReadonlySet<number>): Promise<void> {
  await db.transaction('rw', db.outbox, db.receipts, db.meta, async () => {
    const receipts = await db.receipts.toArray()
    const published = new Set(receipts.flatMap(({ kind, payload }) => publishedDraft(kind, payload)))
    const written = [
      ...receipts.filter(({ outcome }) => outcome === 'sent').map(placedReceipt),
      ...(await db.outbox.toArray()).map(placed),
    ]
    const isWanted = (receipt: ReceiptRow) => {
      const lost = placedReceipt(receipt)
      return (
        !isSuperseded(lost, written) &&
        !declinedOffer(receipt).some((id) => decided.has(id)) &&
        !(receipt.kind === 'draft.save' && published.has(lost.lane))
      )
    }
    const wanted = receipts.filter((receipt) => missing.includes(receipt.opId) && isWanted(receipt))
    await db.outbox.bulkPut(wanted.map((receipt) => itemOf(db, userId, receipt)))
    await requeueAcked(db, ({ opId }) => missing.includes(opId))
    await db.receipts.bulkDelete(missing)
    await db.meta.delete(RESTORED)
  })
}

function placed({ opId, kind, payload, order }: Pick<OutboxItem, 'opId' | 'kind' | 'payload' | 'order'>): Placed {
  const parsed = Object.hasOwn(mutationKinds, kind) ? parseMutation(kind, payload) : null
  // A write of another build stands by itself, where its person can see it.
  if (parsed === null) return { opId, kind, order, lane: opId, subject: '' }
  return { opId, kind, order, lane: laneOf(kind, parsed), subject: subjectOf(kind, parsed) }
}

const placedReceipt = (receipt: ReceiptRow): Placed =>
  placed({ ...receipt, order: receipt.order ?? Date.parse(receipt.at) * ORDER_PER_MS })

/** The person has taken it back since, or has said something else about the same: to the server, or in what still waits. */
function isSuperseded({ kind, order, lane, subject }: Placed, written: readonly Placed[]): boolean {
  const inLane = written.filter((one) => one.lane === lane && one.order > order)
  if (inLane.some((one) => REMOVALS.has(one.kind))) return true
  // Each save of a draft says something about other fields of it.
  if (!mutationKinds[kind]?.lastWordWins || kind === 'draft.save') return false
  return inLane.some((one) => one.kind === kind && one.subject === subject)
}

const declinedOffer = ({ kind, payload }: ReceiptRow) =>
  kind === 'booking.decline' ? [(payload as { bookingId: number }).bookingId] : []

/** The write under its old key, as it would stand in line had the server refused it. */
function itemOf(db: LocalDb, userId: number, receipt: ReceiptRow): OutboxItem {
  const { opId, kind, payload, at } = receipt
  const { order, lane } = placedReceipt(receipt)
  const identity = identityOf(db)
  const isByItself = BY_THEMSELVES.has(kind)
  return {
    opId,
    userId,
    ...(identity ? { identity } : {}),
    kind,
    payload,
    lane,
    state: isByItself ? 'queued' : 'attention',
    order,
    composedAt: at,
    attempts: 0,
    readyAt: 0,
    everSent: true,
    ackSeq: null,
    ackEpoch: null,
    error: isByItself ? null : { code: LOST, message: LOST_WORDS, status: 0 },
  }
}
