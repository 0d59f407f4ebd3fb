import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { closestWords } from '#schema/text-search'
import { listingIndex } from '../rentals/search/listing-index'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { wantedWords } from './wanted-words'

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

/** Makes these the words that all rows together have. */
const haveWords = (words: readonly string[]) =>
  t.deps.db.batch([
    { sql: 'DELETE FROM search_words', args: [] },
    ...words.map((word, nth) => ({ sql: 'INSERT INTO search_words (word, n) VALUES (?, ?)', args: [word, nth + 2] })),
  ])

const letter = fc.constantFrom(...'abcdef')
const word = fc.array(letter, { minLength: 4, maxLength: 14 }).map((letters) => letters.join(''))
/** Changes a word in one place: another letter, one too many, one too few, or two swapped. */
const typo = fc.record({ at: fc.nat(13), letter, kind: fc.constantFrom('other', 'more', 'fewer', 'swapped') })

function mistype(right: string, { at, letter, kind }: { at: number; letter: string; kind: string }): string {
  const [before, after] = [right.slice(0, at), right.slice(at)]
  if (kind === 'more') return before + letter + after
  if (kind === 'fewer') return before + after.slice(1)
  return (
    before + (kind === 'other' ? letter : `${after[1] ?? ''}${after[0] ?? ''}`) + after.slice(kind === 'other' ? 1 : 2)
  )
}

test('a word with typos stands for the words that a comparison with each word of all rows finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(word, { minLength: 1, maxLength: 6 }),
      fc.array(typo, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('', 'fed', 'bfaecd'),
      async (some, typos, ending) => {
        const words = [...new Set([...some, `${some[0]}${ending}`])]
        const typed = typos.reduce(mistype, some[0] ?? '')
        fc.pre(typed.length > 2 && !words.some((known) => known.includes(typed)))
        await haveWords(words)
        const [wanted] = await wantedWords(t.deps.db, listingIndex, typed)
        const closest = closestWords(typed, words)
        expect(wanted?.any).toEqual(expect.arrayContaining(closest))
      },
    ),
    { numRuns: 300 },
  )
})
