import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Endpoint, endpoints } from '#schema/endpoints'
import { offToken } from '../mail/mail-key'
import { suspendSteps } from '../operator/operator-steps'
import { readStaticFiles, staticFiles } from '../site/static-files'
import { signUp, signUpOperator } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { originOfCall } from './caller'
import { type RequestLimitName, requestLimits } from './limits'

const ROLES = ['visitor', 'stranger', 'recipient', 'suspended', 'operator'] as const
type Role = (typeof ROLES)[number]

interface Row {
  /** An address under the route. */
  address: string
  /** The answer to everybody: none of these routes asks for a session. Photos that do are in `photo-access.test.ts`. */
  status: number
  /** The requests of an address count under it; null for an answer that is the same few bytes each time, and on the machine itself. */
  limit: RequestLimitName | null
}

/** The token of the recipient's own mail. */
const OFF = '<token>'
const MADE_UP = `1.offers.${'a'.repeat(43)}`

/** Every route that is not in the contract of `schema/endpoints.ts`. */
const table: Record<string, Row[]> = {
  'GET /mail/off/:token': [
    { address: `/mail/off/${OFF}`, status: 200, limit: 'everythingElse' },
    { address: `/mail/off/${MADE_UP}`, status: 404, limit: 'everythingElse' },
  ],
  'POST /mail/off/:token': [
    { address: `/mail/off/${OFF}`, status: 200, limit: 'everythingElse' },
    { address: `/mail/off/${MADE_UP}`, status: 404, limit: 'everythingElse' },
  ],
  'GET /mail': [{ address: '/mail', status: 200, limit: null }],
  'GET /mail/:id': [{ address: '/mail/999', status: 404, limit: null }],
  'GET /uploads/*': [{ address: '/uploads/nobody.jpg', status: 404, limit: 'file' }],
  'GET /api/openapi.json': [{ address: '/api/openapi.json', status: 200, limit: 'search' }],
  'GET /metrics': [{ address: '/metrics', status: 404, limit: 'everythingElse' }],
  'GET /sitemap.xml': [{ address: '/sitemap.xml', status: 200, limit: 'search' }],
  'GET /robots.txt': [{ address: '/robots.txt', status: 200, limit: null }],
  'GET /.well-known/security.txt': [{ address: '/.well-known/security.txt', status: 200, limit: null }],
  'GET /.well-known/change-password': [{ address: '/.well-known/change-password', status: 302, limit: null }],
  'POST /share': [{ address: '/share', status: 303, limit: null }],
  'GET /_pay/*': [
    { address: '/_pay/style.css', status: 200, limit: 'everythingElse' },
    { address: '/_pay/v1/customers', status: 404, limit: 'everythingElse' },
  ],
  'ALL /_pay/*': [{ address: '/_pay/v1/customers', status: 404, limit: 'everythingElse' }],
  'GET /*': [{ address: '/nowhere.js', status: 404, limit: 'file' }],
}

const rows = Object.entries(table).flatMap(([route, all]) => all.map((row) => [route, row] as const))

let t: TestApp
let cookies: Record<Role, string | undefined>
let own: string

beforeAll(async () => {
  t = await openTestApp({ SECURITY_CONTACT: 'mailto:help@trestle.example' })
  staticFiles(t.app, t.deps, readStaticFiles('no-such-folder'))
  const recipient = await signUp(t, 'rosa')
  const suspended = await signUp(t, 'sue')
  await t.deps.db.write(() => suspendSteps(suspended.id, t.clock.now.toISOString()))
  own = offToken(t.deps.env.dataDir, recipient.id, 'offers')
  cookies = {
    visitor: undefined,
    stranger: (await signUp(t, 'sam')).as,
    recipient: recipient.as,
    suspended: suspended.as,
    operator: (await signUpOperator(t, 'olga')).as,
  }
})

afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

async function statusOf(route: string, address: string, role: Role, from?: string): Promise<number> {
  const method = route.split(' ')[0]?.replace('ALL', 'POST') ?? ''
  const cookie = cookies[role]
  const request = new Request(TEST_ORIGIN + address.replace(OFF, own), { method, headers: cookie ? { cookie } : {} })
  return (await t.fetch(from ? originOfCall(request, from) : request)).status
}

test('every route of the app is a call of the contract or has its rows here', () => {
  const contract = new Set(Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`))
  const others = t.app.routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !contract.has(route))
  expect(others.toSorted()).toEqual(Object.keys(table).toSorted())
})

describe.each(rows)('%s', (route, { address, status, limit }) => {
  test.each(ROLES)(`${address}: ${status} for a %s`, async (role) => {
    expect(await statusOf(route, address, role)).toBe(status)
  })

  test(`${address}: counts under ${limit}`, async () => {
    const from = `${crypto.randomUUID()}`
    for (let nth = 0; limit && nth < requestLimits[limit].address.atOnce; nth++)
      await t.deps.limits.countAddress(limit, originOfCall(new Request(TEST_ORIGIN), from))
    expect(await statusOf(route, address, 'visitor', from)).toBe(limit ? 429 : status)
  })
})
