import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isReservedName } from '#schema/registration'

test.each([
  'operator',
  'Operator',
  'OPERATOR',
  'ｏｐｅｒａｔｏｒ',
  'оperator',
  'οperatοr',
  '0perator',
  'o.p.e.r.a.t.o.r',
  'opérator',
  'operator_',
  'admin',
  'Admin',
  'аdmin',
  'adm1n',
  'admın',
  'admln',
  'adrnin',
  'admin2',
  'admin-2026',
  'support',
  'ѕupport',
  'suppοrt',
  'support-team',
  'Trestle',
  'тrestle',
  'trestle.support',
  'TrestleHelp',
  'trestle-official',
  'help',
  'HELP',
  'неlp',
  'security',
  'ѕесurіtу',
  '5ecurity',
  'root',
  'staff',
  'moderator',
  'cli',
  'СLI',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each([
  'host',
  'planner',
  'maker',
  'rosa',
  'helper',
  'helpful.hana',
  'operatic',
  'Adminah',
  'trestle-tables-bk',
  'supportive',
  'teamwork',
  'mod.ern',
  'сергей',
  'ελένη',
  '花子',
  '1234',
  '👩‍🍳',
  'modesty',
  'securitas',
  'infolio',
])('%s is free', (name) => {
  expect(isReservedName(name)).toBe(false)
})

test('case, width and signs between the letters change nothing', () => {
  const wide = (letter: string) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)
  const shapes = fc.constantFrom<(letter: string) => string>(
    (l) => l,
    (l) => l.toUpperCase(),
    wide,
    (l) => `${l}.`,
    (l) => `_${l}`,
  )
  const disguised = fc
    .constantFrom('operator', 'admin', 'support', 'trestle', 'help', 'security')
    .chain((word) =>
      fc
        .array(shapes, { minLength: word.length, maxLength: word.length })
        .map((shape) => [...word].map((letter, at) => shape[at]?.(letter) ?? letter).join('')),
    )
  fc.assert(fc.property(disguised, (name) => isReservedName(name)))
})
