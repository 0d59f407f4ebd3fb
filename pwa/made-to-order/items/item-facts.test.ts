import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ItemOptions } from './item-facts'

test.each([
  ['color', 'Sage #9CAF88', 'Sage'],
  ['select', 'Suite #101', 'Suite #101'],
] as const)('a choice of a %s is called what its maker called it', (type, choice, words) => {
  const options = [{ name: 'Option', type, options: [choice], required: false }]
  expect(renderToStaticMarkup(createElement(ItemOptions, { options }))).toContain(`>${words}<`)
})
