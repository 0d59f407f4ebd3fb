/** Letters that run right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** A person's words, for within a sentence of ours: words that run right to left do not pull ours along. */
export function isolated(words: string): string {
  return RIGHT_TO_LEFT.test(words) ? `${FIRST_STRONG_ISOLATE}${words}${POP_ISOLATE}` : words
}
