import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { updateStep } from '../db/steps'
import { users } from '../db/tables'
import { createListingRow, createPerson, createPostRows } from '../test-support/factories'
import { TEST_ADDRESS } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { openFirstScreens } from './first-screens'
import { readStaticFiles, staticFiles } from './static-files'

const PAGE = '<!doctype html>\n<html>\n  <head>\n  </head>\n  <body><div id="root"></div></body>\n</html>\n'
const STYLE = 'p{color:red}'
/** Writes down what a screen is to be rendered from, in place of a screen. */
const WRITER = `
let rendered = 0
export async function renderFirstScreen(page, parts, order) {
  if (order.path === '/made-to-order') throw new Error('planted')
  if (order.path === '/about') await new Promise((resolve) => setTimeout(resolve, 600))
  const text = JSON.stringify({ ...order, parts, nth: ++rendered }).replaceAll('<', '&lt;')
  return { page: page.replace('</body>', () => '<style>${STYLE}</style><pre>' + text + '</pre></body>'), styles: ['${STYLE}'] }
}`

const folder = mkdtempSync(join(tmpdir(), 'trestle-screens-'))
let t: TestApp
let owner: Awaited<ReturnType<typeof createPerson>>
const warnings: unknown[] = []

beforeAll(async () => {
  mkdirSync(join(folder, '.first-screen'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, '.first-screen/render.js'), WRITER)
  writeFileSync(join(folder, '.first-screen/parts.json'), '{"starter":"/assets/starter.js"}')
  t = await openTestApp()
  const deps = { ...t.deps, log: (entry: Record<string, unknown>) => void warnings.push(entry) }
  const files = readStaticFiles(folder)
  staticFiles(t.app, deps, { ...files, screens: openFirstScreens(folder, PAGE, { waitMs: 300, keptMs: 200 }) })
  owner = await createPerson(t)
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  t.fetch(new Request(`${TEST_ORIGIN}${path}`, { headers: { accept: 'text/html', ...headers } }))

interface Written {
  path: string
  origin: string
  config: { tagline: string }
  first: { newest: string | null; rows: Record<string, [number, Record<string, unknown>][]> } | null
  parts: unknown
  nth: number
}

/** The order that the screen of a page was rendered from; null when the page came without one. */
async function screenOf(path: string, headers: Record<string, string> = {}): Promise<Written | null> {
  const text = /<pre>(.*)<\/pre>/s.exec(await (await get(path, headers)).text())?.[1]
  return text ? JSON.parse(text.replaceAll('&lt;', '<')) : null
}

/** Newest first, as devices sort them. */
const idsIn = (screen: Written | null, coll: string) =>
  screen?.first?.rows[coll]?.map(([id]) => id).toSorted((a, b) => b - a)

test('a visitor is sent the page with its screen, whose styles the content policy names', async () => {
  const answer = await get('/')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('vary')).toBe('accept-encoding, cookie')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  const hash = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`)
  const { nth, ...screen } = (await screenOf('/')) as Written
  expect(screen).toEqual({
    path: '/',
    origin: t.deps.env.origin,
    config: expect.objectContaining({ tagline: t.deps.env.tagline }),
    first: null,
    parts: { starter: '/assets/starter.js' },
  })
})

test('packed as the browser takes it, and not sent again to one that has it', async () => {
  const answer = await get('/help', { 'accept-encoding': 'br' })
  expect([answer.headers.get('content-encoding'), answer.status]).toEqual(['br', 200])
  const etag = answer.headers.get('etag') ?? ''
  expect((await get('/help', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304)
})

test.each([
  ['somebody who is signed in', '/', { cookie: 'sid=x; signed-in=1' }],
  ['a search', '/listings?search=plates', {}],
  ['a page that is not for visitors', '/offers', {}],
  ['a form', '/create', {}],
  ['another spelling, which the app puts right', '/Listings/', {}],
  ['a thing that does not exist', '/listings/999999', {}],
  ['a person who does not exist', '/profile/999999', {}],
])('%s gets the app alone', async (_who, path, headers) => {
  expect(await screenOf(path, headers)).toBeNull()
})

test('the list of rentals has the newest, with what they take, and nothing that only their owner sees', async () => {
  const ids: number[] = []
  for (let nth = 0; nth < 26; nth++) ids.push((await createListingRow(t, owner)).id)
  const screen = await screenOf('/listings')
  expect(screen?.first?.newest).toBe('listing')
  expect(idsIn(screen, 'listing')).toEqual(ids.toReversed().slice(0, 24))
  expect(screen?.first?.rows.listing?.[0]?.[1]).toMatchObject({ busy: [], away: [] })
  const text = JSON.stringify(screen)
  for (const secret of [TEST_ADDRESS.street, TEST_ADDRESS.zipCode, 'pickupNote', 'clientId'])
    expect(text).not.toContain(secret)
})

test('a listing brings its owner and their other listings', async () => {
  const person = await createPerson(t)
  const [one, two] = [(await createListingRow(t, person)).id, (await createListingRow(t, person)).id]
  const screen = await screenOf(`/listings/${one}`)
  expect([idsIn(screen, 'listing'), idsIn(screen, 'person')]).toEqual([[two, one], [person.id]])
  expect(screen?.first?.newest).toBeNull()
  expect(idsIn(await screenOf(`/profile/${person.id}`), 'listing')).toEqual([two, one])
})

test('things that were paused, hidden or deleted bring no screen, and their page says so', async () => {
  const at = t.clock.now.toISOString()
  const gone = await createListingRow(t, owner, { deletedAt: at })
  const hidden = await createListingRow(t, owner, { hiddenAt: at })
  const paused = await createListingRow(t, owner, { available: false })
  for (const { id } of [gone, hidden, paused]) expect(await screenOf(`/listings/${id}`)).toBeNull()
  expect((await get(`/listings/${gone.id}`)).status).toBe(410)
})

test('a wall and a post bring their counts; the preview of the link stays in the page', async () => {
  const person = await createPerson(t)
  const [post = 0] = await createPostRows(t, person.id, 1)
  for (const path of ['/inspiration', `/inspiration/${post}`, `/users/${person.id}/inspiration`]) {
    const screen = await screenOf(path)
    expect([path, idsIn(screen, 'post'), idsIn(screen, 'stat')]).toEqual([path, [post], [post]])
  }
  expect(await (await get(`/inspiration/${post}`)).text()).toContain('property="og:title"')
})

test('a post without listings and items says nothing about those of its author', async () => {
  const person = await createPerson(t)
  const [post] = await createPostRows(t, person.id, 1)
  const screen = await screenOf(`/inspiration/${post}`)
  expect(Object.keys(screen?.first?.rows ?? {}).sort()).toEqual(['person', 'post', 'stat'])
})

test('a person who is off show brings no screen, neither their profile nor their wall', async () => {
  const person = await createPerson(t)
  await createPostRows(t, person.id, 1)
  await t.deps.db.write(() => [updateStep(users, { suspendedAt: t.clock.now.toISOString() }, eq(users.id, person.id))])
  const paths = [`/profile/${person.id}`, `/users/${person.id}/inspiration`]
  for (const path of paths) expect([path, await screenOf(path)]).toEqual([path, null])
  expect((await get(`/users/${person.id}/inspiration`)).status).toBe(404)
})

test('one rendering serves everybody for a moment, and changes are seen after it', async () => {
  const [one, two] = await Promise.all([screenOf('/terms'), screenOf('/terms')])
  expect(two?.nth).toBe(one?.nth as number)
  await Bun.sleep(300)
  expect((await screenOf('/terms'))?.nth).toBeGreaterThan(one?.nth as number)
})

test('a screen that fails or takes long is left out, and the next one comes', async () => {
  warnings.length = 0
  expect(await screenOf('/made-to-order')).toBeNull()
  expect(warnings).toEqual([
    expect.objectContaining({ what: 'a first screen was not rendered', path: '/made-to-order' }),
  ])
  expect(await screenOf('/about')).toBeNull()
  await Bun.sleep(500)
  expect(await screenOf('/rules')).not.toBeNull()
})

test('in a crowd at many pages those at the end of the line are sent the app alone', async () => {
  const ids: number[] = []
  for (let nth = 0; nth < 20; nth++) ids.push((await createPerson(t)).id)
  const screens = await Promise.all(ids.map((id) => screenOf(`/profile/${id}`)))
  const rendered = screens.filter((screen) => screen !== null)
  expect([rendered.length > 0, rendered.length < ids.length]).toEqual([true, true])
})

test('the renderer is nobody’s to download', async () => {
  for (const path of ['/.first-screen/render.js', '/.first-screen/parts.json'])
    expect([path, (await get(path, { accept: '*/*' })).status]).toEqual([path, 404])
})
