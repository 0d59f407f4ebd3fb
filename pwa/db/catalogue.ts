import type { SnapshotRow } from '#schema/sync'
import { type PublicCollection, type PublicRow, publicScopes } from '#schema/sync-scopes'
import { CatalogueTable } from './catalogue-table'
import { type Delta, type LocalDb, readMeta } from './local-db'

/** More changed rows than this beside a collection's chunks, and the chunks are written afresh. */
const REPACK_DELTAS = 1_000
const GENERATION = 'catalogue'
const COLLECTIONS = Object.keys(publicScopes) as PublicCollection[]

/**
 * The public catalogue on this device: packed chunks as they came, changed rows beside them, and the rows in memory.
 * One per page; the rows are read from disk the first time somebody asks.
 */
export class Catalogue {
  readonly #db: LocalDb
  readonly #tables: { [C in PublicCollection]: CatalogueTable<PublicRow<C>> }
  readonly #listeners = new Set<() => void>()
  #opening: Promise<void> | null = null
  #isWanted = false
  #generation: unknown = undefined
  #newest = 0
  #filled = new Set<PublicCollection>()
  #version = 0

  constructor(db: LocalDb) {
    this.#db = db
    this.#tables = {
      listing: new CatalogueTable(),
      item: new CatalogueTable(),
      post: new CatalogueTable(),
      stat: new CatalogueTable(),
      person: new CatalogueTable(),
    }
  }

  /** Reads what is on disk; later calls read only what is new there. */
  open(): Promise<void> {
    this.#isWanted = true
    return this.#opening ?? this.#reload()
  }

  /** Has this collection ever been filled on this device? */
  isFilled(coll: PublicCollection): boolean {
    return this.#filled.has(coll)
  }

  /** Grows with every change; a cheap thing to watch. */
  version(): number {
    return this.#version
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get<C extends PublicCollection>(coll: C, id: number): PublicRow<C> | undefined {
    return this.#tables[coll].get(id) as PublicRow<C> | undefined
  }

  /** All rows of a collection, newest first. The same array until something changes. */
  all<C extends PublicCollection>(coll: C): readonly PublicRow<C>[] {
    return this.#tables[coll].rows() as readonly PublicRow<C>[]
  }

  /** How many rows there are and the sum of their numbers, to compare with the server's. */
  digest(coll: PublicCollection): { n: number; sum: number } {
    return this.#tables[coll].digest()
  }

  /** Takes in what another page or the worker has written to disk since. */
  async refresh(): Promise<void> {
    if (!this.#isWanted) return
    if (!this.#opening) return this.#reload()
    await this.#opening
    if ((await readMeta(this.#db, GENERATION)) !== this.#generation) return this.#reload()
    const fresh = await this.#db.deltas.where('q').above(this.#newest).toArray()
    if (fresh.length === 0) return
    for (const delta of fresh) this.#take(delta)
    this.#changed()
  }

  #reload(): Promise<void> {
    const loading = this.#load().catch((error) => {
      // What the disk cannot give now is asked for again at the next look.
      if (this.#opening === loading) this.#opening = null
      throw error
    })
    this.#opening = loading
    return loading
  }

  async #load(): Promise<void> {
    const [generation, chunks, deltas, scopes] = await this.#db.transaction(
      'r',
      [this.#db.meta, this.#db.chunks, this.#db.deltas, this.#db.scopes],
      () =>
        Promise.all([
          readMeta(this.#db, GENERATION),
          this.#db.chunks.toArray(),
          this.#db.deltas.toArray(),
          this.#db.scopes.toArray(),
        ]),
    )
    for (const table of Object.values(this.#tables)) table.clear()
    // Numbers start lower in a new life of the database: what was the newest before says nothing now.
    this.#newest = 0
    for (const { coll, text } of chunks) {
      for (const [q, id, row] of JSON.parse(text) as SnapshotRow<never>[]) this.#tables[coll].put(Number(id), q, row)
    }
    for (const delta of deltas) this.#take(delta)
    const held = new Set(scopes.map(({ scope }) => scope))
    // While a scope is fetched afresh it has no cursor, but its rows are still here to be shown.
    const packed = new Set(chunks.map(({ coll }) => coll))
    this.#filled = new Set(COLLECTIONS.filter((coll) => held.has(publicScopes[coll]) || packed.has(coll)))
    this.#generation = generation
    this.#changed()
  }

  #take({ coll, id, q, row }: Delta): void {
    this.#newest = Math.max(this.#newest, q)
    this.#tables[coll].put(id, q, row as never)
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}

/** Writes a collection's chunks in place of whatever was held, complete up to `cursor`. */
export async function fillCollection(
  db: LocalDb,
  coll: PublicCollection,
  chunks: string[],
  cursor: number,
): Promise<void> {
  await db.transaction('rw', [db.meta, db.chunks, db.deltas, db.scopes], async () => {
    await db.chunks.where('[coll+n]').between([coll, 0], [coll, Number.MAX_SAFE_INTEGER]).delete()
    await db.deltas.where('[coll+id]').between([coll, 0], [coll, Number.MAX_SAFE_INTEGER]).delete()
    await db.chunks.bulkPut(chunks.map((text, n) => ({ coll, n, text })))
    await db.scopes.put({ scope: publicScopes[coll], cursor })
    await db.meta.put({ k: GENERATION, v: crypto.randomUUID() })
  })
}

/** Folds changed rows into fresh chunks once there are many of them. */
export async function repackIfLarge(db: LocalDb, coll: PublicCollection): Promise<boolean> {
  const range = () => db.deltas.where('[coll+id]').between([coll, 0], [coll, Number.MAX_SAFE_INTEGER])
  if ((await range().count()) <= REPACK_DELTAS) return false
  await db.transaction('rw', [db.meta, db.chunks, db.deltas, db.scopes], async () => {
    const rows = new Map<string, SnapshotRow<unknown>>()
    for (const { text } of await db.chunks
      .where('[coll+n]')
      .between([coll, 0], [coll, Number.MAX_SAFE_INTEGER])
      .toArray()) {
      for (const row of JSON.parse(text) as SnapshotRow<unknown>[]) rows.set(row[1], row)
    }
    for (const { id, q, row } of await range().toArray()) {
      if ((rows.get(String(id))?.[0] ?? 0) > q) continue
      if (row === null) rows.delete(String(id))
      else rows.set(String(id), [q, String(id), row])
    }
    const list = [...rows.values()]
    const texts: string[] = []
    for (let start = 0; start < list.length; start += 256) texts.push(JSON.stringify(list.slice(start, start + 256)))
    const scope = await db.scopes.get(publicScopes[coll])
    if (scope) await fillCollection(db, coll, texts, scope.cursor)
  })
  return true
}
