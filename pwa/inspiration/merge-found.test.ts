import { expect, test } from 'bun:test'
import type { PostView } from '#schema/inspiration'
import { mergeFound, shownPost, withoutOlder } from './merge-found'

const view = (id: number, clientId: string | null = null): PostView => ({
  id,
  userId: 1,
  username: 'ana',
  title: `Post ${id}`,
  description: null,
  imageUrl: '',
  alt: null,
  shape: null,
  tags: [],
  links: [],
  createdAt: '',
  clientId,
  likeCount: id,
  saveCount: 0,
  isLikedByCurrentUser: false,
  isSavedByCurrentUser: false,
})
const waiting = [{ userId: 1, clientId: 'own' }]
const local = [shownPost(view(3)), shownPost(view(1))]
const ids = (posts: readonly { id: number }[]) => posts.map(({ id }) => id)

test('posts of the server alone come last, although they are newest, so that nothing on the screen moves', () => {
  expect(ids(mergeFound(local, [view(5), view(4)], []))).toEqual([3, 1, 5, 4])
})

test('one’s own post is not shown beside itself while it waits', () => {
  expect(ids(mergeFound([], [view(9, 'own'), view(8, null)], waiting))).toEqual([8])
})

test('another person’s post with the same client id is shown', () => {
  expect(ids(mergeFound([], [{ ...view(9, 'own'), userId: 2 }], waiting))).toEqual([9])
})

test('with nothing further the same posts come back, so that nothing is laid out again', () => {
  expect(mergeFound(local, [view(9, 'own')], waiting)).toBe(local)
})

test('a post that is shown among the older ones is not shown a second time once this device holds it', () => {
  expect(ids(withoutOlder(local, [view(2), view(1)]))).toEqual([3])
  expect(withoutOlder(local, [view(2)])).toBe(local)
  expect(withoutOlder(local, [])).toBe(local)
})

test('its counts come with it', () => expect(shownPost(view(5)).stat).toEqual({ likeCount: 5, saveCount: 0 }))
