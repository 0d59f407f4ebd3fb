import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useAccount } from './account'

test('a screen outside the provider of the account is refused in the specification’s words', () => {
  const Screen = () => useAccount().user?.username
  expect(() => renderToStaticMarkup(createElement(Screen))).toThrow('useAuth must be used within an AuthProvider')
})
