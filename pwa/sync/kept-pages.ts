import type { Cursor, PullAnswer } from '#schema/sync'
import { type LocalDb, readMeta } from '../disk/local-db'

/** How far a round of several pages has come; its pages lie beside it. */
const ROUND = 'round'
const pageKey = (n: number) => `${ROUND}/${String(n).padStart(6, '0')}`

/** A round that is not complete yet. */
export interface BegunRound {
  /** Another page or the worker may have begun a round of its own meanwhile. */
  id: string
  /** The version of the disk, under which the pages were asked for. */
  verno: number
  epoch: string
  /** Cursors that the first question was asked with. */
  asked: [scope: string, cursor: number][]
  /** Cursors for the next question. */
  scopes: [scope: string, cursor: Cursor][]
  /** Writes that the server had confirmed before the first question. */
  confirmed: string[]
  pages: number
}

/**
 * Keeps a page of a round until the round is complete: rows of one page alone would show a heart without its count, and an
 * offer without its days. The first page of a round takes the place of another round's.
 * @throws Error when the pages of another round lie there by now: two rounds cut their pages at different numbers
 */
export async function keepPage(db: LocalDb, begun: Omit<BegunRound, 'verno'>, page: PullAnswer): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (begun.pages === 1) await dropPages(db)
    else {
      const held = await readMeta<BegunRound>(db, ROUND)
      if (held?.id !== begun.id || held.pages !== begun.pages - 1) throw new Error('Another round keeps its pages')
    }
    await db.meta.bulkPut([
      { k: pageKey(begun.pages), v: JSON.stringify(page) },
      { k: ROUND, v: { ...begun, verno: db.verno } satisfies BegunRound },
    ])
  })
}

/**
 * The round that was begun with these cursors, and its pages in their order; null where there is none. One that was begun by
 * another build, or with other cursors, is thrown away: another page has pulled meanwhile, or forgotten a scope.
 */
export async function readBegun(
  db: LocalDb,
  asked: ReadonlyMap<string, number>,
  epoch: string | null,
): Promise<{ begun: BegunRound; pages: PullAnswer[] } | null> {
  const begun = await readMeta<BegunRound>(db, ROUND)
  if (!begun) return null
  const isOurs =
    begun.verno === db.verno &&
    (epoch === null || begun.epoch === epoch) &&
    begun.asked.length === asked.size &&
    begun.asked.every(([scope, cursor]) => asked.get(scope) === cursor)
  const kept = isOurs ? await db.meta.where('k').startsWith(`${ROUND}/`).sortBy('k') : []
  if (isOurs && kept.length === begun.pages) return { begun, pages: kept.map(({ v }) => JSON.parse(String(v))) }
  await dropPages(db)
  return null
}

/** Throws the pages away: they are applied, or will never be. */
export async function dropPages(db: LocalDb): Promise<void> {
  await db.meta.delete(ROUND)
  await db.meta.where('k').startsWith(`${ROUND}/`).delete()
}
