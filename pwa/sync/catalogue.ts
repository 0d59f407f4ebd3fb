import type { CatalogueListing } from '#schema/listing'
import type { Digest } from '#schema/sync'
import type { FirstScreenRows, PublicCollection, PublicRow } from '#schema/sync-scopes'
import { type Chunk, type LocalDb, type Pack, readMeta } from '../disk/local-db'
import { CatalogueTable } from './catalogue-table'
import type { ListingSearch } from './listing-search'
import { collectionOf, isPinned, packOf } from './packs'
import type { ListingFilter } from './search-tasks'
import { SEARCHED, type Searched } from './search-tasks'

/** After so many chunks the page gets a turn: on a slow phone they are a tenth of a second. */
const CHUNKS_AT_ONCE = 8
/** The key of the chunks' generation: each fresh write of the chunks names a new one. */
export const GENERATION = 'catalogue'
const isSearched = (coll: PublicCollection): coll is Searched => SEARCHED.some((one) => one === coll)

/**
 * The public catalogue on this device: packed chunks as they came, changed rows beside them, and the rows in memory.
 * One per page; the rows are read from disk the first time somebody asks.
 */
export class Catalogue {
  readonly #db: LocalDb
  readonly #first: FirstScreenRows | null
  #tables: Tables = emptyTables()
  readonly #listeners = new Set<() => void>()
  #opening: Promise<void> | null = null
  #isWanted = false
  #generation: unknown = undefined
  #newest = 0
  #filled = new Set<PublicCollection>()
  #version = 0
  #search: ListingSearch | null = null
  /** Settled when the index has been told all that the page had read before there was one. */
  #told: Promise<void> = Promise.resolve()

  /** @param first rows that came with the page: they are shown until this device has their collections */
  constructor(db: LocalDb, first: FirstScreenRows | null = null) {
    this.#db = db
    this.#first = first
    this.#putFirst(this.#tables)
    if (first) this.#version = 1
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

  /** Are the rows of this collection those that came with the page? */
  isFirst(coll: PublicCollection): boolean {
    return this.#first?.rows[coll] !== undefined && !this.#filled.has(coll)
  }

  /** Are they the newest of all, of which there may be more? */
  hasNewest(coll: PublicCollection): boolean {
    return this.#first?.newest === coll && this.isFirst(coll)
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

  /** The number of a row's last change, that of a gone one too; undefined of one that has left this device with its part. */
  numberOf(coll: PublicCollection, id: number): number | undefined {
    return this.#tables[coll].numberOf(id)
  }

  /** The pack of a row on this device; undefined when there is none. */
  packOf(coll: PublicCollection, id: number): Pack | undefined {
    return this.#tables[coll].packOf(id) as Pack | undefined
  }

  /** All rows of a collection, newest first. The same array until something changes. */
  all<C extends PublicCollection>(coll: C): readonly PublicRow<C>[] {
    return this.#tables[coll].rows() as readonly PublicRow<C>[]
  }

  /**
   * The listings that a filter leaves, newest first, found beside the page: it goes on meanwhile. Where no worker can be
   * started the page searches itself.
   */
  async search(filter: ListingFilter): Promise<CatalogueListing[]> {
    let search: ListingSearch | null = null
    try {
      search = await this.#startedSearch()
      await this.#whenRead()
      // Read anew meanwhile, the catalogue may have other ids: the answer is about the rows of now.
      const { listing } = this.#tables
      const ids = await search.search(filter)
      // Half of a large catalogue may be found: one array, grown in place.
      const found: CatalogueListing[] = []
      for (const id of ids) {
        const row = listing.get(id)
        if (row) found.push(row)
      }
      return found
    } catch {
      if (search && this.#search === search) this.rest()
      const { ListingIndex } = await import('./filter-listings')
      return new ListingIndex(this.all('listing')).search(filter)
    }
  }

  /** Lets the worker of the search go; the next search starts another. */
  rest(): void {
    this.#search?.stop()
    this.#search = null
  }

  /** How many rows there are of a public scope and the sum of their numbers, to compare with the server's. */
  digest(scope: string): Digest {
    const pack = packOf(scope)
    return (pack && this.#tables[collectionOf(pack)].digests().get(pack)) ?? { n: 0, sum: 0 }
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
    for (const { coll, text, n } of fresh) {
      this.#tables[collectionOf(coll)].take(text, coll)
      this.#tell(coll, text)
      this.#newest = n
    }
    this.#changed()
  }

  /** Waits until the index has been told what the page has read, whoever has begun to read anew meanwhile. */
  async #whenRead(): Promise<void> {
    const opening = this.open()
    await Promise.all([opening, this.#told])
    if (opening !== this.#opening) await this.#whenRead()
  }

  /** Loaded with the first search, because no first screen needs it. */
  async #startedSearch(): Promise<ListingSearch> {
    const { ListingSearch } = await import(/* piece: behind */ './listing-search')
    this.#search ??= this.#tellFrom(new ListingSearch())
    return this.#search
  }

  /** Tells the index what is being read, or what was read before. */
  #tellFrom(search: ListingSearch): ListingSearch {
    this.#told = this.#opening ? this.#tellAll(search) : Promise.resolve()
    return search
  }

  async #tellAll(search: ListingSearch): Promise<void> {
    const tell = (pack: Pack, text: string) => {
      const coll = collectionOf(pack)
      if (isSearched(coll)) search.take(coll, text)
    }
    await this.#db.transaction('r', [this.#db.chunks, this.#db.changed], async () => {
      const { pinned } = await readChunks(this.#db, tell)
      for (const { coll, text } of await this.#db.changed.toArray()) tell(coll, text)
      for (const { coll, text } of pinned) tell(coll, text)
    })
  }

  #tell(pack: Pack, text: string): void {
    const coll = collectionOf(pack)
    if (isSearched(coll)) this.#search?.take(coll, text)
  }

  #reload(): Promise<void> {
    const loading = this.#load().catch((error) => {
      // A failed read is tried again at the next look.
      if (this.#opening === loading) this.#opening = null
      throw error
    })
    this.#opening = loading
    return loading
  }

  async #load(): Promise<void> {
    // Beside what is shown, so that the screen keeps it for as long as this takes.
    const tables = emptyTables()
    this.#search?.begin()
    const take = (pack: Pack, text: string) => {
      tables[collectionOf(pack)].take(text, pack)
      this.#tell(pack, text)
    }
    const [generation, packed, changed, scopes] = await this.#db.transaction(
      'r',
      [this.#db.meta, this.#db.chunks, this.#db.changed, this.#db.scopes],
      () =>
        Promise.all([
          readMeta(this.#db, GENERATION),
          readChunks(this.#db, take),
          this.#db.changed.toArray(),
          this.#db.scopes.toArray(),
        ]),
    )
    const held = scopes.flatMap(({ scope }) => packOf(scope) ?? [])
    // While a scope is fetched afresh it has no cursor, but its rows are still here to be shown.
    this.#filled = new Set([...held, ...packed.packs].map(collectionOf))
    this.#tables = tables
    this.#putFirst(tables)
    for (const { coll, text } of changed) take(coll, text)
    for (const { coll, text } of packed.pinned) take(coll, text)
    this.#newest = changed.at(-1)?.n ?? 0
    this.#generation = generation
    this.#changed()
  }

  /** Any row that the disk has is newer than the one of the page. */
  #putFirst(tables: Tables): void {
    for (const coll of Object.keys(tables) as PublicCollection[])
      if (!this.#filled.has(coll))
        for (const [id, row] of this.#first?.rows[coll] ?? []) tables[coll].put(id, 0, row as never)
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

/**
 * Hands over the texts of all chunks, some at a time: the page gets a turn whenever the disk is asked.
 * @returns the packs that have chunks, and the chunks of pinned rows, which are to be taken after the changes: a row that has
 * gone from its part may be one of them
 */
async function readChunks(
  db: LocalDb,
  take: (pack: Pack, text: string) => void,
): Promise<{ packs: Set<Pack>; pinned: Chunk[] }> {
  const keys = await db.chunks.toCollection().primaryKeys()
  const pinned: Chunk[] = []
  for (let start = 0; start < keys.length; start += CHUNKS_AT_ONCE) {
    const chunks = await db.chunks.bulkGet(keys.slice(start, start + CHUNKS_AT_ONCE))
    for (const chunk of chunks.filter((chunk) => chunk !== undefined)) {
      if (isPinned(chunk.coll)) pinned.push(chunk)
      else take(chunk.coll, chunk.text)
    }
  }
  return { packs: new Set(keys.map(([pack]) => pack as Pack)), pinned }
}
