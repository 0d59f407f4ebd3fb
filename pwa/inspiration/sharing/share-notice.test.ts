import { expect, test } from 'bun:test'
import { PhotoRefused } from '../../photos/prepare-photo'
import { noticeOfShare } from './share-notice'
import type { TakenShare } from './take-shared'

const OTHERS = 'Please share the others on their own.'
const small = new PhotoRefused('This photo is too small', 'Choose a larger one.')
const share = (photos: number, refused: number, leftOut: number, hasWords = false): TakenShare => ({
  ...{ photos, leftOut, hasWords },
  refused: Array.from({ length: refused }, () => small),
})

test.each<[string, TakenShare | 'full' | null, string | undefined, string | undefined]>([
  ['that has gone', null, 'Please choose the photo again', 'What you shared did not reach this page.'],
  [
    'beside too many drafts',
    'full',
    'Too many drafts are waiting',
    'Finish or discard one of them, and share this again.',
  ],
  ['of words alone', share(0, 0, 0, true), undefined, undefined],
  ['of nothing', share(0, 0, 0), 'Please choose the photo again', 'What you shared did not reach this page.'],
  ['of three photos', share(3, 0, 0), undefined, undefined],
  ['of one unusable photo', share(0, 1, 0), small.message, small.advice],
  ['with two unusable photos', share(3, 2, 0), '2 of 5 photos could not be used', `${small.message}. ${small.advice}`],
  ['of twelve photos', share(10, 0, 2), 'The first 10 photos were added', OTHERS],
  ['whose second photo is huge', share(1, 0, 1), 'The first photo was added', OTHERS],
  [
    'of twelve photos, one unusable',
    share(9, 1, 2),
    '1 of 12 photos could not be used',
    `${small.message}. ${small.advice} ${OTHERS}`,
  ],
  [
    'of two photos, one unusable and one left out',
    share(0, 1, 1),
    '1 of 2 photos could not be used',
    `${small.message}. ${small.advice} ${OTHERS}`,
  ],
  ['of one huge photo', share(0, 0, 1), 'This photo is too large to be shared', 'Please choose it in the form.'],
  [
    'of one huge photo with words',
    share(0, 0, 1, true),
    'This photo is too large to be shared',
    'Please choose it in the form.',
  ],
  ['of huge photos', share(0, 0, 3), 'These photos are too large to be shared', 'Please choose them in the form.'],
])('a share %s', (_name, taken, title, description) => {
  const notice = noticeOfShare(taken)
  expect(notice?.title).toBe(title)
  expect(notice?.description).toBe(description)
})
