import { expect, test } from 'bun:test'
import { noticePath, noticeTag } from '#schema/push-notice'
import { isNoticeOf } from './close-notices'

const notice = (about: 'booking' | 'order', kind: 'offers' | 'messages', mine = true) => ({
  tag: noticeTag({ about, id: 12 }),
  data: { path: noticePath({ about, id: 12, mine, kind, word: kind === 'messages' ? 'message' : 'offer' }) },
})
const seen = (about: 'booking' | 'order', id = 12) => [noticeTag({ about, id })]

test.each([
  ['an offer, its card', notice('booking', 'offers'), seen('booking'), 'card', true],
  ['an offer, its thread', notice('booking', 'offers'), seen('booking'), 'thread', false],
  ['a message, its thread', notice('booking', 'messages'), seen('booking'), 'thread', true],
  ['a message, its card', notice('booking', 'messages'), seen('booking'), 'card', false],
  ['a message about an order, its thread', notice('order', 'messages'), seen('order'), 'thread', true],
  ['a maker’s message, its card', notice('order', 'messages', false), seen('order'), 'card', false],
  ['an offer, another card', notice('booking', 'offers'), seen('booking', 13), 'card', false],
  ['an offer, the order of the same number', notice('booking', 'offers'), seen('order'), 'card', false],
  ['something new, anything', { tag: '', data: null }, seen('booking'), 'card', true],
] as const)('on the screen of %s', (_, notification, tags, part, isClosed) => {
  expect(isNoticeOf(notification, tags, part)).toBe(isClosed)
})
