import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Endpoint, type EndpointName, endpoints } from '#schema/endpoints'
import type { Board } from '#schema/inspiration'
import { fillPath } from '#schema/routes'
import { build, step } from '../db/steps'
import { inspirationPosts, madeToOrderItems } from '../db/tables'
import { createListingRow, holdOffer, openRental, type Rental, saveCard } from '../test-support/rental-kit'
import { signUp, signUpOperator, TEST_ADDRESS } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

const ROLES = [
  'visitor',
  'stranger',
  'owner',
  'renter',
  'suspended',
  'blocked',
  'operator',
  'support',
  'finance',
] as const
type Role = (typeof ROLES)[number]

/**
 * What every call answers to a visitor, a stranger, the owner of the listing and the renter of the booking. `{id}` is the
 * owner in calls about a person and the renter's offer in calls about a booking. Statuses below 400 mean that the call was
 * let in; a 422 that it was let in and its (empty) body was not.
 */
const table: Record<EndpointName, readonly [visitor: number, stranger: number, owner: number, renter: number]> = {
  currentUser: [401, 200, 200, 200],
  login: [422, 422, 422, 422],
  register: [422, 422, 422, 422],
  logout: [200, 200, 200, 200],
  sealKeys: [401, 200, 200, 200],
  sealKeysByPassword: [422, 422, 422, 422],
  askForPassword: [422, 422, 422, 422],
  setPassword: [422, 422, 422, 422],
  changePassword: [401, 422, 422, 422],
  accountSecurity: [401, 200, 200, 200],
  endSessions: [401, 200, 200, 200],
  sendVerification: [401, 200, 200, 200],
  changeEmail: [401, 422, 422, 422],
  followEmailLink: [422, 422, 422, 422],
  startPasskey: [401, 422, 422, 422],
  addPasskey: [401, 422, 422, 422],
  renamePasskey: [401, 200, 200, 200],
  removePasskey: [401, 422, 422, 422],
  startCodes: [401, 422, 422, 422],
  turnOnCodes: [401, 422, 422, 422],
  turnOffCodes: [401, 422, 422, 422],
  startPasskeySignIn: [200, 200, 200, 200],
  signInByPasskey: [422, 422, 422, 422],
  closing: [401, 200, 200, 200],
  closeAccount: [401, 422, 422, 422],
  agreeToTerms: [401, 422, 422, 422],
  exportAccount: [401, 422, 422, 422],
  closedAccounts: [422, 422, 422, 422],
  listListings: [200, 200, 200, 200],
  searchListings: [200, 200, 200, 200],
  searchItems: [200, 200, 200, 200],
  getListing: [200, 200, 200, 200],
  createListing: [401, 422, 422, 422],
  changeListing: [401, 403, 200, 403],
  showListing: [401, 403, 200, 403],
  deleteListing: [401, 403, 200, 403],
  listingBookings: [200, 200, 200, 200],
  createBooking: [401, 422, 422, 422],
  bookingPayment: [401, 404, 404, 200],
  answerBooking: [401, 404, 200, 403],
  cancelPreview: [401, 404, 409, 200],
  cancelBooking: [401, 404, 409, 200],
  updateStatuses: [401, 200, 200, 200],
  bookingMessages: [401, 404, 200, 200],
  sendMessage: [401, 404, 201, 201],
  handovers: [401, 404, 200, 200],
  putHandover: [401, 404, 409, 409],
  putReview: [401, 404, 409, 409],
  reportDamage: [401, 404, 409, 403],
  damageReports: [401, 200, 200, 200],
  respondToDamage: [401, 404, 404, 404],
  addEstimate: [401, 404, 404, 404],
  payDamage: [401, 404, 404, 404],
  userBookings: [401, 403, 200, 403],
  incomingBookings: [401, 403, 200, 403],
  getUser: [200, 200, 200, 200],
  findUsers: [200, 200, 200, 200],
  userListings: [200, 200, 200, 200],
  userAvatar: [200, 200, 200, 200],
  userItems: [200, 200, 200, 200],
  userPosts: [200, 200, 200, 200],
  blockPerson: [401, 200, 409, 200],
  unblockPerson: [401, 200, 409, 200],
  putReport: [401, 200, 409, 200],
  updateProfile: [401, 200, 200, 200],
  updateAddress: [401, 200, 200, 200],
  blockedDates: [200, 200, 200, 200],
  addBlockedDates: [401, 403, 201, 403],
  removeBlockedDates: [401, 403, 404, 403],
  drafts: [401, 200, 200, 200],
  putDraft: [401, 404, 200, 404],
  deleteDraft: [401, 404, 200, 404],
  calendarFeed: [401, 200, 200, 200],
  makeCalendarFeed: [401, 200, 200, 200],
  dropCalendarFeed: [401, 200, 200, 200],
  calendarFile: [404, 404, 404, 404],
  pushSettings: [401, 200, 200, 200],
  subscribePush: [401, 422, 422, 422],
  unsubscribePush: [401, 200, 200, 200],
  chooseWay: [401, 200, 200, 200],
  seeThread: [401, 200, 200, 200],
  upload: [401, 415, 415, 415],
  appConfig: [200, 200, 200, 200],
  paymentConfig: [200, 200, 200, 200],
  setupCustomer: [401, 200, 200, 200],
  paymentMethods: [401, 200, 200, 200],
  removePaymentMethod: [401, 404, 404, 404],
  preferPaymentMethod: [401, 404, 404, 404],
  earnings: [401, 200, 200, 200],
  transactions: [401, 200, 200, 200],
  setupSeller: [401, 200, 200, 200],
  connectStatus: [401, 200, 200, 200],
  connectAccount: [401, 200, 200, 200],
  stripeWebhook: [400, 400, 400, 400],
  listItems: [200, 200, 200, 200],
  getItem: [200, 200, 200, 200],
  createItem: [401, 422, 422, 422],
  changeItem: [401, 403, 200, 403],
  pauseItem: [401, 403, 200, 403],
  archiveItem: [401, 403, 200, 403],
  purchaseItem: [401, 404, 403, 404],
  itemPurchases: [401, 403, 200, 403],
  userPurchases: [401, 403, 200, 403],
  purchasePayment: [401, 404, 404, 404],
  changePurchaseStatus: [401, 404, 404, 404],
  askToCancel: [401, 404, 404, 404],
  sayArrival: [401, 404, 404, 404],
  putPurchaseReview: [401, 404, 404, 404],
  purchaseMessages: [401, 404, 404, 404],
  sendPurchaseMessage: [401, 404, 404, 404],
  ask: [401, 201, 403, 201],
  questionMessages: [401, 404, 200, 200],
  sendQuestionMessage: [401, 404, 201, 201],
  listReviews: [422, 422, 422, 422],
  answerReview: [401, 404, 404, 404],
  listPosts: [200, 200, 200, 200],
  getPost: [200, 200, 200, 200],
  likedPosts: [401, 200, 200, 200],
  savedPosts: [401, 200, 200, 200],
  createPost: [401, 422, 422, 422],
  changePost: [401, 403, 200, 403],
  deletePost: [401, 403, 200, 403],
  boards: [401, 200, 200, 200],
  putBoard: [401, 404, 200, 404],
  deleteBoard: [401, 404, 200, 404],
  pinPost: [401, 404, 200, 404],
  unpinPost: [401, 404, 200, 404],
  putBoardThing: [401, 404, 200, 404],
  removeBoardThing: [401, 404, 200, 404],
  likePost: [401, 200, 200, 200],
  unlikePost: [401, 200, 200, 200],
  savePost: [401, 200, 200, 200],
  unsavePost: [401, 200, 200, 200],
  operatorClaims: [401, 403, 403, 403],
  decideClaim: [401, 403, 403, 403],
  operatorBooking: [401, 403, 403, 403],
  operatorRefund: [401, 403, 403, 403],
  operatorPurchase: [401, 403, 403, 403],
  operatorRefundPurchase: [401, 403, 403, 403],
  operatorMoney: [401, 403, 403, 403],
  operatorHide: [401, 403, 403, 403],
  ownActs: [401, 200, 200, 200],
  readAct: [404, 404, 404, 404],
  appeal: [404, 404, 404, 404],
  operatorAppeals: [401, 403, 403, 403],
  decideAppeal: [401, 403, 403, 403],
  operatorReports: [401, 403, 403, 403],
  decideReports: [401, 403, 403, 403],
  operatorSuspend: [401, 403, 403, 403],
  operatorPassword: [401, 403, 403, 403],
  operatorFind: [401, 403, 403, 403],
  operatorPerson: [401, 403, 403, 403],
  operatorNote: [401, 403, 403, 403],
  operatorPayouts: [401, 403, 403, 403],
  readThread: [401, 403, 403, 403],
  operatorLog: [401, 403, 403, 403],
  push: [401, 422, 422, 422],
  syncCheck: [401, 200, 200, 200],
  pull: [200, 200, 200, 200],
  snapshot: [200, 200, 200, 200],
  areas: [200, 200, 200, 200],
  snapshotName: [200, 200, 200, 200],
  snapshotFile: [404, 404, 404, 404],
  live: [401, 200, 200, 200],
  health: [200, 200, 200, 200],
  ready: [200, 200, 200, 200],
}

/** The calls for operators alone; in every other call an operator is a stranger. `{id}` is a booking without a claim. */
const operatorsOwn: Partial<Record<EndpointName, number>> = {
  operatorClaims: 200,
  decideClaim: 404,
  operatorBooking: 200,
  operatorRefund: 409,
  operatorPurchase: 404,
  operatorRefundPurchase: 404,
  operatorMoney: 200,
  operatorHide: 200,
  operatorAppeals: 200,
  decideAppeal: 404,
  operatorReports: 200,
  decideReports: 409,
  operatorSuspend: 200,
  operatorPassword: 200,
  operatorFind: 200,
  operatorPerson: 200,
  operatorNote: 200,
  operatorPayouts: 200,
  readThread: 200,
  operatorLog: 200,
}

/** The calls for operators that are outside of a role's duties. */
const refusedTo: Record<'support' | 'finance', readonly EndpointName[]> = {
  support: [
    'decideClaim',
    'operatorRefund',
    'operatorRefundPurchase',
    'operatorMoney',
    'decideAppeal',
    'operatorSuspend',
    'operatorPassword',
    'operatorPayouts',
  ],
  finance: ['operatorHide', 'decideReports', 'decideAppeal', 'operatorSuspend', 'operatorPassword'],
}

/** The calls in which a person whom the owner has blocked is answered otherwise than a stranger. */
const blockedsOwn: Partial<Record<EndpointName, number>> = {
  getPost: 404,
  changePost: 404,
  deletePost: 404,
  likePost: 404,
  unlikePost: 404,
  savePost: 404,
  unsavePost: 404,
  purchaseItem: 409,
  ask: 409,
}

/** The cell of the table. A suspended person's session has ended: to them everything is as to a visitor. */
function expectedStatus(name: EndpointName, role: Role): number {
  const [visitor, stranger, owner, renter] = table[name]
  if (role === 'support' || role === 'finance')
    return refusedTo[role].includes(name) ? 403 : (operatorsOwn[name] ?? stranger)
  if (role === 'operator') return operatorsOwn[name] ?? stranger
  return { visitor, stranger, owner, renter, suspended: visitor, blocked: blockedsOwn[name] ?? stranger }[role]
}

const addresses = { successUrl: `${TEST_ORIGIN}/`, cancelUrl: `${TEST_ORIGIN}/` }
/** Bodies for the calls whose permission is judged after the body was read. */
const bodies: Partial<Record<EndpointName, unknown>> = {
  endSessions: { key: 'none-of-mine' },
  renamePasskey: { id: 'none-of-mine', name: 'Phone' },
  answerBooking: { status: 'declined' },
  sendMessage: { content: 'Hello' },
  putReview: { stars: 5 },
  putPurchaseReview: { stars: 5 },
  answerReview: { content: 'Thank you' },
  putReport: { kind: 'listing', id: 1, reason: 'scam' },
  updateProfile: { description: 'Plates and more' },
  updateAddress: TEST_ADDRESS,
  addBlockedDates: { startDate: '2027-01-01', endDate: '2027-01-02' },
  setupCustomer: addresses,
  setupSeller: addresses,
  pull: { epoch: null, scopes: {} },
  syncCheck: { keys: ['a-key-of-a-write'] },
  changePost: { title: 'Gold arch', imageUrl: testPhoto('a') },
  putBoard: { name: 'Ana’s 40th' },
  changeItem: {
    title: 'Place cards',
    description: 'Lettered by hand.',
    mainImage: testPhoto('a'),
    images: [testPhoto('b')],
    price: 4000,
    category: 'stationery',
  },
  pauseItem: { until: null },
  archiveItem: { archived: false },
  purchaseItem: {
    deliveryAddress: { name: 'Ana', street: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' },
    paymentMethodId: 'pm_nobody',
  },
  changePurchaseStatus: { status: 'shipped' },
  sendPurchaseMessage: { content: 'Hello' },
  ask: { content: 'Hello', itemId: 1 },
  sendQuestionMessage: { content: 'Hello' },
  changeListing: {
    title: 'Forty plates',
    description: 'Speckled.',
    price: 12.5,
    mainImage: testPhoto('a'),
    quantity: 2,
  },
  showListing: { available: true },
  putHandover: { checks: ['counted'] },
  reportDamage: { description: 'Two plates came back chipped.', images: [testPhoto('a')] },
  respondToDamage: { acceptResponsibility: false },
  addEstimate: { repairEstimate: 2000 },
  putDraft: { kind: 'listing', fields: {} },
  chooseWay: { kind: 'messages', push: false, mail: false },
  seeThread: { about: 'booking', id: 1, messageId: 1 },
  decideClaim: { approve: false, note: 'No sign of it before.' },
  operatorRefund: { amount: 100, note: 'Goodwill' },
  operatorRefundPurchase: { amount: 100, note: 'Goodwill' },
  sayArrival: { arrived: false },
  operatorHide: { kind: 'post', id: 1, hidden: true, note: 'Spam' },
  readAct: { token: 'none-of-ours' },
  appeal: { token: 'none-of-ours', words: 'It was not me.' },
  decideAppeal: { takeBack: true, note: 'A mistake' },
  decideReports: { kind: 'post', id: 1, reports: [999], act: 'dismiss', note: 'Nothing wrong' },
  operatorSuspend: { username: 'victim', suspended: true, note: 'Spam' },
  operatorPassword: { username: 'victim', note: 'Locked out' },
  operatorNote: { kind: 'listing', id: 1, note: 'Seen before' },
  operatorPayouts: { username: 'victim', held: true, note: 'Asked by the bank' },
  readThread: { kind: 'booking', id: 1, note: 'A report' },
}

const ABOUT_BOOKINGS = /^\/api\/bookings\/:id/
const ABOUT_PEOPLE = /^\/api\/users\/:id/

let t: TestApp
let rental: Rental
let cookies: Record<Role, string | undefined>
let offerOfOthers: number | undefined

beforeAll(async () => {
  t = await openTestApp()
  rental = await openRental(t)
  await keepTestPhoto(t, rental.owner, 'a', 'b')
  const suspended = await signUp(t, 'sue')
  const blocked = await signUp(t, 'bob')
  await saveCard(t, blocked)
  await t.call('POST', `/api/users/${blocked.id}/block`, { as: rental.owner.as })
  const operator = await signUpOperator(t, 'olga')
  const support = await signUpOperator(t, 'sol', 'support')
  const finance = await signUpOperator(t, 'fay', 'finance')
  for (const one of [operator, support, finance]) await saveCard(t, one)
  await signUp(t, 'victim')
  cookies = {
    visitor: undefined,
    stranger: rental.rival.as,
    owner: rental.owner.as,
    renter: rental.renter.as,
    suspended: suspended.as,
    blocked: blocked.as,
    operator: operator.as,
    support: support.as,
    finance: finance.as,
  }
  const suspend = { username: 'sue', suspended: true, note: 'Spam' }
  await t.call('POST', '/api/operator/suspended', { as: operator.as, body: suspend })
  const common = { userId: rental.owner.id, createdAt: t.clock.now.toISOString() }
  await t.deps.db.write(() => [
    step(build.insert(inspirationPosts).values({ ...common, title: 'Gold arch', imageUrl: testPhoto('a'), tags: [] })),
    step(
      build.insert(madeToOrderItems).values({
        ...common,
        title: 'Place cards',
        description: 'Lettered by hand.',
        images: [],
        mainImage: testPhoto('a'),
        price: 4000,
        category: 'stationery',
        customizationOptions: [],
        leadTimeInDays: 7,
        terms: 'Final sale for custom work.',
      }),
    ),
  ])
  await t.call('POST', '/api/questions', { as: rental.renter.as, body: { content: 'Which paper?', itemId: 1 } })
})

afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** A post of the owner's that only this cell of the table can delete. */
async function newPost(): Promise<number> {
  const { value } = await t.deps.db.write(async (ids) => {
    const id = await ids.next('inspiration_posts')
    const row = {
      id,
      userId: rental.owner.id,
      createdAt: t.clock.now.toISOString(),
      title: 'Gold arch',
      imageUrl: testPhoto('a'),
      tags: [],
    }
    return { value: id, steps: [step(build.insert(inspirationPosts).values(row))] }
  })
  return value
}

async function idFor(path: string, name: EndpointName, role: Role): Promise<number> {
  if (ABOUT_PEOPLE.test(path)) return rental.owner.id
  if (name === 'deletePost') return newPost()
  if (name === 'deleteListing') return createListingRow(t, rental.owner)
  if (!ABOUT_BOOKINGS.test(path)) return 1
  // Paying is possible while an offer is unconfirmed, everything else once it is held.
  if (name !== 'bookingPayment') {
    if (role === 'owner' || role === 'renter') return holdOffer(t, rental, 'renter')
    // Nobody else can change an offer: one is enough for all of them.
    offerOfOthers ??= await holdOffer(t, rental, 'renter')
    return offerOfOthers
  }
  const { body } = await t.call('POST', '/api/bookings', {
    as: rental.renter.as,
    body: {
      listingId: rental.listingId,
      startDate: '2026-12-10',
      endDate: '2026-12-10',
      paymentMethodId: rental.cards.renter,
      clientId: crypto.randomUUID(),
      note: role,
    },
  })
  return body.booking.id
}

let board: string = crypto.randomUUID()

/** A board or a draft of the owner's, which no cell of the table before this one has deleted for good. */
async function keyFor(path: string): Promise<string> {
  if (!path.includes(':key')) return ''
  const { body: boards } = await t.call('GET', '/api/user/boards', { as: rental.owner.as })
  if (!boards.some(({ key }: Board) => key === board)) board = crypto.randomUUID()
  const [place, key, body] = path.startsWith('/api/user/boards')
    ? (['boards', board, bodies.putBoard] as const)
    : (['drafts', crypto.randomUUID(), bodies.putDraft] as const)
  const made = await t.call('POST', `/api/user/${place}/${key}`, { as: rental.owner.as, body })
  expect(made.status).toBe(200)
  return key
}

const queries: Partial<Record<EndpointName, string>> = { findUsers: '?ids=1' }

async function statusOf(name: EndpointName, role: Role): Promise<number> {
  const endpoint: Endpoint = endpoints[name]
  const cookie = cookies[role]
  const path = fillPath(endpoint.path, {
    id: await idFor(endpoint.path, name, role),
    blockId: 999,
    scope: 'pub:l',
    key: await keyFor(endpoint.path),
    moment: 'pickup',
    kind: 'listing',
    cardId: 'pm_nobody',
    file: 'nobody.ics',
  })
  const abort = new AbortController()
  const response = await t.fetch(
    new Request(TEST_ORIGIN + path + (queries[name] ?? ''), {
      method: endpoint.method,
      signal: abort.signal,
      headers: {
        origin: TEST_ORIGIN,
        ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
        ...(cookie ? { cookie } : {}),
      },
      ...(endpoint.body ? { body: JSON.stringify(bodies[name] ?? {}) } : {}),
    }),
  )
  abort.abort()
  return response.status
}

describe.each(Object.keys(endpoints).filter((name) => name !== 'logout') as EndpointName[])('%s', (name) => {
  test.each(ROLES.map((role) => [role, expectedStatus(name, role)] as const))('%s: %d', async (role, expected) => {
    expect(await statusOf(name, role)).toBe(expected)
  })
})

test('every online-only call refuses to come out of a queue, before it looks at anything else', async () => {
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    if (endpoint.offline !== 'online-only') continue
    const path = fillPath(endpoint.path, { id: 1, blockId: 1, scope: 'pub:l', key: 'x' })
    const { body } = await t.call(endpoint.method, path, {
      as: rental.renter.as,
      headers: { 'sync-queued': '1' },
      body: {},
    })
    expect({ path, code: body.code }).toEqual({ path, code: 'online_only' })
  }
})

test('no write is taken from another site', async () => {
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    if (endpoint.method === 'GET' || endpoint.path === endpoints.stripeWebhook.path) continue
    const path = fillPath(endpoint.path, { id: 1, blockId: 1, key: 'x' })
    const evil = await t.call(endpoint.method, path, {
      as: rental.renter.as,
      headers: { origin: 'https://evil.example' },
      body: {},
    })
    expect({ path, code: evil.body.code }).toEqual({ path, code: 'cross_site' })
    const fetched = await t.call(endpoint.method, path, {
      as: rental.renter.as,
      headers: { 'sec-fetch-site': 'cross-site' },
      body: {},
    })
    expect({ path, code: fetched.body.code }).toEqual({ path, code: 'cross_site' })
  }
})

test('every answer names the epoch and the number, also a refusal and what is not there', async () => {
  for (const path of ['/api/listings', '/api/user', '/api/nowhere', '/api/listings/999', '/api/listings/abc']) {
    const { headers } = await t.call('GET', path)
    expect([path, headers.get('sync-epoch'), Number(headers.get('sync-seq')) > 0]).toEqual([
      path,
      t.deps.feed.epoch(),
      true,
    ])
  }
})

test('signing out ends the session for everyone, and for a visitor it is nothing', async () => {
  expect((await t.call('POST', '/api/logout')).status).toBe(200)
  expect((await t.call('POST', '/api/logout', { as: rental.rival.as })).status).toBe(200)
  expect((await t.call('GET', '/api/user', { as: rental.rival.as })).status).toBe(401)
})

test('the OpenAPI document has every call and no dangling reference', async () => {
  const { body } = await t.call('GET', '/api/openapi.json')
  for (const { path, method } of Object.values<Endpoint>(endpoints)) {
    expect(body.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]).toBeDefined()
  }
  const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, pointer]) => pointer?.split('/') ?? [],
  )
  expect(references.length).toBeGreaterThan(0)
  for (const pointer of references) expect(pointer.reduce((node, key) => node?.[key], body)).toBeDefined()
})

test('the security headers are on every answer, and local mode lets in nobody else', async () => {
  for (const path of ['/api/listings', '/api/nowhere', '/_pay/style.css']) {
    const { headers } = await t.call('GET', path)
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect([path, headers.get('content-security-policy')?.includes('stripe.com')]).toEqual([path, false])
    const images = headers.get('content-security-policy')?.match(/img-src ([^;]*)/)?.[1]
    expect([path, images]).toEqual([path, "'self' blob: data:"])
    expect([path, headers.get('content-security-policy')?.includes("frame-ancestors 'none'")]).toEqual([path, true])
  }
})
