import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DraftRow, type FieldEdit, type FieldVersion, mergeDraft, withoutOld } from '#schema/draft'

const PHONE = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a01'
const TABLET = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a02'
const at = (minute: number) => `2026-12-01T12:${String(minute).padStart(2, '0')}:00.000Z`
const edit = (by: string, minute: number, value: unknown, base: number | null = null): FieldEdit => ({
  value,
  at: at(minute),
  by,
  base: base === null ? null : at(base),
})
const EMPTY: Required<Pick<DraftRow, 'fields' | 'others' | 'earlier'>> = { fields: {}, others: {}, earlier: {} }
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

test.each(['constructor', 'toString', 'hasOwnProperty'])('a field may be called %s', (name) => {
  const first = mergeDraft(EMPTY, { [name]: { ...edit(PHONE, 1, 'Plates'), settles: true } })
  const clash = mergeDraft(first, { [name]: edit(TABLET, 2, 'Bowls') })
  expect([clash.fields[name]?.value, texts(clash.others[name])]).toEqual(['Bowls', ['Plates']])
  const chosen = mergeDraft(clash, { [name]: { ...edit(PHONE, 3, 'Plates', 2), settles: true } })
  expect([Object.hasOwn(chosen.others, name), texts(chosen.earlier[name])]).toEqual([false, ['Bowls']])
})

describe('the version that a choice puts aside', () => {
  const clash = merged(edit(PHONE, 1, 'Plates'), edit(TABLET, 2, 'Bowls'))
  const choice = { ...edit(PHONE, 3, 'Plates', 2), settles: true }
  const chosen = mergeDraft(clash, { title: choice })

  test('is kept, with its device and its time', () => {
    expect([titleOf(chosen), chosen.others]).toEqual(['Plates', {}])
    expect(chosen.earlier.title).toEqual([{ value: 'Bowls', at: at(2), by: TABLET, asideAt: at(3) }])
  })

  test('can be chosen again: then the other is kept', () => {
    const back = mergeDraft(chosen, { title: { ...edit(TABLET, 4, 'Bowls', 3), settles: true } })
    expect([titleOf(back), texts(back.earlier.title)]).toEqual(['Bowls', ['Plates', 'Bowls']])
  })

  test('is kept although the server had never heard of it', () => {
    const unheard = {
      ...edit(PHONE, 3, 'Bowls', 2),
      settles: true,
      aside: [{ value: 'Typed just now', at: at(3), by: PHONE }],
    }
    expect(texts(mergeDraft(clash, { title: unheard }).earlier.title)).toEqual(['Plates', 'Typed just now'])
  })

  test('goes after 30 days', () => {
    const after = (days: number) => withoutOld(chosen.earlier, new Date(Date.parse(at(3)) + days * 86_400_000))
    expect([texts(after(29).title), after(31)]).toEqual([['Bowls'], {}])
  })

  test('of more versions than are shown at once none is lost', () => {
    const devices = ['3', '4', '5', '6', '7'].map((end) => PHONE.slice(0, -1) + end)
    const all = merged(...devices.map((by, nth) => edit(by, nth + 1, `Title ${nth}`)))
    const told = [titleOf(all), ...texts(all.others.title), ...texts(all.earlier.title)]
    expect(told.toSorted()).toEqual(['Title 0', 'Title 1', 'Title 2', 'Title 3', 'Title 4'])
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
  test('no choice loses words: whatever stood there or beside it is there, beside it or among the earlier ones', () => {
    fc.assert(
      fc.property(edits, fc.constantFrom('a', 'b', 'c', 'd', 'e'), (all, value) => {
        const before = merged(...all)
        const after = mergeDraft(before, {
          title: { ...edit(PHONE, 59, value), at: '2026-12-02T12:00:00.000Z', settles: true },
        })
        const told = new Set([titleOf(after), ...texts(after.others.title), ...texts(after.earlier.title)])
        for (const one of [...(all.length > 0 ? [titleOf(before)] : []), ...texts(before.others.title)])
          expect(told).toContain(one)
      }),
    )
  })

  test('the newest edit stands in whatever order edits arrive', () => {
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
