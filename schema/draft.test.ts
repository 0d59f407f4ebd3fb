import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DraftRow, type FieldEdit, type FieldVersion, mergeDraft } from '#schema/draft'

const PHONE = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a01'
const TABLET = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a02'
const at = (minute: number) => `2026-12-01T12:${String(minute).padStart(2, '0')}:00.000Z`
const edit = (by: string, minute: number, value: unknown, base: number | null = null): FieldEdit => ({
  value,
  at: at(minute),
  by,
  base: base === null ? null : at(base),
})
const EMPTY: Pick<DraftRow, 'fields' | 'others'> = { fields: {}, others: {} }
const merged = (...edits: FieldEdit[]) => edits.reduce((draft, one) => mergeDraft(draft, { title: one }), EMPTY)
const texts = (versions: FieldVersion[] | undefined) => (versions ?? []).map(({ value }) => value)
const titleOf = (draft: ReturnType<typeof mergeDraft>) => draft.fields.title?.value

describe('one field', () => {
  test('a first edit stands', () => {
    expect(merged(edit(PHONE, 1, 'Plates'))).toMatchObject({ fields: { title: { value: 'Plates' } }, others: {} })
  })

  test('the same device goes on, whether or not it has heard back', () => {
    expect(titleOf(merged(edit(PHONE, 1, 'Pl'), edit(PHONE, 2, 'Plates')))).toBe('Plates')
    expect(merged(edit(PHONE, 1, 'Pl'), edit(PHONE, 2, 'Plates', 1)).others).toEqual({})
  })

  test('another device that has seen the newest version goes on from it', () => {
    const draft = merged(edit(PHONE, 1, 'Pl'), edit(TABLET, 2, 'Plates', 1))
    expect([titleOf(draft), draft.others]).toEqual(['Plates', {}])
  })

  test('two devices that did not know of each other: the newest counts, both are kept', () => {
    const draft = merged(edit(PHONE, 1, 'Plates'), edit(TABLET, 2, 'Bowls'))
    expect([titleOf(draft), texts(draft.others.title)]).toEqual(['Bowls', ['Plates']])
  })

  test('an older edit that arrives later does not win, and is kept', () => {
    const draft = merged(edit(TABLET, 2, 'Bowls'), edit(PHONE, 1, 'Plates'))
    expect([titleOf(draft), texts(draft.others.title)]).toEqual(['Bowls', ['Plates']])
  })

  test('the same words on both are no clash', () => {
    expect(merged(edit(PHONE, 1, 'Plates'), edit(TABLET, 2, 'Plates')).others).toEqual({})
  })

  test('going on typing does not throw the other version away; choosing does', () => {
    const clash = merged(edit(PHONE, 1, 'Plates'), edit(TABLET, 2, 'Bowls'), edit(TABLET, 3, 'Bowls, big', 2))
    expect(texts(clash.others.title)).toEqual(['Plates'])
    const chosen = mergeDraft(clash, { title: { ...edit(TABLET, 4, 'Plates', 3), settles: true } })
    expect([titleOf(chosen), chosen.others]).toEqual(['Plates', {}])
  })
})

const anyEdit = fc.record({
  value: fc.constantFrom('a', 'b', 'c', 'd'),
  by: fc.constantFrom(PHONE, TABLET),
  minute: fc.integer({ min: 0, max: 59 }),
  base: fc.option(fc.integer({ min: 0, max: 59 })),
})
const edits = fc.uniqueArray(
  anyEdit.map(({ by, minute, value, base }) => edit(by, minute, value, base)),
  { selector: (one) => `${one.at}/${one.by}`, maxLength: 8 },
)

describe('laws', () => {
  test('whatever the order in which edits arrive, the newest stands', () => {
    fc.assert(
      fc.property(edits, edits, (some, more) => {
        const all = [
          ...some,
          ...more.filter((one) => !some.some((other) => other.at === one.at && other.by === one.by)),
        ]
        const newest = all.toSorted((a, b) => (a.at === b.at ? (a.by < b.by ? -1 : 1) : a.at < b.at ? -1 : 1)).at(-1)
        expect(titleOf(merged(...all))).toBe(newest?.value)
        expect(titleOf(merged(...all.toReversed()))).toBe(newest?.value)
      }),
    )
  })

  test('an edit that arrives again changes nothing', () => {
    fc.assert(
      fc.property(edits, (all) => {
        const draft = merged(...all)
        const last = all.at(-1)
        if (last) expect(mergeDraft(draft, { title: last })).toEqual(draft)
      }),
    )
  })
})
