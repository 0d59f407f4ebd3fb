import type { Digest, SnapshotRow } from '#schema/sync'

interface Held<Row> {
  q: number
  row: Row | null
  /** The pack in which it lies. */
  pack: string
}

/** The rows of one public collection in memory, by id, each with its change number. A row of null is a gone one. */
export class CatalogueTable<Row> {
  readonly #rows = new Map<number, Held<Row>>()
  /** Live rows, newest first, and their ids, oldest first; null when rows have come or gone since. */
  #list: { rows: Row[]; ids: Float64Array } | null = null
  /** Rows that have taken the place of others since the list was made. */
  #replaced: number[] = []

  /** Takes the rows of a text, as a chunk or a change holds them. */
  take(text: string, pack = ''): void {
    for (const [q, id, row] of JSON.parse(text) as SnapshotRow<Row>[]) this.put(Number(id), q, row, pack)
  }

  /**
   * Takes a row unless a newer one is held: changes and chunks may come in any order. A row without a number is of no pack of the
   * feed, and takes the place of one that is gone from its own.
   */
  put(id: number, q: number, row: Row | null, pack = ''): void {
    const held = this.#rows.get(id)
    if (held && held.q > q && (q > 0 || held.row !== null)) return
    this.#rows.set(id, { q, row: row && typeof row === 'object' && !('id' in row) ? { ...row, id } : row, pack })
    if (row !== null && held && held.row !== null) this.#replaced.push(id)
    else this.#list = null
  }

  get(id: number): Row | undefined {
    return this.#rows.get(id)?.row ?? undefined
  }

  /** The number of a row's last change, that of a gone one too. */
  numberOf(id: number): number | undefined {
    return this.#rows.get(id)?.q
  }

  /** The pack in which a live row lies. */
  packOf(id: number): string | undefined {
    const held = this.#rows.get(id)
    return held && held.row !== null ? held.pack : undefined
  }

  /** Live rows, newest first. */
  rows(): readonly Row[] {
    const held = this.#list
    if (!held) this.#list = this.#listed()
    else if (this.#replaced.length > 0) this.#list = { ...held, rows: this.#withReplaced(held) }
    this.#replaced = []
    return this.#list?.rows ?? []
  }

  /** Numbers alone are sorted: of a hundred thousand rows that takes a moment, by a comparing function it takes long. */
  #listed(): { rows: Row[]; ids: Float64Array } {
    const ids = Float64Array.from([...this.#rows].flatMap(([id, { row }]) => (row === null ? [] : id))).sort()
    const rows: Row[] = []
    for (let at = ids.length - 1; at >= 0; at--) rows.push(this.#rows.get(ids[at] as number)?.row as Row)
    return { rows, ids }
  }

  #withReplaced({ rows, ids }: { rows: Row[]; ids: Float64Array }): Row[] {
    const fresh = [...rows]
    for (const id of this.#replaced) fresh[ids.length - 1 - placeOf(ids, id)] = this.#rows.get(id)?.row as Row
    return fresh
  }

  /** How many rows each pack has, and the sum of their numbers. */
  digests(): Map<string, Digest> {
    const digests = new Map<string, Digest>()
    for (const { q, row, pack } of this.#rows.values()) {
      if (row === null) continue
      const digest = digests.get(pack) ?? { n: 0, sum: 0 }
      digests.set(pack, digest)
      digest.n++
      digest.sum += q
    }
    return digests
  }
}

/** The place of a number among sorted ones. */
function placeOf(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
