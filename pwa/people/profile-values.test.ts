import { describe, expect, test } from 'bun:test'
import type { ShownUser } from '../session/profile-overlay'
import type { ProfileFields } from './profile-draft'
import { asLeft, CheckedProfile, continued, profileChange, profileFieldsOf, withRefused } from './profile-values'

const BLOB = { blobId: '22222222-2222-4222-8222-222222222222' }
const OURS = `http://localhost:3000/uploads/${'a'.repeat(64)}.jpg`
const PATH = `/uploads/${'a'.repeat(64)}.jpg`
const ELSEWHERE = 'https://photos.example.com/me.jpg'
const NOW: ProfileFields = { description: 'Plates', photo: { url: OURS }, photoUrl: '' }
const shown = (parts: Partial<ShownUser>) => parts as ShownUser

describe('the form of a profile', () => {
  test.each<[Partial<ShownUser>, ProfileFields]>([
    [
      { description: null, profilePhoto: null },
      { description: '', photo: null, photoUrl: '' },
    ],
    [{ description: 'Plates', profilePhoto: OURS }, NOW],
    [
      { description: null, profilePhoto: ELSEWHERE },
      { description: '', photo: null, photoUrl: ELSEWHERE },
    ],
    [
      { description: null, profilePhoto: OURS, photoBlobId: BLOB.blobId },
      { description: '', photo: BLOB, photoUrl: '' },
    ],
  ])('of %j', (user, fields) => {
    expect(profileFieldsOf(shown(user))).toEqual(fields)
  })
})

describe('a change', () => {
  test.each<[string, Partial<ProfileFields>, ReturnType<typeof profileChange>]>([
    ['nothing', {}, null],
    ['spaces around the words', { description: '  Plates ' }, null],
    [
      'the words',
      { description: ' Plates and lights ' },
      { description: 'Plates and lights', seen: { description: 'Cups' } },
    ],
    ['no words any more', { description: '   ' }, { description: '', seen: { description: 'Cups' } }],
    ['a picked photo', { photo: BLOB }, { photo: BLOB }],
    ['no photo any more', { photo: null }, { photo: null }],
    ['the address of a smaller width', { photoUrl: PATH.replace('.jpg', '-640.jpg') }, { photo: { url: PATH } }],
    ['a typed address before the photo', { photoUrl: ` ${ELSEWHERE} ` }, { photo: { url: ELSEWHERE } }],
    ['both', { description: '', photo: null }, { description: '', photo: null, seen: { description: 'Cups' } }],
  ])('of %s', (_, typed, change) => {
    expect(profileChange(NOW, { ...NOW, ...typed }, ' Cups ')).toEqual(change)
  })
})

describe('a form that was left', () => {
  const moved: ProfileFields = { description: 'From my laptop', photo: null, photoUrl: ELSEWHERE }

  test('goes on with what was typed, and follows other devices in what was not', () => {
    expect(continued({ base: NOW, values: { ...NOW, description: 'Typed' } }, moved)).toEqual({
      ...moved,
      description: 'Typed',
    })
    expect(continued({ base: NOW, values: { ...NOW, photo: BLOB } }, moved)).toEqual({
      description: 'From my laptop',
      photo: BLOB,
      photoUrl: '',
    })
  })

  test('goes on over what was refused since, and loses none of its words', () => {
    const waiting = { ...NOW, description: 'Sent before' }
    const draft = { base: waiting, values: { ...waiting, photo: BLOB } }
    const refused = withRefused(NOW, { description: 'Sent before' })
    expect(asLeft(draft, { now: NOW, refused: { change: { description: 'Sent before' } } })).toEqual({
      base: refused,
      values: { ...refused, photo: BLOB },
      seen: NOW.description,
    })
    expect(asLeft(null, { now: NOW, refused: { change: { description: 'Sent before' } } })).toEqual({
      base: refused,
      values: refused,
      seen: NOW.description,
    })
    const told = { change: { description: 'Sent before' }, stands: 'From my laptop' }
    expect(asLeft(null, { now: NOW, refused: told }).seen).toBe('From my laptop')
    expect(asLeft(null, { now: NOW, refused: null })).toEqual({ base: NOW, values: NOW, seen: NOW.description })
  })

  test('asks about words of another device, however often it is opened and left before it is saved', () => {
    const typed = { base: NOW, values: { ...NOW, description: 'Typed' } }
    const first = asLeft(typed, { now: moved, refused: null })
    expect(first).toEqual({
      base: { ...moved, description: NOW.description },
      values: { ...moved, description: 'Typed' },
      seen: NOW.description,
    })
    const left = { base: first.base, values: { ...first.values, description: 'Typed on' } }
    const second = asLeft(left, { now: moved, refused: null })
    expect([second.values.description, second.seen]).toEqual(['Typed on', NOW.description])
    expect(asLeft(left, { now: moved, refused: { change: { photo: BLOB } } }).seen).toBe(NOW.description)
  })

  test('shows the words of another device where only a photo was picked, and does not ask about them', () => {
    const picked = { base: NOW, values: { ...NOW, photo: BLOB } }
    expect(asLeft(picked, { now: moved, refused: null })).toEqual({
      base: moved,
      values: { ...moved, photo: BLOB, photoUrl: '' },
      seen: moved.description,
    })
  })

  test('starts with what was refused', () => {
    expect(withRefused(NOW, { description: 'Refused' })).toEqual({ ...NOW, description: 'Refused' })
    expect(withRefused(NOW, { photo: BLOB })).toEqual({ ...NOW, photo: BLOB })
    expect(withRefused(NOW, { photo: { url: ELSEWHERE } })).toEqual({ ...NOW, photo: null, photoUrl: ELSEWHERE })
    expect(withRefused(NOW, { description: null, photo: null })).toEqual({ description: '', photo: null, photoUrl: '' })
  })
})

describe('a typed profile', () => {
  const problem = (typed: Partial<ProfileFields>) => {
    const { error } = CheckedProfile.safeParse({ ...NOW, ...typed })
    return error?.issues.map(({ path, message }) => [path[0], message])
  }

  test.each([
    'ben.jpg',
    ELSEWHERE,
    `https://photos.example.com${PATH}`,
    'http://photos.example.com/me.jpg',
    'javascript:alert(1)',
    'https://',
    'data:image/svg+xml,<svg/>',
    '🎉',
    '12,50',
  ])('%s is no photo', (photoUrl) => {
    expect(problem({ photoUrl })).toEqual([['photoUrl', 'Please provide a valid image URL']])
  })

  test.each(['', '   ', PATH, ` ${PATH} `, PATH.replace('.jpg', '-320.jpg')])('%p passes as an address', (photoUrl) => {
    expect(problem({ photoUrl })).toBeUndefined()
  })

  test('a description has 500 characters or less, spaces around it not counted', () => {
    expect(problem({ description: ` ${'ש'.repeat(500)} ` })).toBeUndefined()
    expect(problem({ description: 'ש'.repeat(501) })).toEqual([
      ['description', 'Description must be 500 characters or less'],
    ])
  })
})
