import type { DayRange } from './day-range'

/** The result of a press in the calendar. */
export interface Pressed {
  range: DayRange
  /** Days between both presses that cannot be chosen; the range stays as it was. */
  between: string[]
  /** The parts of the wanted range that can be chosen, the earlier one first. */
  free: DayRange[]
}

/**
 * A first press chooses one day, a second one makes it a range, in either direction, and a third one begins anew. The only
 * chosen day, pressed again, is given up.
 * @param days every day from the first to the last of both presses
 */
export function nextRange(
  now: DayRange,
  day: string,
  days: (from: string, to: string) => string[],
  isClosed: (day: string) => boolean,
): Pressed {
  const { from, to = from } = now
  if (from === undefined || from !== to) return chosen({ from: day, to: day })
  if (day === from) return chosen({})
  const wanted = day < from ? { from: day, to: from } : { from, to: day }
  const all = days(wanted.from, wanted.to)
  const between = all.filter(isClosed)
  const [first, last] = [between[0], between.at(-1)]
  if (first === undefined || last === undefined) return chosen(wanted)
  const before = all.filter((one) => one < first)
  const after = all.filter((one) => one > last)
  const free = [before, after].flatMap((part) => (part[0] ? [{ from: part[0], to: part.at(-1) ?? part[0] }] : []))
  return { range: now, between, free }
}

const chosen = (range: DayRange): Pressed => ({ range, between: [], free: [] })
