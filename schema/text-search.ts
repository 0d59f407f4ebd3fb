/** The texts of a row, the weightiest first: title, labels, description. */
export type Texts = readonly (string | null | undefined)[]

/** Other words that a word stands for: the neighborhood of a ZIP code. */
export type Synonyms = (word: string) => string | null

const WEIGHTS = [4, 2, 1]
const [WHOLE_WORD, WORD_START, INSIDE] = [4, 3, 1]
/** Shorter words are not corrected: too many others are one letter away. */
const SHORTEST_TYPO = 4
/** So long a word may have two typos. */
const TWO_TYPOS_FROM = 8
/** So long a word may be the beginning of a longer one, typo included. */
const PREFIX_TYPO_FROM = 5
/** More words of a search are not looked at: one that is misspelled is compared with every word there is. */
const MOST_WORDS = 8
/** At most so many words stand for a misspelled one. Of more, the first of the alphabet do, on every device and on the server. */
const MOST_CLOSEST = 40

/**
 * Finds rows that hold every word of a search, in any order and anywhere in their texts, also inside of longer words. Case, accents,
 * punctuation and other signs do not count; a plural finds its singular and the other way round. A word that no row holds stands for the
 * closest words that some row holds.
 */
export class TextSearch<Row extends object> {
  readonly #rows: readonly Row[]
  readonly #textsOf: (row: Row) => Texts
  // Made when first needed: most pages show everything, and most words are spelled right.
  #plainRows: PlainRow[] | null = null
  #vocabulary: string[] | null = null

  /** @param textsOf the same texts for a row each time, whoever asks */
  constructor(rows: readonly Row[], textsOf: (row: Row) => Texts) {
    this.#rows = rows
    this.#textsOf = textsOf
  }

  /** The score of each row, 0 for one that is not found. */
  scores(search: string, synonyms?: Synonyms): Float64Array {
    const scoreAt = this.scorer(search, synonyms)
    return Float64Array.from(this.#rows, (_, at) => scoreAt(at))
  }

  /** Tells the score of a row by its place, for callers that leave out most rows by cheaper means. */
  scorer(search: string, synonyms?: Synonyms): (at: number) => number {
    const words = wantedOf(search)
    // A search of signs alone, '%', is looked for as it was typed.
    const signs = search.trim()
    if (words.length === 0)
      return (at) => Number(this.#textsOf(this.#rows[at] as Row).some((text) => text?.includes(signs)))
    const rows = this.#read()
    const wanted = words.map((word) => this.#needles(word, synonyms?.(word) ?? null))
    return (at) => {
      const { line, fields } = rows[at] as PlainRow
      if (!wanted.every((needles) => needles.some((needle) => line.includes(needle)))) return 0
      return wanted.reduce((sum, needles) => sum + scoreOf(fields, needles), 0)
    }
  }

  #read(): PlainRow[] {
    this.#plainRows ??= this.#rows.map((row) => plainRowOf(row, this.#textsOf))
    return this.#plainRows
  }

  #needles(word: string, synonym: string | null): string[] {
    const needles = synonym ? [...formsOf(word), plain(synonym)] : formsOf(word)
    const isKnown = this.#read().some(({ line }) => needles.some((needle) => line.includes(needle)))
    return isKnown ? needles : closestWords(word, this.#words())
  }

  #words(): readonly string[] {
    this.#vocabulary ??= vocabularyOf(this.#read()).filter(mayBeMisspelled)
    return this.#vocabulary
  }
}

interface PlainRow {
  fields: string[]
  line: string
}

/** Rows that stand in another array later, beside ones that are new, are not prepared again. */
const plainRows = new WeakMap<object, PlainRow>()

function plainRowOf<Row extends object>(row: Row, textsOf: (row: Row) => Texts): PlainRow {
  const known = plainRows.get(row)
  if (known) return known
  const fields = textsOf(row).map((text) => plain(text ?? ''))
  const fresh = { fields, line: fields.join('\0') }
  plainRows.set(row, fresh)
  return fresh
}

function vocabularyOf(rows: readonly PlainRow[]): string[] {
  const words = new Set<string>()
  for (const { fields } of rows) for (const field of fields) for (const word of field.split(' ')) words.add(word)
  return [...words]
}

const searches = new WeakMap<readonly object[], unknown>()

/** The search among these rows, which always have the same texts: typing asks the same array many times, and it is read once. */
export function searchAmong<Row extends object>(rows: readonly Row[], textsOf: (row: Row) => Texts): TextSearch<Row> {
  const search = (searches.get(rows) as TextSearch<Row> | undefined) ?? new TextSearch(rows, textsOf)
  searches.set(rows, search)
  return search
}

/** The rows that hold every word of a search; all of them, the same array, for a search without words. */
export function searchRows<Row extends object>(
  rows: readonly Row[],
  textsOf: (row: Row) => Texts,
  search: string,
): readonly Row[] {
  const scores = search.trim() ? searchAmong(rows, textsOf).scores(search) : null
  return scores ? rows.filter((_, at) => scores[at]) : rows
}

/** Rows by their scores, the best first; equals stay in their order. */
export function byScore<Row>(rows: readonly Row[], scores: ReadonlyMap<Row, number>): Row[] {
  return rows.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
}

/** Most texts: English letters and digits, and signs that are letters in no alphabet. There is no accent to take off. */
const PLAIN_LETTERS = /^[\n -~\u2010-\u2027]*$/

/** Small letters without accents, words of letters and digits apart by one blank: the full-text index of the server knows no others. */
export function plain(text: string): string {
  const isPlain = PLAIN_LETTERS.test(text)
  const letters = isPlain ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
  const signs = isPlain ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu
  return letters.toLowerCase().replace(signs, ' ').trim()
}

/** The different words of a text or a search, plain, in their order. */
export function wordsOf(search: string): string[] {
  return [...new Set(plain(search).split(' ').filter(Boolean))]
}

/** The words of a search that are looked for. */
export function wantedOf(search: string): string[] {
  return wordsOf(search).slice(0, MOST_WORDS)
}

/** A word with its singular or plural. A form that is the beginning of another stands for both: texts are searched for parts of words. */
export function formsOf(word: string): string[] {
  const without = (count: number) => word.slice(0, -count)
  if (word.length < 4) return [word]
  if (word.endsWith('ies')) return [word, `${without(3)}y`]
  if (word.endsWith('ves')) return [word, `${without(3)}f`]
  if (/(?:[sxz]|[cs]h)es$/.test(word)) return [without(2)]
  if (/[^suia]s$/.test(word)) return [without(1)]
  if (/[^aeiou]y$/.test(word)) return [word, `${without(1)}ies`]
  if (/fe?$/.test(word)) return [word, word.replace(/fe?$/, 'ves')]
  return [word]
}

/** The best place of a word in a row: in a title better than elsewhere, a whole word better than a part of one. */
function scoreOf(fields: readonly string[], needles: readonly string[]): number {
  let best = 0
  for (const [nth, field] of fields.entries())
    for (const needle of needles) {
      const score = (WEIGHTS[nth] ?? 1) * placeOf(field, needle)
      if (score > best) best = score
    }
  return best
}

function placeOf(field: string, needle: string): number {
  let best = 0
  for (let at = field.indexOf(needle); at >= 0 && best < WHOLE_WORD; at = field.indexOf(needle, at + 1)) {
    const end = field[at + needle.length]
    const starts = at === 0 || field[at - 1] === ' '
    best = Math.max(best, starts ? (end === undefined || end === ' ' ? WHOLE_WORD : WORD_START) : INSIDE)
  }
  return best
}

function mayBeMisspelled(word: string): boolean {
  return word.length >= SHORTEST_TYPO - 1 && !/\d/.test(word)
}

/** So many typos are forgiven in a word. */
export const mostTypos = (word: string) => (word.length < TWO_TYPOS_FROM ? 1 : 2)

/** Words of a vocabulary that are fewest typos away, or that begin so; the word itself where none is near. */
export function closestWords(word: string, vocabulary: readonly string[]): string[] {
  if (word.length < SHORTEST_TYPO || !mayBeMisspelled(word)) return [word]
  const most = mostTypos(word)
  let [least, closest] = [most, [] as string[]]
  for (const known of vocabulary) {
    if (known.length < word.length - most || lacksMoreThan(most, word, known)) continue
    const { whole, beginning } = typosBetween(word, known, least)
    const typos = word.length < PREFIX_TYPO_FROM ? whole : Math.min(whole, beginning)
    if (typos > least) continue
    if (typos < least) closest = []
    least = typos
    closest.push(known)
  }
  return closest.length > 0 ? closest.toSorted().slice(0, MOST_CLOSEST) : [word]
}

/** Each letter of a word that a known one has nowhere is a typo. This is told far sooner than their number. */
function lacksMoreThan(most: number, word: string, known: string): boolean {
  let lacking = 0
  for (const letter of word) if (!known.includes(letter) && ++lacking > most) return true
  return false
}

/**
 * How many letters are missing, wrong, too many or swapped with their neighbor (optimal string alignment), for the whole of a
 * known word and for the beginning of it that is nearest. Counts no further than `most`.
 */
function typosBetween(word: string, known: string, most: number): { whole: number; beginning: number } {
  const length = Math.min(known.length, word.length + 2)
  let [before, last] = [[] as number[], Array.from({ length: length + 1 }, (_, at) => at)]
  let fewestInLast = 0
  for (let row = 1; row <= word.length; row++) {
    const next = [row]
    let fewest = row
    for (let at = 1; at <= length; at++) {
      const isSame = word[row - 1] === known[at - 1]
      let typos = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1))
      if (row > 1 && at > 1 && word[row - 1] === known[at - 2] && word[row - 2] === known[at - 1])
        typos = Math.min(typos, (before[at - 2] ?? 0) + 1)
      next.push(typos)
      if (typos < fewest) fewest = typos
    }
    // Swapped letters reach back over two rows, and no further.
    if (fewest > most && fewestInLast > most) return { whole: fewest, beginning: fewest }
    fewestInLast = fewest
    ;[before, last] = [last, next]
  }
  const whole = known.length === length ? (last[length] ?? 0) : known.length
  return { whole, beginning: Math.min(...last) }
}
