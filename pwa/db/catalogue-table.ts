/** The rows of one public collection in memory, by id, each with its change number. A row of null is a gone one. */
export class CatalogueTable<Row> {
  readonly #rows = new Map<number, { q: number; row: Row | null }>()
  #sorted: Row[] | null = null

  clear(): void {
    this.#rows.clear()
    this.#sorted = null
  }

  /** Takes a row unless a newer one is held: deltas and chunks may come in any order. */
  put(id: number, q: number, row: Row | null): void {
    const held = this.#rows.get(id)
    if (held && held.q > q) return
    this.#rows.set(id, { q, row: row && typeof row === 'object' && !('id' in row) ? { ...row, id } : row })
    this.#sorted = null
  }

  get(id: number): Row | undefined {
    return this.#rows.get(id)?.row ?? undefined
  }

  /** Live rows, newest first. */
  rows(): readonly Row[] {
    this.#sorted ??= [...this.#rows]
      .flatMap(([id, { row }]) => (row === null ? [] : [{ id, row }]))
      .sort((a, b) => b.id - a.id)
      .map(({ row }) => row)
    return this.#sorted
  }

  digest(): { n: number; sum: number } {
    let n = 0
    let sum = 0
    for (const { q, row } of this.#rows.values()) {
      if (row === null) continue
      n++
      sum += q
    }
    return { n, sum }
  }
}
