import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Draft } from '../disk/local-db'
import { joinDrafts, joinWords } from './join-drafts'

const draft = (draftId: string, values: unknown, hour: number): Draft => ({
  draftId,
  kind: draftId.slice(0, draftId.indexOf(':')),
  values,
  updatedAt: `2026-11-21T${hour}:00:00.000Z`,
})
const ORDER = { quantity: 1, name: '', note: '', customizations: {}, attempt: null }
const ATTEMPT = { clientId: 'a', wishes: {} }

describe('two drafts of one form', () => {
  const cases: [what: string, id: string, before: object, after: object, joined: object][] = [
    [
      'an empty field takes what the earlier one has',
      'purchase:1',
      { ...ORDER, name: 'Ana' },
      { ...ORDER, quantity: 2 },
      { ...ORDER, name: 'Ana', quantity: 2 },
    ],
    [
      'the words of both stay, the earlier ones first',
      'purchase:1',
      { ...ORDER, note: 'Blue' },
      { ...ORDER, note: 'By noon' },
      { ...ORDER, note: 'Blue\nBy noon' },
    ],
    [
      'words that were gone on with stay once',
      'message:1',
      { content: 'Is it' },
      { content: 'Is it free?' },
      { content: 'Is it free?' },
    ],
    [
      'wishes of both stay',
      'purchase:1',
      { customizations: { a: 'x' } },
      { customizations: { b: 'y' } },
      { customizations: { a: 'x', b: 'y' } },
    ],
    ['an attempt stays', 'purchase:1', { ...ORDER, attempt: ATTEMPT }, ORDER, { ...ORDER, attempt: ATTEMPT }],
    [
      'a later attempt is not mixed with an earlier one',
      'purchase:1',
      { attempt: ATTEMPT },
      { attempt: { clientId: 'b' } },
      { attempt: { clientId: 'b' } },
    ],
    [
      'photos of both stay',
      'damage:1',
      { photos: [{ blobId: 'a' }] },
      { photos: [{ blobId: 'b' }] },
      { photos: [{ blobId: 'a' }, { blobId: 'b' }] },
    ],
    [
      'a form that began full keeps the later text alone',
      'profile:',
      { description: 'I rent' },
      { description: 'We rent' },
      { description: 'We rent' },
    ],
  ]
  for (const [what, id, before, after, joined] of cases)
    test(what, () => {
      const [first, second] = [draft(id, before, 10), draft(id, after, 12)]
      const expected = [{ ...second, values: joined }]
      expect(joinDrafts(first, second)).toEqual(expected as never)
      expect(joinDrafts(second, first)).toEqual(expected as never)
    })
})

test('two new posts stay two', () => {
  const [first, second] = [draft('post:new', { clientId: 'a' }, 10), draft('post:new', { clientId: 'b' }, 12)]
  expect(joinDrafts(second, first)).toEqual([
    second,
    { draftId: 'post-aside:a', kind: 'post-aside', values: { clientId: 'a' }, updatedAt: first.updatedAt },
  ])
})

test('no words are lost, and joining them again adds nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const joined = joinWords(before, after)
      expect([joined.includes(before), joined.includes(after)]).toEqual([true, true])
      expect([joinWords(before, joined), joinWords(joined, after)]).toEqual([joined, joined])
    }),
  )
})

test('nonsense gives way to what came later', () => {
  for (const values of [null, 7, 'words', []]) {
    const later = draft('offer:1', { note: 'By noon' }, 12)
    expect(joinDrafts(draft('offer:1', values, 10), later)).toEqual([later])
  }
})
