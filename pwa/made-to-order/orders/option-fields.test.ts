import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { OptionFields } from './option-fields'

const OAK_IS_GONE = 'Oak: not offered any more'

function listOf(value: string, required: boolean) {
  const html = renderToStaticMarkup(
    createElement(OptionFields, {
      options: [{ name: 'Wood', type: 'select', options: ['Birch'], required }],
      values: { Wood: value },
      problems: {},
      onChange() {},
    }),
  )
  const options = [...html.matchAll(/<option([^>]*)>([^<]*)/g)].map(([, attributes = '', words]) => ({
    words,
    isChosen: attributes.includes(' selected'),
    isOpen: !attributes.includes(' disabled'),
  }))
  return {
    // A browser shows the first that can be chosen where none is.
    shown: (options.find(({ isChosen }) => isChosen) ?? options.find(({ isOpen }) => isOpen))?.words,
    open: options.filter(({ isOpen }) => isOpen).map(({ words }) => words),
  }
}

test.each([
  ['a choice that is offered', 'Birch', true, 'Birch'],
  ['no choice yet', '', true, 'Please choose'],
  ['no choice where none is needed', '', false, 'No preference'],
  ['a choice that its maker took away', 'Oak', true, OAK_IS_GONE],
  ['the same where none is needed', 'Oak', false, OAK_IS_GONE],
  ['blanks that were typed while it was a text', ' ', true, 'Please choose'],
])('%s is shown as what it is, and only what is offered can be chosen', (_, value, required, shown) =>
  expect(listOf(value, required)).toEqual({ shown, open: required ? ['Birch'] : ['No preference', 'Birch'] }),
)
