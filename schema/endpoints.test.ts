import { expect, test } from 'bun:test'
import { type Endpoint, type EndpointName, endpoints } from '#schema/endpoints'

const all = Object.entries(endpoints) as [EndpointName, Endpoint][]
const namesWith = (policy: Endpoint['offline']) =>
  all.filter(([, each]) => each.offline === policy).map(([name]) => name)

test('no two calls share a method and a path, whatever their parameters are called', () => {
  const places = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(places).size).toBe(places.length)
})

test.each(all)('%s is described completely', (_, endpoint) => {
  expect(endpoint.path).toMatch(/^\/api(?:\/(?:[a-z-]+|:\w+))+$/)
  expect(endpoint.summary.length).toBeGreaterThan(5)
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const described = endpoint.params ? Object.keys((endpoint.params as unknown as { shape: object }).shape) : []
  expect(described).toEqual(named as string[])
  if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
  if (!endpoint.raw) expect(endpoint.output).toBeDefined()
})

test('every GET reads, and nothing else does', () => {
  expect(all.filter(([, each]) => (each.method === 'GET') !== (each.offline === 'read'))).toEqual([])
})

test('every call about money, a session or a race for dates needs a connection', () => {
  const names: EndpointName[] = [
    'login',
    'register',
    'logout',
    'createBooking',
    'bookingPayment',
    'cancelBooking',
    'updateStatuses',
    'setupCustomer',
    'setupSeller',
    'connectAccount',
    'stripeWebhook',
  ]
  for (const name of names) expect([name, endpoints[name].offline]).toEqual([name, 'online-only'])
})

test('only writes of signed-in people may wait', () => {
  const queueable = namesWith('queueable')
  for (const name of queueable) expect([name, endpoints[name].access]).toEqual([name, 'signed-in'])
  expect(queueable).toContain('sendMessage')
  expect(queueable).toContain('likePost')
  expect(queueable).toContain('answerBooking')
})

test('a path takes whole positive numbers and nothing else', () => {
  const { params } = endpoints.getListing
  expect(params.parse({ id: '7' })).toEqual({ id: 7 })
  for (const id of ['0', '-1', '1.5', 'x', '', '1e400', '9007199254740993', '0x', 'NaN', '__proto__']) {
    expect([id, params.safeParse({ id }).success]).toEqual([id, false])
  }
})

test('a page is at most a hundred', () => {
  const { query } = endpoints.listListings
  expect(query.parse({ cursor: '12', limit: '100', other: 'x' })).toEqual({ cursor: 12, limit: 100 })
  expect(query.parse({})).toEqual({})
  for (const limit of ['0', '101', 'all']) expect(query.safeParse({ limit }).success).toBe(false)
})

interface Definition {
  type: string
  check?: string
  pattern?: RegExp
  checks?: Shape[]
  shape?: Record<string, Shape>
  options?: Shape[]
  items?: Shape[]
  element?: Shape
  innerType?: Shape
  in?: Shape
  out?: Shape
}
interface Shape {
  _zod: { def: object }
}
const definitionOf = (shape: Shape) => shape._zod.def as Definition

/** A check of our own on a record counts as its end: the library has none. */
const ENDS = { string: 'max_length', array: 'max_length', record: 'custom' } as const

function hasEnd(definition: Definition, end: string): boolean {
  const checks = [definition, ...(definition.checks ?? []).map(definitionOf)]
  return checks.some(({ check, pattern }) => check === end || (pattern && !/[*+]|,\}/.test(pattern.source)))
}

/** The members of a shape that take any amount of text. */
function endless(shape: Shape | undefined, at: string): string[] {
  if (!shape) return []
  const definition = definitionOf(shape)
  const { type, options = [], items = [], element, innerType } = definition
  switch (type) {
    case 'string':
    case 'record':
      return hasEnd(definition, ENDS[type]) ? [] : [at]
    case 'array': {
      // The same word of ours many times over is made one.
      const isEnded = hasEnd(definition, ENDS[type]) || (element && definitionOf(element).type === 'enum')
      return [...(isEnded ? [] : [at]), ...endless(element, `${at}[]`)]
    }
    case 'object':
      return Object.entries(definition.shape ?? {}).flatMap(([name, part]) => endless(part, `${at}.${name}`))
    case 'union':
    case 'tuple':
      return [...options, ...items].flatMap((part) => endless(part, at))
    case 'pipe':
      return endless(definition.in, at).length > 0 && definition.out ? endless(definition.out, at) : []
    case 'optional':
    case 'nullable':
    case 'default':
      return hasEnd(definition, ENDS.string) ? [] : endless(innerType, at)
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
      return []
    default:
      return [at]
  }
}

/** They are compared with what stands, and never kept as they come. */
const COMPARED = ['body.seen', 'body.customizations']

test.each(all)('%s takes no text without an end', (_, { params, query, body }) => {
  const found = Object.entries({ params, query, body }).flatMap(([at, shape]) => endless(shape, at))
  expect(found.filter((at) => !COMPARED.includes(at))).toEqual([])
})
