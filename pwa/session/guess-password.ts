import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Tells how hard a password is to guess for a stranger who knows these words of its person: 0 (at once) to 4 (very hard). */
export function guessPassword(password: string, personal: string[]): number {
  return meter.check(password, personal).score
}
