import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { signUp } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { readStaticFiles, staticFiles } from './static-files'

const PAGE = '<!doctype html><title>Trestle</title>'
const SCRIPT = `export const words = ${JSON.stringify('party '.repeat(300))}`
const folder = mkdtempSync(join(tmpdir(), 'trestle-static-'))
const dist = join(folder, 'dist')
let t: TestApp

beforeAll(async () => {
  const files: Record<string, string | Buffer> = {
    'dist/index.html': PAGE,
    'dist/service-worker.js': 'self.skipWaiting()',
    'dist/manifest.webmanifest': '{"name":"Trestle"}',
    'dist/assets/app-abc123.js': SCRIPT,
    'dist/assets/app-abc123.js.br': brotliCompressSync(SCRIPT),
    'dist/assets/app-abc123.js.gz': gzipSync(SCRIPT),
    'dist/assets/only-zipped.css': 'body{}',
    'dist/assets/only-zipped.css.gz': gzipSync('body{}'),
    'dist/icons/icon 192.png': 'png',
    'dist/.build.json': '{"fingerprint":"x"}',
    'dist/.previous/index.html': 'old',
    'secret.txt': 'secret',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  t = await openTestApp()
  staticFiles(t.app, t.deps, readStaticFiles(dist))
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  t.fetch(new Request(`${TEST_ORIGIN}${path}`, { method, headers }))
const navigate = (path: string) => get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })

test('the page is served at the root, asked about each time, under the content policy', async () => {
  for (const path of ['/', '/index.html']) {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([200, PAGE])
    expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('every navigation that leads nowhere else is the page', async () => {
  for (const path of ['/listings', '/listings/7?search=x', '/no/such/page', '/assetsology', '/apiary']) {
    expect([path, await (await navigate(path)).text()]).toEqual([path, PAGE])
  }
})

test('a missing page of the payment provider is its own page, never ours', async () => {
  const answer = await navigate('/_pay/x')
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('id="root"')
})

test('a missing file is missing when it is no navigation, or belongs to the server', async () => {
  for (const path of ['/api', '/api/nothing', '/api/listings/7/nothing', '/uploads/x', '/assets/gone-abc.js']) {
    const answer = await navigate(path)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      { code: 'not_found', message: 'We could not find that.' },
    ])
  }
  expect((await get('/favicon.ico', { accept: 'image/*' })).status).toBe(404)
  expect((await get('/listings')).status).toBe(404)
  const posted = await get('/listings', { accept: 'text/html', origin: TEST_ORIGIN }, 'POST')
  expect([posted.status, ((await posted.json()) as { code: string }).code]).toEqual([404, 'not_found'])
  expect((await get('/api/nothing', { origin: TEST_ORIGIN }, 'POST')).status).toBe(404)
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['identity', null],
  ['', null],
])('a browser that takes %p is sent %p', async (accepted, encoding) => {
  const answer = await get('/assets/app-abc123.js', { 'accept-encoding': accepted })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript;charset=utf-8')
  const bytes = Buffer.from(await answer.bytes())
  const expected = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT) }[encoding ?? ''] ?? Buffer.from(SCRIPT)
  expect(bytes.equals(expected)).toBe(true)
})

test('a form that the build did not leave is not promised', async () => {
  const answer = await get('/assets/only-zipped.css', { 'accept-encoding': 'br, gzip' })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
})

test('a file that the browser has is not sent again', async () => {
  const headers = { 'accept-encoding': 'br' }
  const etag = (await get('/assets/app-abc123.js', headers)).headers.get('etag') ?? ''
  const plain = (await get('/assets/app-abc123.js')).headers.get('etag')
  expect(etag).toMatch(/^"[\w-]{22}-br"$/)
  expect(plain).not.toBe(etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const answer = await get('/assets/app-abc123.js', { ...headers, 'if-none-match': known })
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect((await get('/assets/app-abc123.js', { ...headers, 'if-none-match': plain ?? '' })).status).toBe(200)
  const page = (await navigate('/listings')).headers.get('etag') ?? ''
  expect((await get('/', { 'if-none-match': page })).status).toBe(304)
})

test('worker and manifest are asked about each time, and have their types', async () => {
  const worker = await get('/service-worker.js')
  expect([worker.headers.get('cache-control'), worker.headers.get('content-type')]).toEqual([
    'no-cache',
    'text/javascript;charset=utf-8',
  ])
  expect((await get('/manifest.webmanifest')).headers.get('content-type')).toBe('application/manifest+json')
  expect((await get('/icons/icon%20192.png')).status).toBe(200)
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e%5csecret.txt',
  '//secret.txt',
  '/.build.json',
  '/.previous/index.html',
  '/assets/app-abc123.js.br',
  '/index.html%00.png',
  '/%E0%A4%A',
  '/__proto__',
])('%s leads nowhere', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(await answer.text()).not.toContain('secret')
})

test('over a real connection too, and HEAD sends headers alone', async () => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => t.fetch(request) })
  try {
    const head = await fetch(new URL('/assets/app-abc123.js', server.url), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/javascript;charset=utf-8',
      '',
    ])
    const script = await fetch(new URL('/assets/app-abc123.js', server.url))
    expect([script.headers.get('content-encoding'), await script.text()]).toEqual(['br', SCRIPT])
  } finally {
    await server.stop(true)
  }
})

test('without a build nothing is served, and the rest of the server works', async () => {
  const bare = await openTestApp()
  staticFiles(bare.app, bare.deps, readStaticFiles(join(folder, 'no-such-folder')))
  const page = await bare.fetch(new Request(`${TEST_ORIGIN}/`, { headers: { accept: 'text/html' } }))
  expect(page.status).toBe(404)
  expect((await bare.call('GET', '/api/health')).status).toBe(200)
  await bare.close()
})

test('a page is a page for those who take anything, and a missing file stays missing', async () => {
  for (const path of ['/listings', '/made-to-order', '/users/1/inspiration', '/inspiration']) {
    expect([path, (await get(path, { accept: '*/*' })).headers.get('content-type')]).toEqual([
      path,
      'text/html;charset=utf-8',
    ])
  }
  for (const path of ['/missing.png', '/chunk-1.js', '/assets/gone', '/api/gone'])
    expect([path, (await get(path, { accept: '*/*' })).status]).toEqual([path, 404])
})

test('the photo of the landing page is asked for ahead there, and nowhere else', async () => {
  expect((await navigate('/')).headers.get('link')).toContain('</hero-1280.webp>; rel=preload; as=image')
  for (const path of ['/listings', '/index.html']) expect((await navigate(path)).headers.get('link')).toBeNull()
})

test('the page of a person whom there is not is a page, and missing', async () => {
  const { id } = await signUp(t, 'rosa')
  for (const [path, status] of [
    [`/users/${id}/inspiration`, 200],
    ['/users/99999/inspiration', 404],
  ] as const) {
    const answer = await navigate(path)
    expect([path, answer.status, await answer.text()]).toEqual([path, status, PAGE])
  }
})
