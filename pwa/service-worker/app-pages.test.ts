import { expect, test } from 'bun:test'
import { isAppPage } from './app-pages'

test.each([
  ['/', true],
  ['/offers?thread=7', true],
  ['/listings/12#v1.2', true],
  ['/mailbox', true],
  ['/uploads/4f/photo.jpg', false],
  ['/uploads/photo', false],
  ['/api/calendar/7', false],
  ['/_pay/checkout', false],
  ['/mail', false],
  ['/.well-known/security', false],
  ['/mark.svg', false],
])('%s shows the app: %p', (path, isPage) => {
  expect(isAppPage(`https://trestle.example${path}`)).toBe(isPage)
})
