type Granted<Value> = (lock: { name: string } | null) => Value | Promise<Value>
interface Wish {
  ifAvailable?: boolean
  steal?: boolean
  signal?: AbortSignal
}

/** Locks as the browser has them, for one page alone: where it refuses its own, no other page shares anything with this one. */
export class MemoryLocks {
  /** The last in line for each name. */
  readonly #lines = new Map<string, Promise<unknown>>()

  async request<Value>(name: string, ...rest: [Granted<Value>] | [Wish, Granted<Value>]): Promise<Value> {
    const [wish, granted] = rest.length === 1 ? [{}, rest[0]] : rest
    const before = this.#lines.get(name)
    if (before && wish.ifAvailable) return granted(null)
    const turn = (async () => {
      if (!wish.steal) await before
      wish.signal?.throwIfAborted()
      return granted({ name })
    })()
    const end = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#lines.set(name, end)
    end.then(() => this.#lines.get(name) === end && this.#lines.delete(name))
    return turn
  }
}
