import { closestWords, formsOf, mostTypos, plain, type Synonyms, wantedOf } from '#schema/text-search'
import type { Db } from '../db/client'
import type { Statement } from '../db/steps'
import type { SearchIndex } from './search-index'

/** Longer words of rows that a searched word stands for, the most frequent first. */
const MOST_LONGER = 40
/** The same for one or two letters, which begin half of all words. */
const MOST_BEGUN = 10
/** Words that share most parts with a misspelled one. */
const MOST_LIKE = 800
/** The index of parts knows nothing shorter. */
const PART = 3
/** So many parts of a word can be others for each typo: two letters that are swapped stand in four. */
const PARTS_OF_TYPO = 4
/** The end of a word is in so many parts, which a longer one has not. */
const PARTS_OF_END = 2

type Tables = SearchIndex['tables']

/** A word of a search as rows may have it. */
export interface WantedWord {
  /** Its singular and plural, and the place for which it stands; the closest words where no row has any of these. */
  whole: string[]
  /** The same, and longer words that hold one of them. */
  any: string[]
}

/** The words of a search with those that they stand for, by the same rules as on a device (`TextSearch`). */
export async function wantedWords(db: Db, { tables, synonyms }: SearchIndex, search: string): Promise<WantedWord[]> {
  const words = wantedOf(search)
  const found = await withLonger(
    db,
    tables,
    words.map((word) => formsAndSynonym(word, synonyms)),
  )
  // A synonym may be two words, of which the index knows each alone.
  const unknown = words.filter((word, nth) => !found[nth]?.isKnown && !synonyms?.(word))
  const like = await findAll(
    db,
    unknown.map((word) => likeWord(word, tables)),
  )
  const corrected = await withLonger(
    db,
    tables,
    unknown.map((word, nth) => closestWords(word, like[nth] ?? [])),
  )
  return words.flatMap((word, nth) => corrected[unknown.indexOf(word)] ?? found[nth] ?? [])
}

function formsAndSynonym(word: string, synonyms: Synonyms = () => null): string[] {
  const other = synonyms(word)
  return other ? [...formsOf(word), plain(other)] : formsOf(word)
}

async function withLonger(db: Db, tables: Tables, wholes: string[][]): Promise<(WantedWord & { isKnown: boolean })[]> {
  const needles = [...new Set(wholes.flat())]
  const results = await findAll(
    db,
    needles.map((needle) => longerThan(needle, tables)),
  )
  const longer = new Map(needles.map((needle, nth) => [needle, results[nth] ?? []]))
  return wholes.map((whole) => {
    const found = whole.flatMap((needle) => longer.get(needle) ?? [])
    return { whole, any: [...new Set([...whole, ...found])], isKnown: found.length > 0 }
  })
}

async function findAll(db: Db, statements: Statement[]): Promise<string[][]> {
  if (statements.length === 0) return []
  const found = await db.readLong(statements)
  return found.map((rows) => rows.map(({ word }) => String(word)))
}

/** Words that begin with this one, and longer ones that hold it. */
function longerThan(needle: string, { words: table, parts }: Tables): Statement {
  const beginning = `SELECT word, n FROM ${table} WHERE word >= ?1 AND word < ?1 || char(1114111)`
  const inside = `SELECT w.word, w.n FROM ${parts} p CROSS JOIN ${table} w ON w.id = p.rowid WHERE ${parts} MATCH ?2`
  const [words, most] = needle.length < PART ? [beginning, MOST_BEGUN] : [inside, MOST_LONGER]
  const sql = `SELECT word FROM (${words}) ORDER BY word = ?1 DESC, n DESC LIMIT ${most}`
  return { sql, args: needle.length < PART ? [needle] : [needle, quoted(needle)] }
}

/** Words that share three letters in a row, their beginning or their end with this one: those that can be so few typos away, the likest first. */
function likeWord(word: string, { words: table, parts: all }: Tables): Statement {
  const padded = `  ${word}  `
  const parts = new Set(
    Array.from({ length: padded.length - PART + 1 }, (_, at) => quoted(padded.slice(at, at + PART))),
  )
  const least = Math.max(1, parts.size - PARTS_OF_END - PARTS_OF_TYPO * mostTypos(word))
  return {
    sql: `SELECT w.word FROM (
        SELECT p.rowid AS id FROM json_each(?) part CROSS JOIN ${all} p WHERE p.${all} MATCH part.value
        GROUP BY p.rowid HAVING count(*) >= ? ORDER BY count(*) DESC LIMIT ${MOST_LIKE}
      ) likest CROSS JOIN ${table} w ON w.id = likest.id`,
    args: [JSON.stringify([...parts]), least],
  }
}

/** A text as one string of a query of FTS5, in which no character means anything; a zero would end the query. */
export const quoted = (text: string) => `"${text.replaceAll(/["\0]/g, ' ')}"`
