import { expect, test } from 'bun:test'
import { AppealDecision, NewAppeal, ReportDecision } from './moderation'

const decision = { kind: 'listing', id: 7, reports: [1], act: 'hide' }
/** A blank of braille, a joiner, and a mark without a shape. */
const INVISIBLE = ['', ' \n', '\u2800', '\u2060\ufe0f']

test.each(INVISIBLE)('a reason or an appeal without anything to see is refused: %j', (words) => {
  const answers = [
    NewAppeal.safeParse({ token: '1.2.x', words }),
    ReportDecision.safeParse({ ...decision, note: words }),
    AppealDecision.safeParse({ takeBack: true, note: words }),
  ]
  expect(answers.map(({ error }) => error?.issues.map(({ message }) => message))).toEqual(
    answers.map(() => ['Please say why']),
  )
})

test('words are trimmed', () => {
  expect(NewAppeal.parse({ token: '1.2.x', words: ' It is mine.\n' }).words).toBe('It is mine.')
  expect(ReportDecision.parse({ ...decision, note: ' 🙃 ' }).note).toBe('🙃')
})
