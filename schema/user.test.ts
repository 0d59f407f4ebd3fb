import { expect, test } from 'bun:test'
import { fieldMessages } from '#schema/errors'
import { Registration } from '#schema/registration'
import { Credentials, onboardingStep, ProfileChange } from '#schema/user'

const PERSON = { username: 'rosa', password: 'trestle', email: 'rosa@example.com' }
const problems = (input: unknown) => fieldMessages(Registration.safeParse(input).error?.issues ?? [])

test('a registration is trimmed but for its password, and unknown fields fall away', () => {
  const parsed = Registration.parse({
    ...PERSON,
    username: ' rosa ',
    email: ' rosa@example.com ',
    password: '  secret  ',
    city: ' Brooklyn ',
    role: 'admin',
  })
  expect(parsed).toEqual({ ...PERSON, password: '  secret  ', city: 'Brooklyn' })
})

test('everything that is missing is named', () => {
  expect(problems({})).toEqual({
    username: 'Username is required',
    password: 'Password is required',
    email: 'Email is required',
  })
})

test('of a text that is far too long nothing but its length is looked at', () => {
  // Marks in this order take a normalization minutes.
  const slow = `a${'\u0301\u0316'.repeat(400_000)}`
  const issues = Registration.safeParse({ ...PERSON, username: slow, email: `${slow}@` }).error?.issues
  expect(issues?.map(({ path, code }) => [path[0], code])).toEqual([
    ['username', 'too_big'],
    ['email', 'too_big'],
  ])
})

test.each([
  'rosa',
  'Rosa-Müller',
  "o'brien",
  '花子',
  'שרה',
  'نورا',
  'می\u200cخواهم',
  '👩‍🍳',
  '👩🏽‍🍳',
  '❤️‍🔥',
  'cake❤️',
  'x'.repeat(40),
])('%s may be a username', (username) => {
  expect(problems({ ...PERSON, username })).toEqual({})
})

const SHAPE = 'A username has no spaces, slashes or @'
test.each([
  ['', 'Username is required'],
  ['  ', 'Username is required'],
  ['a b', SHAPE],
  ['a/b', SHAPE],
  ['a\\b', SHAPE],
  ['<b>', SHAPE],
  ['a@b', SHAPE],
  ['admin\0', SHAPE],
  ['admin\u200b', SHAPE],
  ['\u202enimda', SHAPE],
  ['a\u2066b', SHAPE],
  ['ali\u00adce', SHAPE],
  ['a\u061cb', SHAPE],
  ['ali\u200dce', SHAPE],
  ['alice\u200c', SHAPE],
  ['נורה\u200d', SHAPE],
  ['alice\ufe0f', SHAPE],
  ['alice\u{e0061}', SHAPE],
  ['support\u1160', SHAPE],
  ['\u3164', SHAPE],
  ['\u2800', SHAPE],
  ['\ud800', SHAPE],
  ['x'.repeat(41), 'Please keep the username under 40 characters'],
  [7, 'Username is required'],
])('%p may not', (username, message) => {
  expect(problems({ ...PERSON, username })).toEqual({ username: message })
})

test.each([
  ['12345', 'Password must be at least 6 characters'],
  ['x'.repeat(251), 'This password is too long'],
])('password %p is refused', (password, message) => {
  expect(problems({ ...PERSON, password })).toEqual({ password: message })
})
test.each(['123456', 'пароль', '🎈🎈🎈🎈🎈🎈', 'x'.repeat(250)])('password %p is accepted', (password) => {
  expect(problems({ ...PERSON, password })).toEqual({})
})

test.each([
  'rosa',
  'rosa@',
  '@example.com',
  'rosa@example',
  'rosa @example.com',
  'a@b@c.com',
  `${'x'.repeat(250)}@a.co`,
])('email %p is refused', (email) => expect(problems({ ...PERSON, email })).toEqual({ email: 'Invalid email address' }))

test('credentials are asked for, not judged', () => {
  expect(Credentials.parse({ username: ' rosa ', password: ' ' })).toEqual({ username: 'rosa', password: ' ' })
  expect(fieldMessages(Credentials.safeParse({}).error?.issues ?? [])).toEqual({
    username: 'Username is required',
    password: 'Password is required',
  })
})

test.each([
  [{ profilePhoto: 'me.jpg' }, 'Please provide a valid image URL'],
  [{ profilePhoto: 'ftp://photos.example.com/a.jpg' }, 'Please provide a valid image URL'],
  [{ description: 'x'.repeat(501) }, 'Description must be 500 characters or less'],
])('profile %j is refused', (input, message) => {
  expect(Object.values(fieldMessages(ProfileChange.safeParse(input).error?.issues ?? []))).toEqual([message])
})
test.each([{}, { profilePhoto: '' }, { profilePhoto: null }, { description: 'x'.repeat(500) }, { description: null }])(
  'profile %j is accepted',
  (input) => expect(ProfileChange.parse(input)).toEqual(input),
)

test.each([
  [false, false, 1],
  [false, true, 1],
  [true, false, 2],
  [true, true, 3],
] as const)(
  'address %p and payout %p lead to step %d',
  (hasCompletedAddressSetup, hasCompletedStripeOnboarding, wanted) => {
    expect(onboardingStep({ hasCompletedAddressSetup, hasCompletedStripeOnboarding })).toBe(wanted)
  },
)
