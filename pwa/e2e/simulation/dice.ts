/** Chance that a seed repeats exactly. */
export interface Dice {
  /** At least 0, less than 1. */
  roll(): number
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number
  pick<Value>(values: readonly Value[]): Value
  /** A name, each as likely as its weight says. */
  weighted<Name extends string>(weights: Partial<Record<Name, number>>): Name
}

/** Dice by the mulberry32 generator: small, and the same on every machine. */
export function diceOf(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(roll() * limit)
  return {
    roll,
    below,
    pick: <Value>(values: readonly Value[]) => values[below(values.length)] as Value,
    weighted<Name extends string>(weights: Partial<Record<Name, number>>) {
      const entries = Object.entries(weights) as [Name, number][]
      let left = roll() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return entries.at(-1)?.[0] as Name
    },
  }
}
