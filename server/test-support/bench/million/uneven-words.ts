import { type Dice, rollDice } from '../../../demo/dice'

const WORDS = 30_000
const SYLLABLES = ['ba', 'ren', 'to', 'li', 'sha', 'mo', 'ver', 'ki', 'dan', 'plo', 'ush', 'ega', 'tri', 'no', 'cel']

/** Made-up words, as uneven as those of a language: few are in every tenth text, most are rare. */
export interface UnevenWords {
  word(): string
  phrase(count: number): string
}

/** The same words for the same seed; which of them come is the dice's part. */
export function unevenWords(dice: Dice, seed = 5): UnevenWords {
  const letters = rollDice(seed)
  const words = Array.from({ length: WORDS }, () =>
    Array.from({ length: letters.between(2, 4) }, () => letters.pick(SYLLABLES)).join(''),
  )
  // The first words are the most frequent ones.
  const word = () => words[Math.floor(WORDS ** dice.next()) - 1] ?? ''
  return { word, phrase: (count) => Array.from({ length: count }, word).join(' ') }
}
