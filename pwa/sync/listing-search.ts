import type { ListingFilter, SearchAnswer, Searched, SearchTask } from './search-tasks'

interface Waiting {
  resolve(ids: Float64Array): void
  reject(error: Error): void
}

/**
 * The index of the listings, in a worker of its own: the page neither builds it nor looks through it. It is told the same
 * texts as the page reads from disk; it never asks the disk itself.
 */
export class ListingSearch {
  readonly #worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  #isOver = false

  constructor() {
    this.#worker.onmessage = ({ data: { nth, ids } }: MessageEvent<SearchAnswer>) => {
      this.#waiting.get(nth)?.resolve(ids)
      this.#waiting.delete(nth)
    }
    // Its code could not be loaded.
    this.#worker.onerror = () => this.stop()
  }

  begin(): void {
    this.#tell({ kind: 'begin' })
  }

  /** @param text rows as a chunk or a change holds them */
  take(coll: Searched, text: string): void {
    this.#tell({ kind: 'rows', coll, text })
  }

  /** Searches what it was told so far. @throws when the worker could not be started, or is stopped */
  search(filter: ListingFilter): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(new Error('The search has ended'))
      const nth = this.#asked++
      this.#waiting.set(nth, { resolve, reject })
      this.#tell({ kind: 'search', nth, filter })
    })
  }

  stop(): void {
    this.#isOver = true
    this.#worker.terminate()
    for (const { reject } of this.#waiting.values()) reject(new Error('The search has ended'))
    this.#waiting.clear()
  }

  #tell(task: SearchTask): void {
    this.#worker.postMessage(task)
  }
}
