import { Refusal } from '#schema/errors'

export interface Turns {
  /** Runs `work` as soon as a place is free. @throws Refusal `too_many_attempts` when the line is full. */
  take<Value>(work: () => Promise<Value>): Promise<Value>
}

/**
 * Heavy work a few pieces at a time, so that a crowd at one door leaves the rest of the server awake.
 * `places` pieces run at once, `line` more may wait, whoever comes after them is sent away.
 */
export function openTurns({ places, line }: { places: number; line: number }): Turns {
  let free = places
  const waiting: (() => void)[] = []

  return {
    async take(work) {
      if (free > 0) free--
      else if (waiting.length >= line) throw new Refusal('too_many_attempts')
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // A place is handed over rather than freed, so that nobody slips in before the first in line.
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
