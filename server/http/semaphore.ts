import { Refusal } from '#schema/errors'

/** The place of a piece of work among those that wait. */
export interface Turn {
  key: string
  /** The smallest comes first; of equal ones the newest. */
  rank: number
  /** Never sent away, however many wait. */
  isKept?: boolean
  /** A caller who goes away takes their piece along, unless it runs already. */
  signal?: AbortSignal
}

export interface Semaphore {
  /** Runs `work` when its turn has come. @throws Refusal `too_many_requests` when too much waits that comes first */
  take<Value>(turn: Turn, work: () => Promise<Value>): Promise<Value>
}

export interface SemaphoreLimits {
  /** Pieces that run at once. */
  places: number
  /** Of these, so many of one key. */
  each: number
  /** So many more of one key may wait. */
  line: number
  /** So many of all keys may wait; beyond them the last one is sent away. */
  waiting: number
}

interface Waiting {
  turn: Turn
  start(): void
  refuse(reason: unknown): void
}

const RETRY_AFTER_S = 5

/**
 * A semaphore with a queue for heavy work, which leaves the rest of the server awake. Ranks say who has had least, so a
 * crowd of callers who come again and again waits behind whoever comes for the first time. The newest of equals comes
 * first: a crowd that is already there holds up nobody who comes later.
 */
export function createSemaphore({ places, each, line, waiting: mostWaiting }: SemaphoreLimits): Semaphore {
  /** In the order in which they came. */
  const waiting: Waiting[] = []
  const running = countsByKey()
  const inLine = countsByKey()
  let free = places

  const mayRun = ({ key }: Turn) => free > 0 && running.of(key) < each

  function begin({ key }: Turn): void {
    free--
    running.add(key, 1)
  }

  function end({ key }: Turn): void {
    free++
    running.add(key, -1)
    startNext()
  }

  function startNext(): void {
    if (free === 0) return
    // From the newest on: of thousands with one rank, all but the first are passed over at once.
    const next = waiting.reduceRight<Waiting | undefined>(
      (best, one) => ((!best || one.turn.rank < best.turn.rank) && mayRun(one.turn) ? one : best),
      undefined,
    )
    if (!next) return
    remove(next)
    begin(next.turn)
    next.start()
    startNext()
  }

  /** The oldest of the greatest rank. */
  function sendLastAway(): void {
    const last = waiting.reduce<Waiting | undefined>(
      (worst, one) => (!one.turn.isKept && (!worst || one.turn.rank > worst.turn.rank) ? one : worst),
      undefined,
    )
    if (!last) return
    remove(last)
    last.refuse(tooMany())
  }

  function remove(one: Waiting): void {
    const at = waiting.indexOf(one)
    if (at < 0) return
    waiting.splice(at, 1)
    inLine.add(one.turn.key, -1)
  }

  async function wait(turn: Turn): Promise<void> {
    if (inLine.of(turn.key) >= line) throw tooMany()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own = { turn, start: resolve, refuse: reject }
    const leave = () => {
      remove(own)
      reject(turn.signal?.reason)
    }
    turn.signal?.addEventListener('abort', leave)
    waiting.push(own)
    inLine.add(turn.key, 1)
    if (waiting.length > mostWaiting) sendLastAway()
    try {
      await promise
    } finally {
      turn.signal?.removeEventListener('abort', leave)
    }
  }

  return {
    async take(turn, work) {
      turn.signal?.throwIfAborted()
      if (mayRun(turn)) begin(turn)
      else await wait(turn)
      try {
        return await work()
      } finally {
        end(turn)
      }
    },
  }
}

function countsByKey() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, by: number) {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

const tooMany = () => new Refusal('too_many_requests', undefined, undefined, { retryAfterS: RETRY_AFTER_S })
