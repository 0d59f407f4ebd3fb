type Granted<Value> = (lock: { name: string } | null) => Value | Promise<Value>
interface Wish {
  ifAvailable?: boolean
  steal?: boolean
  signal?: AbortSignal
}
interface Line {
  /** Resolves when the last one in line is through, whatever became of it. */
  end: Promise<unknown>
  /** Takes the lock away from its holder. */
  breakOff: (error: DOMException) => void
}

/** Locks as the browser has them, for one page alone: where it refuses its own, no other page shares anything with this one. */
export class MemoryLocks {
  readonly #lines = new Map<string, Line>()

  async request<Value>(name: string, ...rest: [Granted<Value>] | [Wish, Granted<Value>]): Promise<Value> {
    const [wish, granted] = rest.length === 1 ? [{}, rest[0]] : rest
    const before = this.#lines.get(name)
    if (before && wish.ifAvailable) return granted(null)
    if (wish.steal) before?.breakOff(new DOMException('The lock was taken away.', 'AbortError'))
    const { promise: broken, reject: breakOff } = Promise.withResolvers<never>()
    const work = async () => {
      await before?.end
      wish.signal?.throwIfAborted()
      return granted({ name })
    }
    const turn = Promise.race([work(), broken])
    const line: Line = { end: turn.catch(() => undefined), breakOff }
    this.#lines.set(name, line)
    line.end.then(() => this.#lines.get(name) === line && this.#lines.delete(name))
    return turn
  }
}
