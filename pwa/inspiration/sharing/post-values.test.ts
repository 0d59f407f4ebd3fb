import { expect, test } from 'bun:test'
import { POST_TITLE_MAX, TAGS_MAX } from '#schema/inspiration'
import { CheckedPost, sentPost } from './post-values'

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
