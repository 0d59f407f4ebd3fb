/** Repeatable chance: the same seed always rolls the same numbers. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<Value>(values: readonly Value[]): Value
  shuffle<Value>(values: readonly Value[]): Value[]
}

/** Mulberry32: 32 bits of state, which is plenty for a demo. */
export function rollDice(seed: number): Dice {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[between(0, values.length - 1)]
    if (value === undefined) throw new Error('There is nothing to pick from')
    return value
  }
  const shuffle = <Value>(values: readonly Value[]): Value[] => {
    const rest = [...values]
    return values.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as Value)
  }
  return { next, between, chance: (probability) => next() < probability, pick, shuffle }
}
