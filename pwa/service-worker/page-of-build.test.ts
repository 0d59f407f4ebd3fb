import { expect, test } from 'bun:test'
import { isPageOf, keepPageOf } from './page-of-build'

const page = (...paths: string[]) =>
  `<!doctype html><script type="module" crossorigin src="/assets/index-${paths[0]}.js"></script>
  <link rel="icon" href="/icons/favicon.svg"><link rel="stylesheet" crossorigin href="/assets/index-${paths[1]}.css">`
const BUILD = new Set(['/index.html', '/assets/index-newCode1.js', '/assets/index-newLook1.css'])
const ADDRESS = 'https://trestle.example/index.html?__WB_REVISION__=newer'

test.each([
  ['of this build', page('newCode1', 'newLook1'), true],
  ['of the build before', page('oldCode1', 'oldLook1'), false],
  ['of a build that differs in its styles alone', page('newCode1', 'oldLook1'), false],
  ['of a network that asks for terms to be accepted', '<!doctype html><title>Guest Wi-Fi</title>', false],
])('a page %s', (_name, html, isOwn) => {
  expect(isPageOf(BUILD, html)).toBe(isOwn)
})

test.each([
  ['the page of this build is stored', ADDRESS, page('newCode1', 'newLook1'), 200, true],
  ['the page of another build is not stored', ADDRESS, page('oldCode1', 'oldLook1'), 200, false],
  ['another file is stored as it is', 'https://trestle.example/mark.svg', '<svg/>', 200, true],
  ['a missing file is not stored', 'https://trestle.example/assets/index-newCode1.js', 'Not found', 404, false],
])('%s', async (_name, address, body, status, isStored) => {
  const response = new Response(body, { status })
  const stored = await keepPageOf(BUILD).cacheWillUpdate({ request: new Request(address), response })
  expect(await stored?.text()).toBe(isStored ? body : undefined)
})
