import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { closestWords, plain, searchRows, TextSearch, type Texts } from '#schema/text-search'

const asItIs = (row: Texts) => row
const ROWS = [
  ['Forty chiavari chairs', 'Furniture Astoria Queens', 'They fit around the long table'],
  ['Oak table', 'Furniture Park Slope Brooklyn', 'Seats eight, with crème linen'],
  ['Cake stands', 'Serving Park Slope Brooklyn', 'Two shelves for a wedding cake'],
  ["Boxes of wine glasses, hell's best", 'Tableware Brooklyn', null],
]
const found = (search: string) =>
  searchRows(ROWS, asItIs, search).map(([title]) => ROWS.findIndex((row) => row[0] === title))

test.each([
  ['several words in any order, across texts', 'table chairs', [0]],
  ['a place', 'brooklyn', [1, 2, 3]],
  ['a place of two words', 'slope PARK', [1, 2]],
  ['a plural', 'tables', [0, 1, 3]],
  ['a plural of -es', 'glasses', [3]],
  ['a singular of -es', 'box', [3]],
  ['a singular of -ves', 'shelf', [2]],
  ['accents', 'creme', [1]],
  ['an apostrophe that was left out', 'hells', [3]],
  ['one typo', 'chivari', [0]],
  ['one typo while it is being typed', 'chivar', [0]],
  ['two letters swapped', 'wnie', [3]],
  ['two typos in a long word', 'furnitrue chiar', [0]],
  ['a part of a word, as the specification says', 'iavar', [0]],
  ['nothing where a word is missing', 'oak chairs', []],
  ['nothing that is far from every word', 'marquee', []],
  ['numbers are never corrected', '4321', []],
  ['no text', ' ', [0, 1, 2, 3]],
  ['punctuation alone as it was typed', " ' ", [3]],
  ['words that are apart by signs', 'table + chairs', [0]],
  ['words that a sign joins', 'chairs|table×long', [0]],
  ['words beside an emoji', '👩‍🍳 cake', [2]],
])('%s', (_, search, expected) => expect(found(search)).toEqual(expected))

test('an emoji alone is looked for as it was typed; an amount is found with its sign and without', () => {
  const rows = [['Balloons 🎈', 'A$20 deposit'], ['Lanterns']]
  const found = (search: string) => searchRows(rows, asItIs, search)
  expect(['🎈', '🎉', '$20', '20', 'deposit+balloons'].map((search) => found(search).length)).toEqual([1, 0, 1, 1, 1])
})

test('a word that is spelled as some row has it is not corrected', () => {
  expect(found('cake')).toEqual([2])
  expect(found('seats')).toEqual([1])
})

test('of a search of many words the first eight are looked for', () => {
  expect(found('oak table seats eight with creme linen park slope')).toEqual([1])
  expect(found('oak table seats eight with creme linen park marquee')).toEqual([1])
  expect(found('oak table seats eight with creme linen marquee')).toEqual([])
})

test('a title counts more than a label, a label more than a description, a whole word more than a part', () => {
  const rows = [
    ['arch', '', ''],
    ['archway', '', ''],
    ['', 'arch', ''],
    ['', '', 'arch'],
    ['', '', 'march'],
    ['', '', ''],
  ]
  const scores = [...new TextSearch(rows, asItIs).scores('arch')]
  expect(scores.at(-1)).toBe(0)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(rows.length)
})

test('a synonym stands for its word', () => {
  const scores = new TextSearch(ROWS, asItIs).scores('11102 chairs', (word) => (word === '11102' ? 'Astoria' : null))
  expect([...scores].map((score) => score > 0)).toEqual([true, false, false, false])
})

test('law: every row that holds the text as it was typed is found', () => {
  const text = fc
    .array(fc.constantFrom('Oak', 'tables', 'parties', 'knife', 'Ärmel', 'İstanbul', '🎈', 'no. 1', '-', ' '))
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), fc.nat(), fc.nat(), (texts, from, length) => {
      const source = texts[0] ?? ''
      const search = source.slice(from % (source.length + 1)).slice(0, length % 12)
      const isWhole = !/[\uD800-\uDFFF]/.test(search)
      const rows = texts.map((one) => ({ one }))
      const hits = searchRows(rows, ({ one }) => [one], search).map(({ one }) => one)
      if (isWhole)
        for (const one of texts) if (one.toLowerCase().includes(search.toLowerCase())) expect(hits).toContain(one)
    }),
  )
})

test('law: a text has the same words beside a letter with an accent', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aZ0 \n.,-_’“”–…') })
  fc.assert(fc.property(text, (one) => expect(plain(`${one} é`)).toBe(`${plain(one)} e`.trim())))
})

test('a misspelled word stands for at most forty words, the same ones in whatever order they are known', () => {
  const known = [...'bcdfghijklmopqrstuvwxyz'].flatMap((letter) => [`lanter${letter}`, `l${letter}ntern`])
  const closest = closestWords('lantern', known)
  expect(closest.length).toBe(40)
  expect(closestWords('lantern', known.toReversed())).toEqual(closest)
})

test('a row is prepared once, whatever other rows stand beside it later', () => {
  let reads = 0
  const row = Object.defineProperty(['', 'blue'], 0, {
    get() {
      reads++
      return 'Oak chairs'
    },
  })
  expect([...new TextSearch([row, ['Arch']], asItIs).scores('chair')]).toEqual([12, 0])
  const before = reads
  expect([...new TextSearch([['Lantern'], row], asItIs).scores('chair')]).toEqual([0, 12])
  expect(reads).toBe(before)
})
