import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { ALWAYS_TOLD } from '#schema/push'
import { noticeWords, type PushNotice } from '#schema/push-notice'
import { refundOrder } from '../made-to-order/purchases/purchase-refunds'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { drainCommands } from '../money/drain-commands'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { buyItem, placeOrder, postItem, setOrderStatus } from '../test-support/order-kit'
import { askProvider } from '../test-support/provider-kit'
import { openPushService, readVapid, type TestBrowser, type TestPushService } from '../test-support/push-service'
import {
  answerOffer,
  armFault,
  holdOffer,
  makeOffer,
  openRental,
  type Rental,
  saveCard,
} from '../test-support/rental-kit'
import { signIn, signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'
import { until } from '../test-support/until'
import { drainPushes, sendPushesSoon } from './drain-pushes'
import { openPushSender } from './push-sender'

const HOUR_MS = 3_600_000

let t: TestApp
let service: TestPushService
let rental: Rental
let expectedErrors: unknown[] = []

beforeEach(async () => {
  t = await openTestApp({ PUSH_LOOPBACK: '1', VAPID_SUBJECT: 'mailto:help@trestle.example' })
  service = await openPushService()
  rental = await openRental(t)
  expectedErrors = []
})

afterEach(async () => {
  expect(t.errors as unknown[]).toEqual(expectedErrors)
  await service.close()
  await t.close()
})

async function subscribe(as: string, path: string): Promise<TestBrowser> {
  const browser = service.browser(path)
  const { status, body } = await t.call('POST', '/api/user/push', { as, body: browser.subscription })
  expect([status, body.here]).toEqual([200, true])
  return browser
}

/** Sends what is due and answers what came to a browser since the last time, in words. */
async function told(browser: TestBrowser): Promise<string[]> {
  await drainPushes(t.deps)
  return taken(browser).map(({ kind, word, about, mine, who }) => `${kind} ${word} ${about} ${mine} ${who}`)
}

function taken(browser: TestBrowser): PushNotice[] {
  const path = new URL(browser.subscription.endpoint).pathname
  const own = service.received.filter((each) => each.path === path)
  service.received.splice(0, Infinity, ...service.received.filter((each) => each.path !== path))
  return own.map(({ body }) => browser.read(body))
}

/** A push service that sends a byte of its answer now and then, and never the last. */
async function openTarpit() {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    const drip = setInterval(() => socket.write('x'), 10)
    socket.on('close', () => clearInterval(drip))
    socket.write('HTTP/1.1 201 Created\r\nx: ')
    resolve()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    isOpen: () => sockets.size > 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const write = (person: TestPerson, bookingId: number, content: string) =>
  t.call('POST', `/api/bookings/${bookingId}/messages`, { as: person.as, body: { content } })
const answer = (bookingId: number, status: string) => answerOffer(t, rental, bookingId, status)

describe('the content of notices', () => {
  test('an offer reaches its owner once, encrypted and signed, and says nothing that its renter wrote', async () => {
    const browser = await subscribe(rental.owner.as, '/rosa')
    const id = await holdOffer(t, rental, 'renter')
    await drainPushes(t.deps)
    const [push] = service.received
    if (!push) throw new Error('Nothing was sent')
    const { publicKey } = (await t.call('GET', '/api/user/push', { as: rental.owner.as })).body
    expect(readVapid(push.headers)).toMatchObject({
      key: publicKey,
      claims: { aud: service.origin, sub: 'mailto:help@trestle.example' },
    })
    expect(push.headers.get('content-encoding')).toBe('aes128gcm')
    expect(push.headers.get('topic')).toBe(`booking-${id}-offers`)
    const [notice] = taken(browser)
    const { body: booking } = await t.call('GET', `/api/users/${rental.renter.id}/bookings`, { as: rental.renter.as })
    expect(notice).toEqual({
      to: rental.owner.id,
      account: (await t.call('GET', '/api/user', { as: rental.owner.as })).body.accountId,
      event: `offer:${id}`,
      kind: 'offers',
      word: 'offer',
      about: 'booking',
      id,
      mine: false,
      title: 'Forty plates',
      who: 'rene',
      until: booking[0].expiresAt,
    })
    const seconds = (new Date(booking[0].expiresAt).getTime() - t.clock.now.getTime()) / 1000
    expect(Number(push.headers.get('ttl'))).toBe(Math.ceil(seconds))
    expect(JSON.stringify(notice)).not.toContain('Ana')
    expect(await told(browser)).toEqual([])
  })

  test('an unconfirmed offer and what its renter writes with it are not told; an answer and its days are', async () => {
    const owner = await subscribe(rental.owner.as, '/rosa')
    const renter = await subscribe(rental.renter.as, '/rene')
    const { body } = await t.call('POST', '/api/bookings', {
      as: rental.renter.as,
      body: {
        listingId: rental.listingId,
        startDate: '2026-12-20',
        endDate: '2026-12-20',
        paymentMethodId: rental.cards.renter,
      },
    })
    await write(rental.renter, body.booking.id, 'Are they dishwasher safe?')
    expect(await told(owner)).toEqual([])
    t.clock.advance(HOUR_MS)
    await sweepBookings(t.deps)
    expect(await told(renter)).toEqual([])

    const id = await holdOffer(t, rental, 'renter')
    expect(await told(owner)).toEqual(['offers offer booking false rene'])
    await write(rental.renter, id, 'Are they dishwasher safe?')
    await write(rental.owner, id, 'They are.')
    expect(await told(owner)).toEqual(['messages message booking false rene'])
    expect(await told(renter)).toEqual(['messages message booking true rosa'])
    expect((await answer(id, 'approved')).status).toBe(200)
    expect(await told(renter)).toEqual(['answers approved booking true rosa'])
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.renter.as })
    expect(await told(owner)).toEqual(['answers cancelled booking false rene'])
    expect(await told(renter)).toEqual([])
  })

  test('rivals that no longer fit are told, and an offer that was answered meanwhile is news no more', async () => {
    const owner = await subscribe(rental.owner.as, '/rosa')
    const rival = await subscribe(rental.rival.as, '/rita')
    const [first] = [await holdOffer(t, rental, 'renter', { quantity: 2 }), await holdOffer(t, rental, 'rival')]
    await answer(first, 'approved')
    expect(await told(rival)).toEqual(['answers declined booking true rosa'])
    expect(await told(owner)).toEqual([])
  })

  test('a rival that was never confirmed ends without a word, and so does one whose listing is deleted', async () => {
    const rival = await subscribe(rental.rival.as, '/rita')
    const first = await holdOffer(t, rental, 'renter', { quantity: 2 })
    await makeOffer(t, rental, 'rival')
    await answer(first, 'approved')
    expect(await told(rival)).toEqual([])
    await t.call('POST', `/api/bookings/${first}/cancel`, { as: rental.renter.as })
    await makeOffer(t, rental, 'rival')
    expect((await t.call('DELETE', `/api/listings/${rental.listingId}`, { as: rental.owner.as })).status).toBe(200)
    expect(await told(rival)).toEqual([])
  })

  test('an offer whose hold the bank let lapse does not say that nobody answered', async () => {
    const renter = await subscribe(rental.renter.as, '/rene')
    await holdOffer(t, rental, 'renter')
    const row = () => t.deps.db.read.query.bookings.findFirst()
    await askProvider(t, 'POST', `/v1/payment_intents/${(await row())?.stripePaymentIntentId}/cancel`)
    await t.deps.payments.local?.tick()
    await until(async () => (await row())?.status === 'expired')
    await drainPushes(t.deps)
    expect(taken(renter).map((notice) => noticeWords(notice, String))).toEqual([
      {
        title: 'Your offer has ended',
        body: 'Your bank let the hold for “Forty plates” lapse. Nothing was taken.',
      },
    ])
  })

  test('a claim is told, reminded of with a day left, once, and its answer is told', async () => {
    const owner = await subscribe(rental.owner.as, '/rosa')
    const renter = await subscribe(rental.renter.as, '/rene')
    const id = await holdOffer(t, rental, 'renter')
    await answer(id, 'approved')
    t.clock.now = new Date('2026-12-13T12:00:00.000Z')
    await sweepBookings(t.deps)
    expect(await told(owner)).toEqual(['claims report booking false rene'])
    await told(renter)
    await keepTestPhoto(t, rental.owner, 'a')
    const { body: report } = await t.call('POST', `/api/bookings/${id}/damage-report`, {
      as: rental.owner.as,
      body: { description: 'Two chipped.', images: [testPhoto('a')], repairEstimate: 2000 },
    })
    expect(await told(renter)).toEqual(['claims claim booking true rosa'])
    t.clock.advance(47 * HOUR_MS)
    expect(await told(renter)).toEqual([])
    t.clock.advance(2 * HOUR_MS)
    await drainPushes(t.deps)
    expect(taken(renter)).toMatchObject([{ word: 'claim_due', id, until: report.responseDeadline }])
    t.clock.advance(HOUR_MS)
    expect(await told(renter)).toEqual([])
    await t.call('POST', `/api/damage-reports/${report.id}/respond`, {
      as: rental.renter.as,
      body: { acceptResponsibility: false },
    })
    expect(await told(owner)).toEqual(['claims claim_contested booking false rene'])
  })

  test('it goes out by itself behind the write', async () => {
    const stop = sendPushesSoon(t.deps)
    const browser = await subscribe(rental.owner.as, '/rosa')
    await holdOffer(t, rental, 'renter')
    await until(() => service.received.length > 0)
    expect(taken(browser)).toHaveLength(1)
    await stop()
  })
})

describe('the receivers of notices', () => {
  const choose = (kind: string, push: boolean, mail: boolean) =>
    t.call('POST', '/api/user/push/kinds', { as: rental.owner.as, body: { kind, push, mail } })

  test('a kind that is mailed instead is notified nowhere; the others are', async () => {
    const browser = await subscribe(rental.owner.as, '/rosa')
    const mailed = await choose('offers', false, true)
    expect(mailed.body).toMatchObject({
      here: true,
      ways: { offers: { push: false, mail: true }, messages: { push: true, mail: true } },
    })
    const id = await holdOffer(t, rental, 'renter')
    await write(rental.renter, id, 'Hello')
    expect(await told(browser)).toEqual(['messages message booking false rene'])
    const both = await choose('offers', true, true)
    expect(both.body.ways.offers).toEqual({ push: true, mail: true })
  })

  test.each(['offers', 'money', 'claims'])('%s are told by one way at least, other kinds by none', async (kind) => {
    expect(await choose(kind, false, false)).toMatchObject({ status: 422, body: { fields: { mail: ALWAYS_TOLD } } })
    expect((await choose(kind, true, false)).body.ways[kind]).toEqual({ push: true, mail: false })
    expect((await choose('orders', false, false)).body.ways.orders).toEqual({ push: false, mail: false })
  })

  test('a press about one way leaves the other as it stands meanwhile, and is judged with it', async () => {
    const press = (change: object) => t.call('POST', '/api/user/push/kinds', { as: rental.owner.as, body: change })
    await press({ kind: 'messages', mail: false })
    const pressed = await press({ kind: 'messages', push: false })
    expect(pressed.body.ways.messages).toEqual({ push: false, mail: false })
    await press({ kind: 'claims', mail: false })
    const refused = await press({ kind: 'claims', push: false })
    expect(refused).toMatchObject({ status: 422, body: { message: ALWAYS_TOLD, fields: { mail: ALWAYS_TOLD } } })
    expect((await press({ kind: 'claims' })).body.ways.claims).toEqual({ push: true, mail: false })
  })

  test('deadlines that somebody has switched off both ways are mailed, and the table says so', async () => {
    await t.deps.db.batch(
      ['push_muted', 'mail_muted'].map((table) => ({
        sql: `INSERT INTO ${table} (user_id, kind) VALUES (?, 'claims')`,
        args: [rental.owner.id],
      })),
    )
    const { body } = await t.call('GET', '/api/user/push', { as: rental.owner.as })
    expect(body.ways.claims).toEqual({ push: false, mail: true })
  })

  test('every browser of a person is told; one that is signed out or switched off is not', async () => {
    const phone = await subscribe(rental.owner.as, '/phone')
    const laptopSession = await signIn(t, 'rosa')
    const laptop = await subscribe(laptopSession, '/laptop')
    const id = await holdOffer(t, rental, 'renter')
    expect([await told(phone), await told(laptop)]).toEqual([
      ['offers offer booking false rene'],
      ['offers offer booking false rene'],
    ])
    await t.call('POST', '/api/logout', { as: rental.owner.as })
    const off = await t.call('DELETE', '/api/user/push', { as: laptopSession })
    expect(off.body.here).toBe(false)
    await write(rental.renter, id, 'Hello')
    expect([await told(phone), await told(laptop)]).toEqual([[], []])
  })

  test('a browser that somebody else signs in to tells nothing of the person before', async () => {
    const browser = service.browser('/tablet')
    await t.call('POST', '/api/user/push', { as: rental.owner.as, body: browser.subscription })
    // The next person's browser has the same address at the push service.
    await t.call('POST', '/api/user/push', { as: rental.rival.as, body: browser.subscription })
    expect((await t.call('GET', '/api/user/push', { as: rental.owner.as })).body.here).toBe(false)
    await holdOffer(t, rental, 'renter')
    expect(await told(browser)).toEqual([])

    await t.call('POST', '/api/user/push', { as: rental.owner.as, body: browser.subscription })
    // Signing in ends the session that the browser had.
    await t.call('POST', '/api/login', {
      as: rental.owner.as,
      body: { username: 'rita', password: 'correct horse' },
    })
    await holdOffer(t, rental, 'renter', { startDate: '2026-12-20', endDate: '2026-12-21' })
    expect(await told(browser)).toEqual([])
  })

  test('a session that has run out tells nothing', async () => {
    const browser = await subscribe(rental.owner.as, '/rosa')
    const id = await holdOffer(t, rental, 'renter', { startDate: '2027-01-20', endDate: '2027-01-20' })
    await told(browser)
    t.clock.advance(20 * 24 * HOUR_MS)
    await write({ ...rental.renter, as: await signIn(t, 'rene') }, id, 'Hello')
    expect(await told(browser)).toEqual([])
  })
})

describe('push services', () => {
  test.each([404, 410, 403])(
    'one that answers %d has the subscription no more, and neither have we',
    async (status) => {
      const browser = await subscribe(rental.owner.as, '/rosa')
      service.answers.set('/rosa', { status })
      await holdOffer(t, rental, 'renter')
      expect(await told(browser)).toHaveLength(1)
      expect((await t.call('GET', '/api/user/push', { as: rental.owner.as })).body.here).toBe(false)
      expect(await told(browser)).toEqual([])
    },
  )

  test('one that is busy is asked again when it said, then no more', async () => {
    const browser = await subscribe(rental.owner.as, '/rosa')
    service.answers.set('/rosa', { status: 429, headers: { 'retry-after': '120' } })
    await holdOffer(t, rental, 'renter')
    expect(await told(browser)).toHaveLength(1)
    service.answers.clear()
    t.clock.advance(100_000)
    expect(await told(browser)).toHaveLength(0)
    t.clock.advance(30_000)
    expect(await told(browser)).toHaveLength(1)
    t.clock.advance(HOUR_MS)
    expect(await told(browser)).toHaveLength(0)
  })

  test('a line that this build has no words for holds up nobody, is tried again after pauses and given up', async () => {
    const browser = await subscribe(rental.owner.as, '/rosa')
    // As a newer build beside this one writes it.
    await t.deps.db.batch([
      {
        sql: `INSERT INTO push_outbox (subscription_id, event, kind, word, about, about_id, at, next_at)
          SELECT id, 'auction:1', 'answers', 'won', 'auction', 1, ?1, ?1 FROM push_subscriptions`,
        args: [t.clock.now.toISOString()],
      },
    ])
    await holdOffer(t, rental, 'renter')
    expect(await told(browser)).toEqual(['offers offer booking false rene'])
    expect(t.errors.splice(0)).toMatchObject([{ what: 'a push message cannot be written' }])
    const [line] = await t.deps.db.read.query.pushOutbox.findMany()
    expect(line).toMatchObject({ attempts: 1, doneAt: null })
    t.clock.advance(73 * HOUR_MS)
    expect(await told(browser)).toEqual([])
    expect(t.errors.splice(0)).toHaveLength(1)
    expect((await t.deps.db.read.query.pushOutbox.findMany())[0]).toMatchObject({ outcome: 'late' })
  })

  test('one that cannot be reached is asked again; a redirect is not followed', async () => {
    const away = await openPushService()
    const browser = away.browser('/rosa')
    await t.call('POST', '/api/user/push', { as: rental.owner.as, body: browser.subscription })
    await away.close()
    await holdOffer(t, rental, 'renter')
    await drainPushes(t.deps)
    const [line] = await t.deps.db.read.query.pushOutbox.findMany()
    expect(line).toMatchObject({ attempts: 1, doneAt: null })

    const moved = await subscribe(rental.rival.as, '/moved')
    service.answers.set('/moved', { status: 307, headers: { location: `${service.origin}/elsewhere` } })
    const id = await holdOffer(t, rental, 'rival', { startDate: '2026-12-20', endDate: '2026-12-21' })
    await write(rental.owner, id, 'Hello')
    expect(await told(moved)).toHaveLength(1)
    expect(service.received).toEqual([])
    expectedErrors = [{ level: 'error', what: 'a push service refuses a message', status: 307, event: 'message:1' }]
  })

  test('addresses that are no push service’s are refused, and keys that are none', async () => {
    const { keys } = service.browser('/x').subscription
    for (const endpoint of ['http://10.0.0.1/x', 'https://localhost/x', 'https://10.0.0.1/x', 'nowhere']) {
      const { status, body } = await t.call('POST', '/api/user/push', { as: rental.owner.as, body: { endpoint, keys } })
      expect([endpoint, status, Object.keys(body.fields)]).toEqual([endpoint, 422, ['endpoint']])
    }
    const { status } = await t.call('POST', '/api/user/push', {
      as: rental.owner.as,
      body: { endpoint: 'https://push.example/x', keys: { ...keys, auth: 'short' } },
    })
    expect(status).toBe(422)
    // 65 bytes that are no point of the curve: nothing can be encrypted for them.
    const p256dh = Buffer.alloc(65, 1).toString('base64url')
    const endpoint = `${service.origin}/odd`
    await t.call('POST', '/api/user/push', { as: rental.owner.as, body: { endpoint, keys: { ...keys, p256dh } } })
    await holdOffer(t, rental, 'renter')
    await drainPushes(t.deps)
    expect(service.received).toEqual([])
    expect((await t.call('GET', '/api/user/push', { as: rental.owner.as })).body.here).toBe(false)
  })

  test('a push service that drips its answer holds up nobody else, and is cut off at the deadline', async () => {
    const tarpit = await openTarpit()
    const { keys } = service.browser('/x').subscription
    const slow = { endpoint: `${tarpit.origin}/slow`, keys }
    const second = await signIn(t, 'rosa')
    expect((await t.call('POST', '/api/user/push', { as: second, body: slow })).status).toBe(200)
    const browser = await subscribe(rental.owner.as, '/rosa')
    const first = await holdOffer(t, rental, 'renter')
    const draining = drainPushes(t.deps)
    await tarpit.reached
    await until(() => service.received.length > 0)
    // Also what comes while the slow one is still being waited for.
    await write(rental.renter, first, 'Hello')
    const again = drainPushes(t.deps)
    await until(() => service.received.length > 1)
    expect([taken(browser).length, tarpit.isOpen()]).toEqual([2, true])
    const impatient = openPushSender(t.deps.env, 50)
    expect(
      await impatient.send({ endpoint: slow.endpoint, ...keys }, { body: '{}', topic: 'x', ttlSeconds: 60 }),
    ).toEqual({ kind: 'later', afterSeconds: null, isSilent: true })
    await tarpit.close()
    await Promise.all([draining, again])
    const waiting = (await t.deps.db.read.query.pushOutbox.findMany()).filter(({ doneAt }) => doneAt === null)
    expect(waiting.map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  test('somebody with very many browsers is told on the newest ten', async () => {
    for (let n = 0; n < 12; n++) {
      const person = n === 0 ? rental.owner.as : await signIn(t, 'rosa')
      await subscribe(person, `/browser-${n}`)
    }
    await holdOffer(t, rental, 'renter')
    await drainPushes(t.deps)
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, n) => `/browser-${n + 2}`).toSorted(),
    )
  })
})

test('the keys are made once, readable by their owner alone, unless the environment brings them', async () => {
  const file = join(t.deps.env.dataDir, 'vapid.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  expect(openPushSender(t.deps.env).publicKey).toBe(kept.publicKey)
  expect(t.deps.push.publicKey).toBe(kept.publicKey)
  const keys = { publicKey: 'given', privateKey: 'given' }
  expect(openPushSender({ ...t.deps.env, push: { ...t.deps.env.push, keys } }).publicKey).toBe('given')
})

test('orders: a new one for its seller, each step for its buyer', async () => {
  const buyer = await signUp(t, 'bea')
  const seller = await subscribe(rental.owner.as, '/rosa')
  const own = await subscribe(buyer.as, '/bea')
  await saveCard(t, buyer)
  const orderId = await placeOrder(t, buyer, await postItem(t, rental.owner))
  expect(await told(seller)).toEqual(['orders order order false bea'])
  for (const status of ['processing', 'shipped', 'delivered']) {
    await setOrderStatus(t, rental.owner, orderId, status)
    expect(await told(own)).toEqual([`orders ${status} order true rosa`])
  }
  await t.call('POST', `/api/purchases/${orderId}/messages`, { as: buyer.as, body: { content: 'Thank you' } })
  expect(await told(seller)).toEqual(['messages message order false bea'])
})

test('orders: a seller is told what its buyer misses, and both that it is late and that it has ended', async () => {
  const buyer = await signUp(t, 'bea')
  const seller = await subscribe(rental.owner.as, '/rosa')
  const own = await subscribe(buyer.as, '/bea')
  const lost = await orderOf(rental.owner, buyer)
  await t.call('POST', `/api/purchases/${lost}/status`, { as: rental.owner.as, body: { status: 'shipped' } })
  // One after the other: each sends what is due, for all.
  await told(seller)
  await told(own)
  const say = (arrived: boolean) =>
    t.call('POST', `/api/purchases/${lost}/arrival`, { as: buyer.as, body: { arrived } })
  await say(false)
  expect(await told(seller)).toEqual(['orders not_arrived order false bea'])
  await say(true)
  await say(false)
  await say(true)
  expect([await told(seller), await told(own)]).toEqual([[], []])

  await orderOf(rental.owner, buyer)
  // Promised for December 11: late from the 19th on, and over a week later.
  for (const [at, word] of [
    ['2026-12-19T17:00:00.000Z', 'late'],
    ['2026-12-26T17:00:00.000Z', 'cancelled'],
  ] as const) {
    t.clock.now = new Date(at)
    const both = [
      await subscribe(await signIn(t, 'rosa'), `/rosa-${word}`),
      await subscribe(await signIn(t, 'bea'), `/bea-${word}`),
    ]
    await sweepPurchases(t.deps)
    await drainPushes(t.deps)
    const words = both.map((browser) =>
      taken(browser)
        .filter(({ kind }) => kind === 'orders')
        .map(({ word, mine }) => [word, mine]),
    )
    expect(words).toEqual([[[word, false]], [[word, true]]])
  }
})

test('orders: one that an operator refunds is over for its seller too; one that was never paid is never heard of', async () => {
  const buyer = await signUp(t, 'bea')
  const seller = await subscribe(rental.owner.as, '/rosa')
  const id = await orderOf(rental.owner, buyer)
  expect(await told(seller)).toEqual(['orders order order false bea'])
  await refundOrder(t.deps, id, 4000)
  expect(await told(seller)).toEqual(['orders cancelled order false bea'])
  const unpaid = await orderOf(rental.owner, buyer, 'pm_card_authenticationRequired')
  await t.call('POST', `/api/purchases/${unpaid}/ask-cancel`, { as: buyer.as })
  expect(await told(seller)).toEqual([])
})

test('orders: a buyer whose card is declined at once gets no push about the order', async () => {
  const buyer = await signUp(t, 'bea')
  const own = await subscribe(buyer.as, '/bea')
  const paymentMethodId = await saveCard(t, buyer, 'pm_card_chargeCustomerFail')
  const { status } = await buyItem(t, buyer, await postItem(t, rental.owner), { paymentMethodId })
  expect([status, await told(own)]).toEqual([402, []])
})

test('orders: a buyer whose card is declined long after their press is told that the order is cancelled', async () => {
  const buyer = await signUp(t, 'bea')
  const own = await subscribe(buyer.as, '/bea')
  const paymentMethodId = await saveCard(t, buyer, 'pm_card_chargeCustomerFail')
  const item = await postItem(t, rental.owner)
  // The SDK asks three times by itself.
  await armFault(t, { kind: 'error_before', match: 'POST /v1/payment_intents', times: 3 })
  await buyItem(t, buyer, item, { paymentMethodId })
  expect(await told(own)).toEqual([])
  t.clock.advance(30_000)
  await drainCommands(t.deps)
  expect(await told(own)).toEqual(['orders cancelled order true rosa'])
})

test('questions: each message for the other side, until the offer has a thread of its own', async () => {
  const owner = await subscribe(rental.owner.as, '/rosa')
  const renter = await subscribe(rental.renter.as, '/rene')
  const rival = await subscribe(rental.rival.as, '/rita')
  const body = { listingId: rental.listingId, content: 'Are they dishwasher safe?' }
  const asked = await t.call('POST', '/api/questions', { as: rental.renter.as, body })
  expect(await told(owner)).toEqual(['messages message question false rene'])
  const path = `/api/questions/${asked.body.questionId}/messages`
  await t.call('POST', path, { as: rental.owner.as, body: { content: 'They are.' } })
  expect([await told(owner), await told(renter), await told(rival)]).toEqual([
    [],
    ['messages message question true rosa'],
    [],
  ])
})

/** An order of a new item, for its seller. */
async function orderOf(seller: TestPerson, buyer: TestPerson, card = 'pm_card_visa'): Promise<number> {
  const paymentMethodId = await saveCard(t, buyer, card)
  return placeOrder(t, buyer, await postItem(t, seller), { paymentMethodId })
}
