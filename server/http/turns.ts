import { Refusal } from '#schema/errors'

/** The caller of a piece of work, and its lane: lane 0 comes before lane 1, and so on. */
export interface Turn {
  key: string
  lane: number
}

export interface Turns {
  /** Runs `work` when its turn has come. @throws Refusal `too_many_attempts` when too much waits already. */
  take<Value>(turn: Turn, work: () => Promise<Value>): Promise<Value>
}

export interface TurnLimits {
  /** Pieces that run at once. */
  places: number
  /** Of these, so many of one key. */
  each: number
  /** So many more of one key may wait. */
  line: number
  /** So many of all keys may wait. Lane 0 is let in all the same. */
  waiting: number
}

/**
 * Heavy work a few pieces at a time, so that a crowd at one door leaves the rest of the server awake. Within a lane the
 * keys take turns, so that nobody's crowd holds up anybody else.
 */
export function openTurns({ places, each, line, waiting }: TurnLimits): Turns {
  const lanes: Map<string, (() => void)[]>[] = []
  const running = new Map<string, number>()
  let free = places
  let inLine = 0

  const mayRun = (key: string) => free > 0 && (running.get(key) ?? 0) < each

  function begin(key: string): void {
    free--
    running.set(key, (running.get(key) ?? 0) + 1)
  }

  function end(key: string): void {
    free++
    const left = (running.get(key) ?? 1) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    while (startNext());
  }

  function startNext(): boolean {
    for (const lane of lanes) {
      for (const [key, queue] of lane ?? []) {
        if (!mayRun(key)) continue
        const start = queue.shift()
        // Behind the other keys of its lane.
        lane.delete(key)
        if (queue.length > 0) lane.set(key, queue)
        inLine--
        begin(key)
        start?.()
        return true
      }
    }
    return false
  }

  function wait({ key, lane }: Turn): Promise<void> {
    lanes[lane] ??= new Map()
    const queue = lanes[lane].get(key) ?? []
    if (queue.length >= line || (lane > 0 && inLine >= waiting)) throw new Refusal('too_many_attempts')
    inLine++
    return new Promise((resolve) => {
      queue.push(resolve)
      lanes[lane]?.set(key, queue)
    })
  }

  return {
    async take(turn, work) {
      if (mayRun(turn.key)) begin(turn.key)
      else await wait(turn)
      try {
        return await work()
      } finally {
        end(turn.key)
      }
    },
  }
}
