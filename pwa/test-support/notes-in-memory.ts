/** Notes for tests, as a browser keeps them; Bun has no such store. */
export class NotesInMemory {
  readonly held = new Map<string, string>()
  isFull = false
  /** A page that is gone neither reads nor writes. */
  isGone = false
  get length() {
    return this.isGone ? 0 : this.held.size
  }
  key(place: number) {
    return [...this.held.keys()][place] ?? null
  }
  getItem(name: string) {
    return this.isGone ? null : (this.held.get(name) ?? null)
  }
  setItem(name: string, text: string) {
    if (this.isFull) throw new DOMException('No more room', 'QuotaExceededError')
    if (!this.isGone) this.held.set(name, text)
  }
  removeItem(name: string) {
    if (!this.isGone) this.held.delete(name)
  }
}

/** Puts a store where pages have theirs; undefined takes it away. */
export function installNotes(store: unknown): void {
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true })
}
