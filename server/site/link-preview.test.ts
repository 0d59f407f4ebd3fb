import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createListingRow, createPerson } from '../test-support/factories'
import { postItem } from '../test-support/order-kit'
import { signUp } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'
import { withPreview } from './link-preview'
import { readStaticFiles, staticFiles } from './static-files'

const PAGE = '<!doctype html>\n<html>\n  <head>\n    <title>Trestle</title>\n  </head>\n  <body></body>\n</html>\n'
const ORIGIN = 'https://trestle.example'
const folder = mkdtempSync(join(tmpdir(), 'trestle-preview-'))
let t: TestApp
let listing: string

beforeAll(async () => {
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/index.html'), PAGE)
  t = await openTestApp()
  staticFiles(t.app, t.deps, readStaticFiles(join(folder, 'dist')))
  const owner = await createPerson(t)
  listing = `/listings/${(await createListingRow(t, owner, { title: 'Gold & "glass" <b>arch</b>' })).id}`
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  t.fetch(new Request(`${TEST_ORIGIN}${path}`, { headers }))

/** The tags as a parser of HTML reads them, by their name. */
async function tagsOf(html: string): Promise<Record<string, string>> {
  const tags: Record<string, string> = {}
  const plain = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  await new HTMLRewriter()
    .on('head > meta', {
      element(tag) {
        const name = tag.getAttribute('property') ?? tag.getAttribute('name')
        if (name) tags[name] = plain(tag.getAttribute('content') ?? '')
      },
    })
    .transform(new Response(html))
    .text()
  return tags
}

test('a listing’s page brings its tags, and is otherwise the page', async () => {
  const answer = await get(listing)
  const html = await answer.text()
  expect(await tagsOf(html)).toEqual({
    'og:site_name': 'Trestle',
    'og:type': 'article',
    'og:title': 'Gold & "glass" <b>arch</b>',
    'og:description': 'Speckled oat stoneware, ten and a half inches.',
    'og:url': `${t.deps.env.origin}${listing}`,
    'og:image': `${t.deps.env.origin}/uploads/${'a'.repeat(64)}.jpg`,
    'twitter:card': 'summary_large_image',
  })
  expect(html.replace(/ *<meta [^>]*>\n/g, '').replace('    </head>', '  </head>')).toBe(PAGE)
  expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('an item has its tags as well', async () => {
  const maker = await signUp(t, 'maker')
  await keepTestPhoto(t, maker, 'cards')
  const words = { title: 'Place cards', description: 'Lettered by hand.' }
  const path = `/made-to-order/${await postItem(t, maker, { ...words, mainImage: testPhoto('cards') })}`
  expect(await tagsOf(await (await get(path)).text())).toMatchObject({
    'og:title': words.title,
    'og:description': words.description,
    'og:url': `${t.deps.env.origin}${path}`,
    'og:image': t.deps.env.origin + testPhoto('cards'),
  })
})

test('it is asked about each time and not sent again while it is the same', async () => {
  const first = await get(listing)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(etag).not.toBe((await get('/')).headers.get('etag'))
  expect((await get(listing, { accept: 'text/html', 'if-none-match': etag })).status).toBe(304)
})

test('a caller that accepts anything gets the page of a thing that exists, and of nothing else', async () => {
  expect((await get(listing, { accept: '*/*' })).status).toBe(200)
  expect((await get(listing, { accept: 'application/json' })).status).toBe(404)
  expect((await get('/listings/999999', { accept: '*/*' })).status).toBe(404)
})

test.each([
  '/',
  '/listings',
  '/listings/999999',
  '/inspiration/999999',
  '/made-to-order/999999',
  '/listings/0',
  '/inspiration/1e3',
  '/listings/9999999999999999',
])('%s is the page as it was built', async (path) => expect(await (await get(path)).text()).toBe(PAGE))

test.each([
  '"><script>alert(1)</script>',
  "' onload='alert(1)",
  '</head><body><h1>x',
  "$& $1 $` $' $$",
  'a\u0000b\r\nc\u2028d',
  '&lt;script&gt;',
])('the title %p stays a title', async (title) => {
  const html = withPreview(PAGE, { title, description: title, photo: null, path: '/inspiration/1' }, ORIGIN)
  expect((await tagsOf(html))['og:title']).toBe(title.replace(/[\s\p{Cc}]+/gu, ' '))
  expect(html.match(/<[a-z/!]/g)).toHaveLength((PAGE.match(/<[a-z/!]/g)?.length ?? 0) + 6)
})

test.each([
  ['/uploads/a.jpg', `${ORIGIN}/uploads/a.jpg`],
  ['https://photos.example/a.jpg?x=1&y="2"', 'https://photos.example/a.jpg?x=1&y=%222%22'],
  ['javascript:alert(1)', undefined],
  ['data:image/svg+xml,<svg/>', undefined],
  ['//photos.example/a.jpg', 'https://photos.example/a.jpg'],
  ['http://photos.example/a.jpg', undefined],
])('the photo %p is shown as %p', async (photo, image) => {
  const tags = await tagsOf(withPreview(PAGE, { title: 'x', description: null, photo, path: '/listings/1' }, ORIGIN))
  expect(tags['og:image']).toBe(image)
  expect(tags['twitter:card']).toBe(image ? 'summary_large_image' : 'summary')
})

test('a long description ends between two characters', async () => {
  const html = withPreview(
    PAGE,
    { title: 'x', description: '🎈'.repeat(300), photo: null, path: '/listings/1' },
    ORIGIN,
  )
  expect((await tagsOf(html))['og:description']).toBe(`${'🎈'.repeat(199)}…`)
})
