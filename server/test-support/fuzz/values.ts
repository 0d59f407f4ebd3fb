import { TERMS_VERSION } from '#schema/consent'
import type { Dice } from '../../demo/dice'
import { testPhoto } from '../test-photos'

/** The part of a zod schema that says what it takes. */
interface Definition {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  items?: Schema[]
  options?: Schema[]
  in?: Schema
  valueType?: Schema
  keyType?: Schema
  entries?: Record<string, string>
  values?: unknown[]
  format?: string
  checks?: { _zod: { def: { check: string; format?: string; minimum?: number; maximum?: number; value?: number } } }[]
}
export interface Schema {
  _zod: { def: object }
}

/** Names for members of records, most of them such as every object has already. */
const MEMBERS = ['word', 'constructor', 'toString', 'hasOwnProperty']

/** Values that the seed of the fuzzed database makes meaningful, by the name of their member. */
const KNOWN: Record<string, (dice: Dice) => unknown> = {
  mainImage: () => testPhoto('a'),
  images: () => [testPhoto('b')],
  photos: () => [testPhoto('a')],
  imageUrl: () => testPhoto('a'),
  profilePhoto: () => testPhoto('a'),
  startDate: (dice) => `2026-12-${String(dice.between(2, 28)).padStart(2, '0')}`,
  endDate: () => '2026-12-28',
  price: (dice) => dice.pick([1, 12.5, '40', 4000]),
  zipCode: () => '11215',
  state: () => 'NY',
  username: (dice) => `fuzz-${dice.between(1, 400)}`,
  email: () => 'fuzz@example.com',
  termsVersion: () => TERMS_VERSION,
  version: () => TERMS_VERSION,
  successUrl: () => '/settings',
  cancelUrl: () => '/settings',
  repairInvoiceUrl: () => 'https://potter.example/12.pdf',
  until: () => null,
  epoch: () => null,
  scopes: (dice) => ({ [dice.pick(['pub:l', 'pub:u', 'u:1', 'u:2', 'nowhere'])]: [0, null] }),
}

/** A value that the schema takes, as far as its definition tells; rules across members may still refuse the whole. */
export function validValue(schema: Schema, dice: Dice, name = ''): unknown {
  const known = KNOWN[name]
  if (known && dice.chance(0.9)) return known(dice)
  const def = schema._zod.def as Definition
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).flatMap(([member, inner]) => {
          const value = validValue(inner, dice, member)
          return value === undefined ? [] : [[member, value]]
        }),
      )
    case 'optional':
      return dice.chance(0.4) ? undefined : inner(def, dice, name)
    case 'nullable':
      return dice.chance(0.3) ? null : inner(def, dice, name)
    case 'default':
    case 'readonly':
      return inner(def, dice, name)
    case 'pipe':
      return def.in ? validValue(def.in, dice, name) : null
    case 'union':
      return validValue(dice.pick(def.options ?? []), dice, name)
    case 'array':
      return Array.from({ length: dice.between(1, 3) }, () => def.element && validValue(def.element, dice))
    case 'tuple':
      return (def.items ?? []).map((item) => validValue(item, dice))
    case 'record':
      return { [dice.pick(MEMBERS)]: def.valueType && validValue(def.valueType, dice) }
    case 'enum':
      return dice.pick(Object.values(def.entries ?? {}))
    case 'literal':
      return dice.pick(def.values ?? [])
    case 'boolean':
      return dice.chance(0.5)
    case 'number':
      return numberFor(def, dice)
    case 'string':
      return textFor(def, dice)
    default:
      return hostileValue(dice)
  }
}

function inner(def: Definition, dice: Dice, name: string): unknown {
  return def.innerType ? validValue(def.innerType, dice, name) : null
}

function limit(def: Definition, ...names: string[]): number | undefined {
  const check = def.checks?.map(({ _zod }) => _zod.def).find(({ check }) => names.includes(check))
  return check?.minimum ?? check?.maximum ?? check?.value
}

function numberFor(def: Definition, dice: Dice): number {
  const low = limit(def, 'greater_than', 'min_size') ?? 1
  const high = limit(def, 'less_than', 'max_size') ?? low + 9
  return dice.pick([low, Math.min(high, low + dice.between(0, 9)), high])
}

function textFor(def: Definition, dice: Dice): string {
  const formats = [def.format, ...(def.checks ?? []).map(({ _zod }) => _zod.def.format)]
  if (formats.includes('uuid'))
    return `${hex(dice, 8)}-${hex(dice, 4)}-4${hex(dice, 3)}-8${hex(dice, 3)}-${hex(dice, 12)}`
  if (formats.includes('email')) return 'fuzz@example.com'
  if (formats.includes('datetime')) return '2026-12-01T16:00:00.000Z'
  if (formats.includes('date')) return '2026-12-10'
  if (formats.includes('url')) return 'https://potter.example/a'
  // A text that has to match something is not empty.
  const low = limit(def, 'min_length') ?? (formats.includes('regex') ? 1 : 0)
  const high = Math.min(limit(def, 'max_length') ?? 40, 6_000)
  const length = dice.pick([low, high, Math.min(high, Math.max(low, dice.between(1, 40)))])
  return dice.pick(['x', 'ä', '🎈', 'a b ', '<b>']).repeat(length).slice(0, length)
}

/** Few enough digits that the same value comes again: what happens twice is where faults are. */
function hex(dice: Dice, length: number): string {
  const digit = dice.pick(['0', '1', 'a', 'f'])
  return digit.repeat(length)
}

const HOSTILE: ((dice: Dice) => unknown)[] = [
  () => null,
  () => '',
  () => ' ',
  () => 0,
  () => -1,
  () => -0,
  () => 0.1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER,
  () => 2 ** 63,
  () => true,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => ({ length: 3 }),
  () => '__proto__',
  () => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  () => JSON.parse('{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4,"toJSON":5}'),
  () => "'; DROP TABLE users; --",
  () => '%27%00../../etc/passwd',
  () => '\u0000',
  () => '\ud800',
  () => '\u202e\u200b\ufeff',
  () => 'İ'.repeat(50),
  () => 'x'.repeat(70_000),
  () => '<script>alert(1)</script>',
  () => 'javascript:alert(1)',
  () => 'https://169.254.169.254/latest',
  () => '9999-99-99',
  () => '2026-02-30',
  () => '+275760-09-13',
  () => '0000-00-00T00:00:00Z',
  () => Array.from({ length: 2_000 }, () => 'x'),
  (dice) => Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`m${nth}`, dice.next()])),
  (dice) => nested(dice.pick([5, 31, 33, 400, 30_000])),
]

/** In place of a value that is nested so deeply that the engine's own writer would take seconds and then give up. */
const nested = (depth: number) => `nested:${depth}`
const NESTED = /"nested:(\d+)"/g

/** The value as JSON, with what is nested deeply. */
export function jsonOf(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(NESTED, (_, depth) => {
    const pairs = Math.ceil(Number(depth) / 2)
    return `${'[{"a":'.repeat(pairs)}1${'}]'.repeat(pairs)}`
  })
}

export function hostileValue(dice: Dice): unknown {
  return dice.pick(HOSTILE)(dice)
}

/** The same value with one part of it replaced, left out or added. */
export function nearlyValid(value: unknown, dice: Dice): unknown {
  if (Array.isArray(value) && value.length > 0 && dice.chance(0.7)) {
    const at = dice.between(0, value.length - 1)
    return value.map((part, nth) => (nth === at ? nearlyValid(part, dice) : part))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value)
    const act = dice.next()
    if (names.length > 0 && act < 0.8) {
      const name = dice.pick(names)
      const part = (value as Record<string, unknown>)[name]
      if (act < 0.15) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))
      return { ...value, [name]: nearlyValid(part, dice) }
    }
    if (act < 0.95)
      return { ...value, [dice.pick(['__proto__x', 'constructor', 'id', 'userId', 'isOperator'])]: hostileValue(dice) }
  }
  return hostileValue(dice)
}
