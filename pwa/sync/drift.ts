import type { Digest } from '#schema/sync'
import { userScope } from '#schema/sync-scopes'
import { type LocalDb, privateTables, readMeta, writeMeta } from '../disk/local-db'
import { DRIFTED } from './ask-changes'
import type { Catalogue } from './catalogue'
import { collectionOf, packOf } from './packs'
import { forget } from './pull'

/** A scope that differs again this soon after it was fetched afresh is not cured by fetching it once more. */
const HEAL_AGAIN_MS = 24 * 60 * 60_000
/** When each scope was last fetched afresh for this reason, by its name. */
const HEALED = 'healed'

interface DriftParts {
  db: LocalDb
  catalogue: Catalogue
  userId: number | null
  now: number
}

/**
 * Compares what this device holds with what the server counted at the same number; whatever differs is fetched afresh, its
 * rows on the screen until then. To be called by the holder of the puller's lock, right after a round.
 * @param told what the round's last answer said of each scope
 * @returns whether another round is needed
 */
export async function healDrift(parts: DriftParts, told: ReadonlyMap<string, Digest>): Promise<boolean> {
  const { db, now } = parts
  const drifted = await findDrift(parts, told)
  if (drifted.length === 0) return false
  await writeMeta(db, DRIFTED, drifted)
  const healed = (await readMeta<Record<string, number>>(db, HEALED)) ?? {}
  const curable = drifted.filter((scope) => now - (healed[scope] ?? 0) > HEAL_AGAIN_MS)
  if (curable.length === 0) return false
  await writeMeta(db, HEALED, { ...healed, ...Object.fromEntries(curable.map((scope) => [scope, now])) })
  await forget(db, curable)
  return true
}

/** The scopes whose rows are not those that the server counted. */
export async function findDrift(
  { db, catalogue, userId }: Omit<DriftParts, 'now'>,
  told: ReadonlyMap<string, Digest>,
): Promise<string[]> {
  const held = new Map<string, Digest>()
  for (const scope of told.keys()) {
    const pack = packOf(scope)
    if (pack && catalogue.isFilled(collectionOf(pack))) held.set(scope, catalogue.digest(scope))
  }
  if (userId !== null) held.set(userScope(userId), await ownDigest(db))
  return [...held].flatMap(([scope, { n, sum }]) => {
    const counted = told.get(scope)
    return counted && (counted.n !== n || counted.sum !== sum) ? [scope] : []
  })
}

async function ownDigest(db: LocalDb): Promise<Digest> {
  const tables = Object.values(privateTables(db))
  const rows = await db.transaction('r', tables, () => Promise.all(tables.map((table) => table.toArray())))
  return rows.flat().reduce(({ n, sum }, { _q }) => ({ n: n + 1, sum: sum + _q }), { n: 0, sum: 0 })
}
