import { type Endpoint, type EndpointName, endpoints } from '#schema/endpoints'
import { fillPath } from '#schema/routes'
import type { Dice } from '../../demo/dice'
import { TEST_ORIGIN } from '../test-app'
import { grayPng } from '../test-pictures'
import { hostileValue, jsonOf, nearlyValid, type Schema, validValue } from './values'

/** One request of the fuzzer, and what its report says of it. */
export interface FuzzRequest {
  name: EndpointName
  request: Request
  /** Ends the answer of a stream. */
  abort: AbortController
  words: string
}

/** The names that stand for something in the paths of the contract: one without values here does not compile. */
type ParamsIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
export type PathParam = ParamsIn<(typeof endpoints)[EndpointName]['path']>

/** A request that the market lets in: its person, the numbers in its path, and members of its body that no dice would find. */
export interface WayIn {
  as: string
  params?: Partial<Record<PathParam, string | number>>
  body?: object
  query?: string
}

export interface Market {
  cookies: readonly string[]
  ways: Partial<Record<EndpointName, WayIn>>
}

/** Acts that would end the sessions of the people who ask: these fields name none of them. */
const NOBODY = new Map<EndpointName, object>([
  ['operatorSuspend', { username: 'victim' }],
  ['operatorPassword', { username: 'victim' }],
  ['decideReports', { reports: [1_000_000_000] }],
])
/** Of the requests that the market has a way in for, so many take the way. */
const TAKES_THE_WAY = 0.4
/** Each of them ends the session that it comes with. */
const ENDS_SESSIONS = new Set<EndpointName>(['logout', 'login', 'register'])
const NAMES = Object.keys(endpoints) as EndpointName[]

/** The next request: an endpoint, a person, and input that is valid, nearly valid or hostile. */
export function nextRequest(dice: Dice, { cookies, ways }: Market): FuzzRequest {
  const name = dice.pick(NAMES)
  const endpoint: Endpoint = endpoints[name]
  const abort = new AbortController()
  const way = dice.chance(TAKES_THE_WAY) ? ways[name] : undefined
  const address = `${TEST_ORIGIN}${pathFor(endpoint, dice, way?.params)}${way?.query ?? queryFor(endpoint, dice)}`
  const body = endpoint.method === 'GET' ? null : bodyFor(name, endpoint, dice, way?.body)
  const headers = headersFor(dice, ENDS_SESSIONS.has(name) ? ['', 'sid=nobody'] : way ? [way.as] : cookies)
  // A form names its boundary by itself.
  if (body && body.type !== '')
    headers.set('content-type', dice.chance(0.97) ? body.type : dice.pick(['text/plain', '', 'application/json;x']))
  const init = { method: endpoint.method, headers, signal: abort.signal, ...(body ? { body: body.content } : {}) }
  const shown = body && typeof body.content === 'string' ? body.content.slice(0, 300) : ''
  return {
    name,
    request: new Request(address, init),
    abort,
    words: `${endpoint.method} ${address.slice(0, 300)} ${shown}`,
  }
}

const ODD_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '9007199254740993',
  '%00',
  '%ff',
  '..%2f',
  'NaN',
  '__proto__',
  'x'.repeat(300),
]
/** Numbers that are drawn for things go so far: whatever has a higher one is safe from other requests. */
export const DRAWN_IDS = 12
const PARAMS: Record<PathParam, (dice: Dice) => string | number> = {
  id: (dice) => (dice.chance(0.85) ? dice.between(1, DRAWN_IDS) : dice.pick(ODD_IDS)),
  blockId: (dice) => dice.between(1, 5),
  scope: (dice) => dice.pick(['pub:l', 'pub:u', 'u:1', 'nowhere', '%2e%2e']),
  name: (dice) => dice.pick(['no-such-name', '%00', '..%2f..%2ftrestle.db', 'x'.repeat(300)]),
  key: (dice) => (dice.chance(0.8) ? `${dice.pick(['0', '1', 'a']).repeat(8)}-0000-4000-8000-000000000000` : 'no-key'),
  moment: (dice) => dice.pick(['pickup', 'return', 'never']),
  kind: (dice) => dice.pick(['listing', 'item', 'post', '__proto__']),
  cardId: (dice) => dice.pick(['pm_nobody', 'pm_1', '%00', 'x'.repeat(400)]),
  file: (dice) => dice.pick([`${'A'.repeat(43)}.ics`, '%25.ics', '..%2f..%2fvapid.json', 'x'.repeat(200)]),
}

/** Odd numbers go into the path as they are, encoded or not. */
function pathFor(endpoint: Endpoint, dice: Dice, known: Partial<Record<string, string | number>> = {}): string {
  const drawn = Object.entries(PARAMS).map(([name, draw]) => [name, known[name] ?? draw(dice)] as const)
  const id = String(Object.fromEntries(drawn).id)
  return fillPath(endpoint.path, { ...Object.fromEntries(drawn), id: '\u0001id' }).replaceAll(
    encodeURIComponent('\u0001id'),
    () => id,
  )
}

function queryFor(endpoint: Endpoint, dice: Dice): string {
  if (!endpoint.query || dice.chance(0.3)) return ''
  const value = validValue(endpoint.query as unknown as Schema, dice)
  const members = Object.entries(Object(dice.chance(0.5) ? value : nearlyValid(value, dice)) as object).slice(0, 20)
  const pairs = members.map(
    ([name, part]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(String(flat(part))))}`,
  )
  return `?${pairs.map((pair) => pair.slice(0, 2_000)).join('&')}${dice.chance(0.1) ? '&limit=1&limit=2&%zz=%' : ''}`
}

function flat(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'object' : String(value)
}

function wellFormed(text: string): string {
  return text.toWellFormed()
}

function bodyFor(
  name: EndpointName,
  endpoint: Endpoint,
  dice: Dice,
  known?: object,
): { type: string; content: string | Uint8Array<ArrayBuffer> | FormData } {
  if (name === 'upload') return uploadFor(dice)
  const valid = endpoint.body ? validValue(endpoint.body as unknown as Schema, dice) : {}
  const named = NOBODY.has(name) || known ? { ...(valid as object), ...NOBODY.get(name), ...known } : valid
  const kind = dice.next()
  const isSafe = NOBODY.has(name)
  const value = kind < 0.35 || isSafe ? named : kind < 0.8 ? nearlyValid(named, dice) : hostileValue(dice)
  return { type: 'application/json', content: encoded(jsonOf(value), dice) }
}

/** Damages a text on its way: cut, doubled members, odd encodings. */
function encoded(text: string, dice: Dice): string | Uint8Array<ArrayBuffer> {
  const act = dice.next()
  if (act < 0.88) return text
  if (act < 0.9) return text.slice(0, dice.between(0, text.length))
  if (act < 0.92) return text.replace('{', '{"__proto__":{"x":1},')
  if (act < 0.94) return text.replace(/\{("[^"]+":)/, '{$1null,$1')
  if (act < 0.95) return `\ufeff${text}`
  if (act < 0.96) return new Uint8Array([0xff, 0xfe, ...new TextEncoder().encode(text.slice(0, 500))])
  if (act < 0.97) return text.replace(/\d+/, '1e999')
  if (act < 0.98) return `${text}${text}`
  return text.replaceAll('"', "'")
}

function uploadFor(dice: Dice): { type: string; content: FormData | string } {
  if (dice.chance(0.3)) return { type: 'multipart/form-data', content: 'no form' }
  const form = new FormData()
  const bytes = dice.chance(0.2)
    ? grayPng(dice.between(1, 40), 30)
    : new Uint8Array(Array.from({ length: dice.between(0, 200) }, () => dice.between(0, 255)))
  form.set(dice.pick(['file', 'file', 'photo']), new File([bytes], dice.pick(['a.jpg', '../../a', ''])))
  return { type: '', content: form }
}

const ODD_HEADERS: [string, string[]][] = [
  ['idempotency-key', ['short', 'x'.repeat(65), 'fuzz-key-1', 'fuzz-key-2', 'fuzz-key-3', '%00%00%00%00']],
  ['sync-user', ['1', '2', '-1', 'NaN', '1e999']],
  ['sync-schema', ['0', '-1', '99', 'NaN', '']],
  ['sync-queued', ['1', '0', 'yes']],
  ['x-request-id', ['short', 'x'.repeat(500), '<b>']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'none', 'x']],
  ['accept-encoding', ['gzip', 'x', 'gzip;q=0']],
  ['if-none-match', ['*', '"x"', 'W/"x"']],
  ['content-length', ['0', '99999999999', '-1', 'x']],
  ['x-forwarded-for', ['127.0.0.1', '::1', 'x, y, 10.0.0.1', '%']],
  ['authorization', ['Bearer sk_test_local', 'Basic x']],
]

function headersFor(dice: Dice, cookies: readonly string[]): Headers {
  const headers = new Headers({
    origin: dice.chance(0.97) ? TEST_ORIGIN : dice.pick(['null', 'https://evil.example', 'x']),
  })
  const cookie = dice.chance(0.95)
    ? dice.pick(cookies)
    : dice.pick(['sid=', 'sid==;;', 'sid=%00', `sid=${'x'.repeat(9_000)}`])
  if (cookie) headers.set('cookie', cookie)
  if (dice.chance(0.2)) {
    const [name, values] = dice.pick(ODD_HEADERS)
    headers.set(name, dice.pick(values))
  }
  return headers
}
