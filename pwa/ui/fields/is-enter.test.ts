import { expect, test } from 'bun:test'
import { isEnter } from './is-enter'

test.each([
  ['Enter', { key: 'Enter', keyCode: 13, isComposing: false }, true],
  ['another key', { key: 'a', keyCode: 65, isComposing: false }, false],
  ['Enter that ends composing, as Chrome and Firefox say it', { key: 'Enter', keyCode: 229, isComposing: true }, false],
  ['Enter that ends composing, as Safari says it', { key: 'Enter', keyCode: 229, isComposing: false }, false],
  ['Enter within composing on a device that gives no code', { key: 'Enter', keyCode: 0, isComposing: true }, false],
])('%s', (_, press, expected) => expect(isEnter(press)).toBe(expected))
