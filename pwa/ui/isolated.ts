/** Letters that run right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** What a person wrote, for within a sentence of ours: where it runs right to left, it does not pull our words along. */
export function isolated(words: string): string {
  return RIGHT_TO_LEFT.test(words) ? `${FIRST_STRONG_ISOLATE}${words}${POP_ISOLATE}` : words
}
