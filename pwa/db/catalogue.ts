import type { SnapshotRow } from '#schema/sync'
import { type PublicCollection, type PublicRow, publicScopes } from '#schema/sync-scopes'
import { CatalogueTable } from './catalogue-table'
import { type Changed, type LocalDb, readMeta } from './local-db'

/** After so many chunks the page gets a turn: on a slow phone they are a tenth of a second. */
const CHUNKS_AT_ONCE = 8
/** Where the name of the chunks' generation is kept: whoever writes them afresh gives them a new one. */
export const GENERATION = 'catalogue'
const COLLECTIONS = Object.keys(publicScopes) as PublicCollection[]

/**
 * The public catalogue on this device: packed chunks as they came, changed rows beside them, and the rows in memory.
 * One per page; the rows are read from disk the first time somebody asks.
 */
export class Catalogue {
  readonly #db: LocalDb
  #tables: Tables = emptyTables()
  readonly #listeners = new Set<() => void>()
  #opening: Promise<void> | null = null
  #isWanted = false
  #generation: unknown = undefined
  #newest = 0
  #filled = new Set<PublicCollection>()
  #version = 0

  constructor(db: LocalDb) {
    this.#db = db
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
    const opening = this.#opening
    if (!opening) return this.#reload()
    await opening
    const [generation, fresh] = await this.#db.transaction('r', [this.#db.meta, this.#db.changed], () =>
      Promise.all([readMeta(this.#db, GENERATION), this.#db.changed.where('n').above(this.#newest).toArray()]),
    )
    // Somebody else has begun to read everything anew meanwhile.
    if (opening !== this.#opening) return this.refresh()
    if (generation !== this.#generation) return this.#reload()
    if (fresh.length === 0) return
    this.#newest = takeAll(this.#tables, fresh, this.#newest)
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
    // Beside what is shown, so that the screen keeps it for as long as this takes.
    const tables = emptyTables()
    const [generation, packed, changed, scopes] = await this.#db.transaction(
      'r',
      [this.#db.meta, this.#db.chunks, this.#db.changed, this.#db.scopes],
      () =>
        Promise.all([
          readMeta(this.#db, GENERATION),
          readChunks(this.#db, tables),
          this.#db.changed.toArray(),
          this.#db.scopes.toArray(),
        ]),
    )
    this.#tables = tables
    this.#newest = takeAll(tables, changed, 0)
    const held = new Set(scopes.map(({ scope }) => scope))
    // While a scope is fetched afresh it has no cursor, but its rows are still here to be shown.
    this.#filled = new Set(COLLECTIONS.filter((coll) => held.has(publicScopes[coll]) || packed.has(coll)))
    this.#generation = generation
    this.#changed()
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}

type Tables = { [C in PublicCollection]: CatalogueTable<PublicRow<C>> }

function emptyTables(): Tables {
  return {
    listing: new CatalogueTable(),
    item: new CatalogueTable(),
    post: new CatalogueTable(),
    stat: new CatalogueTable(),
    person: new CatalogueTable(),
  }
}

/** @returns the number of the last record, or `newest` when there is none */
function takeAll(tables: Tables, changed: Changed[], newest: number): number {
  for (const { coll, text } of changed) take(tables, coll, text)
  return changed.at(-1)?.n ?? newest
}

function take(tables: Tables, coll: PublicCollection, text: string): void {
  for (const [q, id, row] of JSON.parse(text) as SnapshotRow<never>[]) tables[coll].put(Number(id), q, row)
}

/**
 * Puts the rows of all chunks into the tables, some chunks at a time: the page gets a turn whenever the disk is asked.
 * @returns the collections that have chunks
 */
async function readChunks(db: LocalDb, tables: Tables): Promise<Set<PublicCollection>> {
  const keys = await db.chunks.toCollection().primaryKeys()
  for (let start = 0; start < keys.length; start += CHUNKS_AT_ONCE) {
    const chunks = await db.chunks.bulkGet(keys.slice(start, start + CHUNKS_AT_ONCE))
    for (const { coll, text } of chunks.filter((chunk) => chunk !== undefined)) take(tables, coll, text)
  }
  return new Set(keys.map(([coll]) => coll as PublicCollection))
}
