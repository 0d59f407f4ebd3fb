import * as z from 'zod/mini'
import { PRODUCT_NAME } from '#schema/product'
import { Email, optionalPart, Password, timeZone, Username } from '#schema/user'

/** Names that make their bearer look like the people who run the marketplace. */
const RESERVED = [
  PRODUCT_NAME.toLowerCase(),
  'administrator',
  'admin',
  'billing',
  'cli',
  'help',
  'helpdesk',
  'info',
  'mail',
  'moderator',
  'mod',
  'official',
  'operator',
  'owner',
  'payments',
  'payment',
  'root',
  'safety',
  'security',
  'service',
  'staff',
  'support',
  'system',
  'team',
]

/** Latin letters, each with the letters of Cyrillic and Greek, the digits and the signs that a reader takes for it. */
const LOOK_ALIKES: Record<string, string> = {
  a: 'аα4',
  b: 'вβ8',
  c: 'сϲ',
  d: 'ԁδ',
  e: 'еєҽε3',
  f: 'ғϝ',
  g: 'ɡ',
  h: 'һн',
  i: 'іιı!',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ1|',
  m: 'м',
  n: 'пη',
  o: 'оοσө0',
  p: 'рρ',
  q: 'ԛ',
  r: 'гя',
  s: 'ѕ5$',
  t: 'тτ7',
  u: 'цυμ',
  v: 'ѵν',
  w: 'ԝωш',
  x: 'хχ',
  y: 'уүγ',
}
const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
)

const RESERVED_ALONE_OR_TOGETHER = new RegExp(`^(?:${RESERVED.map(skeletonOf).join('|')})+$`)

/**
 * Tells whether a username claims to speak for the marketplace: a reserved word, several of them together ("trestle-support"),
 * with digits after them ("admin2"), or letters that look the same in another width, case or script.
 */
export function isReservedName(username: string): boolean {
  const key = username.normalize('NFKC').toLowerCase()
  return [key, key.replace(/\d+$/, '')].some((name) => RESERVED_ALONE_OR_TOGETHER.test(skeletonOf(name)))
}

/** Letters alone, each as the Latin letter that it looks like; I and l count as one. */
function skeletonOf(name: string): string {
  return [...name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
}

/**
 * Invisible signs would let two people carry names that look the same. They stay where they are spelling: joiners within a word of a
 * script without capitals and within an emoji, and the sign that gives an emoji its colors.
 */
const USERNAME =
  /^(?:(?!\p{Default_Ignorable_Code_Point})(?:(?:\p{Lo}\p{M}*|\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)[\u200c\u200d](?!$)|\p{Extended_Pictographic}\ufe0f|[^\s\p{Cc}\p{Cs}\u2800\ufff9-\ufffc/\\<>@]))+$/u

/** The form of a new person. Nothing that works without a connection needs these rules. */
export const Registration = z.object({
  username: Username.check(
    z.regex(USERNAME, 'A username has no spaces, slashes or @'),
    z.refine((name) => !isReservedName(name), { error: 'This username is reserved' }),
  ),
  password: Password,
  email: Email,
  street: optionalPart,
  city: optionalPart,
  state: optionalPart,
  zipCode: optionalPart,
  timeZone,
  /** The terms that the form named; absent from other programs. */
  termsVersion: z.optional(z.string().check(z.maxLength(40))),
})
export type Registration = z.infer<typeof Registration>
