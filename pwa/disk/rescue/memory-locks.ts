type Granted<Value> = (lock: { name: string } | null) => Value | Promise<Value>
interface Wish {
  mode?: 'shared' | 'exclusive'
  ifAvailable?: boolean
  steal?: boolean
  signal?: AbortSignal
}
interface Turn {
  isShared: boolean
  begin: () => void
  /** Takes the lock away from its holder, or the place in line from one who waits. */
  breakOff: (error: unknown) => void
}
interface Line {
  holders: Set<Turn>
  waiting: Turn[]
}

/** Locks as the browser has them, for one page alone: where it refuses its own, no other page shares anything with this one. */
export class MemoryLocks {
  readonly #lines = new Map<string, Line>()

  async request<Value>(name: string, ...rest: [Granted<Value>] | [Wish, Granted<Value>]): Promise<Value> {
    const [wish, granted] = rest.length === 1 ? [{}, rest[0]] : rest
    wish.signal?.throwIfAborted()
    const line = this.#lines.get(name) ?? { holders: new Set(), waiting: [] }
    this.#lines.set(name, line)
    if (wish.ifAvailable && line.holders.size > 0) return granted(null)
    if (wish.steal) for (const holder of line.holders) holder.breakOff(new DOMException('It was stolen.', 'AbortError'))
    if (wish.steal) line.holders.clear()
    const begun = Promise.withResolvers<void>()
    const broken = Promise.withResolvers<never>()
    const turn: Turn = { isShared: wish.mode === 'shared', begin: begun.resolve, breakOff: broken.reject }
    if (wish.steal) line.waiting.unshift(turn)
    else line.waiting.push(turn)
    wish.signal?.addEventListener('abort', () => line.waiting.includes(turn) && turn.breakOff(wish.signal?.reason))
    advance(line)
    try {
      await Promise.race([begun.promise, broken.promise])
      return await Promise.race([granted({ name }), broken.promise])
    } finally {
      line.holders.delete(turn)
      line.waiting = line.waiting.filter((other) => other !== turn)
      advance(line)
      if (line.holders.size === 0) this.#lines.delete(name)
    }
  }
}

/** Lets in everybody whose turn it is: one alone, or those who share. */
function advance({ holders, waiting }: Line): void {
  const isFree = (next: Turn) => holders.size === 0 || (next.isShared && [...holders].every(({ isShared }) => isShared))
  while (waiting[0] && isFree(waiting[0])) {
    const next = waiting.shift() as Turn
    holders.add(next)
    next.begin()
  }
}
