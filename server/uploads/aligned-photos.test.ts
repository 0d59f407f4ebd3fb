import { expect, test } from 'bun:test'
import { alignedPhotos } from './aligned-photos'

test.each([
  ['as sent', ['a', ['b', 'c'], ['A', 'B', 'C']], ['a', ['b', 'c'], ['A', 'B', 'C']]],
  ['too few texts', ['a', ['b', 'c'], ['A']], ['a', ['b', 'c'], ['A', '', '']]],
  ['too many texts', ['a', ['b'], ['A', 'B', 'C']], ['a', ['b'], ['A', 'B']]],
  ['a gap', ['a', ['b'], ['', 'B']], ['a', ['b'], ['', 'B']]],
  ['no text at all', ['a', ['b'], []], ['a', ['b'], []]],
  ['empty texts alone', ['a', ['b'], ['', '']], ['a', ['b'], []]],
  ['the main photo among the others', ['a', ['a', 'b'], ['A', 'B']], ['a', ['b'], ['A', 'B']]],
  [
    'a photo twice, with a text each',
    ['a', ['b', 'b', 'c'], ['A', 'B', 'again', 'C']],
    ['a', ['b', 'c'], ['A', 'B', 'C']],
  ],
  ['the main photo last', ['a', ['b', 'a'], ['A', 'B', 'again']], ['a', ['b'], ['A', 'B']]],
] as const)('%s', (_, [mainImage, images, photoAlts], kept) => {
  const aligned = alignedPhotos({ mainImage, images: [...images], photoAlts: [...photoAlts] })
  expect([aligned.mainImage, aligned.images, aligned.photoAlts]).toEqual([kept[0], [...kept[1]], [...kept[2]]])
})
