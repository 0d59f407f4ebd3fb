import type { Dice } from './dice'

/** Things that share a trait keep at least this far apart where that is possible: first trait, second trait, and so on. */
const DISTANCES = [1, 12]

/**
 * Shuffles, then keeps things alike apart, so that a page of the marketplace never shows one photo twice or a row of one
 * kind. `traitsOf` names what should not repeat: the first trait not next to itself, the second not within a screen. Rows that
 * cannot be kept apart come first, which is where the oldest things are.
 */
export function inMixedOrder<Thing>(
  dice: Dice,
  things: readonly Thing[],
  traitsOf: (thing: Thing) => readonly string[],
): Thing[] {
  const rest = dice.shuffle(things)
  const ordered: Thing[] = []
  while (rest.length > 0) {
    const before = ordered.slice(-Math.max(...DISTANCES)).map(traitsOf)
    const free = rest.findIndex((thing) => isApart(traitsOf(thing), before))
    ordered.push(...rest.splice(Math.max(free, 0), 1))
  }
  return ordered.reverse()
}

function isApart(traits: readonly string[], before: (readonly string[])[]): boolean {
  return traits.every((trait, place) => {
    const distance = DISTANCES[place] ?? 0
    return distance === 0 || before.slice(-distance).every((others) => others[place] !== trait)
  })
}
