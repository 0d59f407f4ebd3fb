import { expect, test } from 'bun:test'
import { addTags } from './add-tags'

const NINE = Array.from({ length: 9 }, (_, index) => `tag ${index + 1}`)

test.each([
  ['one more', [], ' brass ', ['brass'], ''],
  ['several, each once', ['brass'], 'candles,, brass, linen', ['brass', 'candles', 'linen'], ''],
  ['nothing', ['brass'], '  ', ['brass'], ''],
  ['more than there is room for: the rest stays in the box', NINE, 'a, b,c', [...NINE, 'a'], 'b, c'],
  ['one to a full list', [...NINE, 'a'], 'b', [...NINE, 'a'], 'b'],
])('%s', (_, value, text, tags, rest) => {
  expect(addTags(value, text)).toEqual({ tags, rest })
})
