import { describe, expect, test } from 'bun:test'
import { POST_TITLE_MAX, TAGS_MAX } from '#schema/inspiration'
import { clashOf } from '../../drafts/seen-words'
import { CheckedPost, postAsLeft, sentPost, startingDraft } from './post-values'

const photo = { blobId: '11111111-1111-4111-8111-111111111111' }
const filled = { title: ' Lights ', description: '', alt: ' a room ', tags: ['a', ' a ', 'b'], links: [], photo }
const messages = (values: unknown) => CheckedPost.safeParse(values).error?.issues.map(({ message }) => message)

test('a filled form is sent trimmed, each tag once, empty texts as none', () => {
  expect(sentPost(CheckedPost.parse(filled))).toEqual({
    title: 'Lights',
    description: null,
    alt: 'a room',
    tags: ['a', 'b'],
    links: [],
    photo,
  })
})

test('missing fields are named in the words of the specification', () => {
  expect(messages({ ...filled, title: ' ', photo: null })).toEqual(['Title is required', 'Please upload an image'])
})

test('the limits are those of the server', () => {
  expect(messages({ ...filled, title: 'x'.repeat(POST_TITLE_MAX + 1) })).toHaveLength(1)
  expect(messages({ ...filled, tags: Array.from({ length: TAGS_MAX + 1 }, String) })).toHaveLength(1)
})

describe('the form of a post that was left shows', () => {
  const opened = (title: string, description: string | null, at = photo) =>
    startingDraft({ title, description, alt: 'a room', tags: [], links: [] }, at)
  const error = { code: 'edit_conflict', message: '', status: 409, now: { title: 'Theirs' } }
  const other = { blobId: '22222222-2222-4222-8222-222222222222' }

  test('what stands now in the fields that nobody has typed in', () => {
    const kept = { ...opened('Lights', 'Warm.'), description: 'Bright.' }
    const stands = opened('Other lights', 'Cold.', other)
    expect(postAsLeft(kept, stands)).toEqual({
      ...stands,
      clientId: kept.clientId,
      description: 'Bright.',
      seen: { ...stands.seen, words: { ...stands.seen?.words, description: 'Warm.' } } as never,
    })
  })

  test('a photo with its words as they were left where one of both was typed in', () => {
    const kept = { ...opened('Lights', null), alt: 'a hall' }
    expect(postAsLeft(kept, opened('Lights', null, other))).toEqual(kept)
  })

  test('the version of another device where its person has chosen that', () => {
    const kept = { ...opened('Theirs', null), over: 'edit' }
    const stands = { ...opened('Mine', null), over: 'edit' }
    expect(postAsLeft(kept, stands, error)).toEqual(kept)
    expect(postAsLeft({ ...opened('Lights', null), over: 'edit' }, stands, error).title).toBe('Mine')
  })

  test.each([undefined, 'earlier edit'])(
    'a refused edit where it had started over %p with the version of another device',
    (over) => {
      const kept = { ...opened('Theirs', null), description: 'Warm.', over }
      const left = postAsLeft(kept, { ...opened('Mine', null), over: 'edit' }, error)
      expect(left).toMatchObject({ title: 'Mine', description: 'Warm.', over: 'edit' })
      expect(left.seen && clashOf(error, left.seen)?.names).toEqual(['title'])
    },
  )

  test('all of a post that does not exist yet', () => {
    const { seen: _, ...kept } = opened('Lights', null)
    expect(postAsLeft(kept, opened('Other lights', null))).toEqual(kept)
  })
})
