import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { bookings, damageReports, listings, users } from '../db/tables'
import { sendMails } from '../jobs/timers'
import { drainPushes } from '../push/drain-pushes'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { type MailServerMood, openMailServer, partsOf, type TestMailServer } from '../test-support/mail-server'
import { buyItem, placeOrder, postItem, setOrderStatus } from '../test-support/order-kit'
import { openPushService, type TestPushService } from '../test-support/push-service'
import {
  answerOffer,
  approvedOffer,
  holdOffer,
  openPayoutAccount,
  openRental,
  type Rental,
  saveCard,
} from '../test-support/rental-kit'
import { cookieOf, signIn, signUpOperator, TEST_PASSWORD } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'
import { drainMails } from './drain-mails'
import { offToken } from './mail-key'
import { type MailSender, openMailSender } from './mail-sender'
import { sendMailsSoon } from './send-mails-soon'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let t: TestApp
let server: TestMailServer
let rental: Rental
let expectedErrors: unknown[] = []

beforeEach(async () => {
  server = await openMailServer()
  t = await openTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Trestle <mail@trestle.example>', PUSH_LOOPBACK: '1' })
  rental = await openRental(t)
  expectedErrors = []
})

afterEach(async () => {
  expect(t.errors as unknown[]).toEqual(expectedErrors)
  await server.close()
  await t.close()
})

const answer = (bookingId: number, status: string) => answerOffer(t, rental, bookingId, status)

/** Sends what is due; the subjects of what came since the last time. */
async function told(): Promise<string[]> {
  await drainMails(t.deps)
  return server.received.splice(0).map(({ headers }) => headers.get('subject') ?? '')
}

async function outcomes(): Promise<unknown[]> {
  const [result] = await t.deps.db.readBatch([{ sql: 'SELECT outcome FROM mail_outbox ORDER BY id', args: [] }])
  return (result?.rows ?? []).map(({ outcome }) => outcome)
}

/** A rental whose renter owes an answer to a claim. */
async function claim(): Promise<{ report: number }> {
  const id = await holdOffer(t, rental, 'renter')
  await answer(id, 'approved')
  t.clock.now = new Date('2026-12-13T12:00:00.000Z')
  await sweepBookings(t.deps)
  await keepTestPhoto(t, rental.owner, 'a')
  const { body } = await t.call('POST', `/api/bookings/${id}/damage-report`, {
    as: rental.owner.as,
    body: { description: 'Two chipped.', images: [testPhoto('a')], repairEstimate: 2000 },
  })
  return { report: body.id }
}

describe('what is mailed', () => {
  test('an offer reaches its owner once, with its deadline, as text and HTML, and says nothing that its renter wrote', async () => {
    const id = await holdOffer(t, rental, 'renter')
    await drainMails(t.deps)
    await drainMails(t.deps)
    const [mail, ...others] = server.received
    if (!mail) throw new Error('Nothing was sent')
    expect(others).toEqual([])
    expect(mail.to).toBe('person@example.com')
    expect(mail.headers.get('subject')).toBe('New offer from rene')
    expect(mail.headers.get('from')).toBe('Trestle <mail@trestle.example>')
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.headers.get('message-id')).toMatch(/^<[0-9a-f]{40}@localhost>$/)
    const { text, html } = partsOf(mail)
    for (const part of [text, html]) {
      expect(part).toContain(`${TEST_ORIGIN}/offers/${id}`)
      expect(part).toContain('Forty plates')
      expect(part).toMatch(/answer by \w+day, December \d+ at \d+:\d\d\sPM EST/)
      expect(part).not.toContain('Ana')
    }
    // Nothing is fetched when somebody opens it.
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=/i)
    expect(html).toContain('prefers-color-scheme: dark')
  })

  test('a buyer whose card is declined at once gets no mail about the order', async () => {
    const paymentMethodId = await saveCard(t, rental.renter, 'pm_card_chargeCustomerFail')
    const { status } = await buyItem(t, rental.renter, await postItem(t, rental.owner), { paymentMethodId })
    expect([status, await told(), await outcomes()]).toEqual([402, [], ['untrue']])
  })

  test('an answer, the end of a rental, a claim and the day before its end are mailed, each once', async () => {
    const { report } = await claim()
    // The answer of days ago is news no more, nor are the offer and the time for a report that was made. Four mails at most are sent
    // at the same time.
    expect((await told()).toSorted()).toEqual(['How was it with rosa?', 'rosa reported damage'])
    t.clock.advance(49 * HOUR_MS)
    expect(await told()).toEqual(['Your answer is still missing'])
    t.clock.advance(HOUR_MS)
    expect(await told()).toEqual([])
    await t.call('POST', `/api/damage-reports/${report}/respond`, {
      as: rental.renter.as,
      body: { acceptResponsibility: false },
    })
    expect(await told()).toEqual(['rene contests your damage report'])
  })

  test('it goes out by itself behind the write', async () => {
    const stop = sendMailsSoon(t.deps, drainMails)
    await holdOffer(t, rental, 'renter')
    for (let tries = 0; server.received.length === 0 && tries < 200; tries++) await Bun.sleep(20)
    await stop()
    expect(server.received).toHaveLength(1)
  })

  test('a name that looks like markup or a header stays a name', async () => {
    const title = '<b>Plates</b>\r\nBcc: x@y.example "&amp;'
    const rename = build.update(listings).set({ title }).where(eq(listings.id, rental.listingId))
    await t.deps.db.write(() => [step(rename)])
    await holdOffer(t, rental, 'renter')
    await drainMails(t.deps)
    const [mail] = server.received
    if (!mail) throw new Error('Nothing was sent')
    expect(mail.headers.has('bcc')).toBe(false)
    const { text, html } = partsOf(mail)
    expect(html).toContain('&lt;b&gt;Plates&lt;/b&gt;')
    expect(html).not.toContain('<b>')
    expect(text).toContain('<b>Plates</b>')
  })
})

describe('news that has become untrue before it is sent', () => {
  const call = (who: 'owner' | 'renter', path: string, body?: object) =>
    t.call('POST', path, { as: rental[who].as, body })
  const claimMoves = (changes: Partial<typeof damageReports.$inferInsert>) =>
    t.deps.db.write(() => [step(build.update(damageReports).set(changes))])
  const place = async () => placeOrder(t, rental.renter, await postItem(t, rental.owner))

  test('an approval is mailed while the rental stands, and not once its renter has cancelled it', async () => {
    const [first, second] = [await holdOffer(t, rental, 'renter'), await holdOffer(t, rental, 'rival')]
    await told()
    await answer(first, 'approved')
    expect(await told()).toContain('rosa approved your offer')
    await answer(second, 'approved')
    await t.call('POST', `/api/bookings/${second}/cancel`, { as: rental.rival.as })
    const subjects = await told()
    expect(subjects).toContain('A booking was cancelled')
    expect(subjects).not.toContain('rosa approved your offer')
  })

  test('a payment for damage that needed its renter is mailed until it is paid', async () => {
    await claim()
    await told()
    await claimMoves({ status: 'resolved_approved', paymentState: 'action_needed', finalAmount: 2000 })
    expect(await told()).toContain('A payment needs you')
    await claimMoves({ paymentState: 'charging', paymentAttempt: 2 })
    await claimMoves({ paymentState: 'action_needed' })
    await claimMoves({ paymentState: 'charged' })
    expect(await told()).toEqual([])
  })

  test('a payment for damage that is refused days after the decision is mailed and pushed all the same', async () => {
    const service = await openPushService()
    await claim()
    const browser = service.browser('/rene')
    const renter = await signIn(t, 'rene')
    await t.call('POST', '/api/user/push', { as: renter, body: browser.subscription })
    await claimMoves({ status: 'resolved_approved', paymentState: 'charging', finalAmount: 2000 })
    await Promise.all([told(), drainPushes(t.deps)])
    service.received.splice(0)
    t.clock.advance(80 * HOUR_MS)
    await claimMoves({ paymentState: 'action_needed' })
    await drainPushes(t.deps)
    expect(service.received.map(({ body }) => browser.read(body).word)).toEqual(['claim_pay'])
    expect(await told()).toEqual(['A payment needs you'])
    await service.close()
  })

  test('a contested claim is mailed until an operator has decided', async () => {
    const { report } = await claim()
    await told()
    await call('renter', `/api/damage-reports/${report}/respond`, { acceptResponsibility: false })
    await claimMoves({ status: 'resolved_rejected' })
    expect(await told()).toEqual(['A damage report was rejected', 'A damage report was rejected'])
  })

  test('nobody is asked for a review that they have written', async () => {
    const id = await approvedOffer(t, rental, 'renter')
    t.clock.now = new Date('2026-12-13T12:00:00.000Z')
    await sweepBookings(t.deps)
    for (const side of ['owner', 'renter'] as const) await call(side, `/api/bookings/${id}/review`, { stars: 5 })
    expect((await told()).toSorted()).toEqual(['You can read rene’s review', 'rene’s rental is over'])
  })

  test.each(['rosa', 'rene'])('nobody is asked for a review while %s is suspended', async (username) => {
    const { as } = await signUpOperator(t, 'olga')
    await approvedOffer(t, rental, 'renter')
    await told()
    t.clock.now = new Date('2026-12-13T12:00:00.000Z')
    await sweepBookings(t.deps)
    await t.call('POST', '/api/operator/suspended', { as, body: { username, suspended: true, note: 'Threats' } })
    expect((await told()).toSorted()).toEqual(['Your Trestle account was suspended', 'rene’s rental is over'])
  })

  test('an order is news to its seller until it is cancelled', async () => {
    await place()
    expect(await told()).toContain('New order from rene')
    await setOrderStatus(t, rental.owner, await place(), 'cancelled')
    const subjects = await told()
    expect(subjects).toContain('An order was cancelled')
    expect(subjects).not.toContain('New order from rene')
  })

  test('of the steps of an order its buyer is mailed the last alone, and its seller no wish that came too late', async () => {
    const id = await place()
    await told()
    await call('renter', `/api/purchases/${id}/ask-cancel`)
    for (const status of ['processing', 'shipped']) await setOrderStatus(t, rental.owner, id, status)
    expect(await told()).toEqual(['Your order is on its way'])
    await setOrderStatus(t, rental.owner, id, 'delivered')
    expect(await told()).toEqual(['Your order was delivered'])
  })
})

describe('receipts', () => {
  beforeEach(async () => {
    const named = step(build.update(users).set({ email: sql`username || '@example.com'` }))
    await t.deps.db.write(() => [named])
  })

  /** Sends what is due; the receipts among what came, with their address. */
  async function receipts(): Promise<string[]> {
    await drainMails(t.deps)
    const told = server.received.splice(0).map(({ headers }) => `${headers.get('to')}: ${headers.get('subject')}`)
    return told.filter((line) => line.includes('$'))
  }

  test('are mailed once for what was paid, came back and was sent on: to whom it concerns, with the amount', async () => {
    await openPayoutAccount(t, rental.owner)
    const first = await holdOffer(t, rental, 'renter')
    expect(await receipts()).toEqual([])
    await answer(first, 'approved')
    expect(await receipts()).toEqual(['rene@example.com: You paid $37.50'])
    await t.call('POST', `/api/bookings/${first}/cancel`, { as: rental.owner.as })
    expect(await receipts()).toEqual(['rene@example.com: $37.50 came back to you'])
    const second = await holdOffer(t, rental, 'renter')
    await answer(second, 'approved')
    expect(await receipts()).toEqual(['rene@example.com: You paid $37.50'])
    t.clock.now = new Date('2026-12-16T12:00:00.000Z')
    await sweepBookings(t.deps)
    await sweepBookings(t.deps)
    expect(await receipts()).toEqual(['rosa@example.com: $37.50 was sent to your payout account'])
    await sweepBookings(t.deps)
    expect(await receipts()).toEqual([])
  })

  const papers = async () => {
    await drainMails(t.deps)
    return server.received
      .splice(0)
      .filter(({ headers }) => headers.get('subject')?.includes('$'))
      .map(partsOf)
  }

  test('say what was rented, when, with whom and how the amount is made up, as text and HTML', async () => {
    await openPayoutAccount(t, rental.owner)
    const id = await holdOffer(t, rental, 'renter')
    await answer(id, 'approved')
    const [title, number] = ['Forty plates', `TR-${String(id).padStart(6, '0')}`]
    const [paid] = await papers()
    expect(paid?.text).toContain(
      [
        `Number: ${number}`,
        `Rental: ${title}`,
        'Days: Thu, Dec 10 to Sat, Dec 12, 2026',
        'Owner: rosa',
        'Date: Tuesday, December 1 at 12:00 PM EST',
        'Paid: $37.50',
      ].join('\r\n'),
    )
    for (const words of [number, 'Thu, Dec 10 to Sat, Dec 12, 2026', '$37.50'])
      expect(paid?.html).toContain(`>${words}<`)
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
    const [returned] = await papers()
    expect(returned?.text).toContain('Price: $37.50\r\nReturned to you: $37.50')
  })

  test('of a rental that is delivered say what the delivery costs', async () => {
    const words = {
      title: 'Forty plates',
      description: 'Speckled, washed.',
      price: 12.5,
      category: 'tableware',
      terms: '',
    }
    const delivery = { deliveryMiles: 5, deliveryFee: 20 }
    const body = { ...words, ...delivery, mainImage: testPhoto('a') }
    await keepTestPhoto(t, rental.owner, 'a')
    await t.call('POST', `/api/listings/${rental.listingId}`, { as: rental.owner.as, body })
    const wish = { deliverTo: { street: '34 Ditmars Blvd', city: 'Astoria', state: 'NY', zipCode: '11105' } }
    await answer(await holdOffer(t, rental, 'renter', wish), 'approved')
    const [paid] = await papers()
    expect(paid?.text).toContain('Delivery: $20.00 of the price')
    expect(paid?.text).toContain('Paid: $57.50')
  })

  test('of a seller say what the platform kept', async () => {
    await t.close()
    const smtp = { SMTP_URL: server.url, MAIL_FROM: 'Trestle <mail@trestle.example>' }
    t = await openTestApp({ ...smtp, PLATFORM_FEE_BPS: '1000' })
    rental = await openRental(t)
    await openPayoutAccount(t, rental.owner)
    await answer(await holdOffer(t, rental, 'renter'), 'approved')
    t.clock.now = new Date('2026-12-16T12:00:00.000Z')
    await sweepBookings(t.deps)
    await sweepBookings(t.deps)
    await drainMails(t.deps)
    const sent = server.received.find(({ headers }) => headers.get('subject')?.includes('was sent to your payout'))
    expect(sent && partsOf(sent).text).toContain('Price: $37.50\r\nPlatform fee: $3.75\r\nSent to you: $33.75')
  })

  test('are pushed to those who want no mail of payments', async () => {
    const service = await openPushService()
    const browser = service.browser('/rene')
    await t.call('POST', '/api/user/push', { as: rental.renter.as, body: browser.subscription })
    const paid = async (startDate: string) => {
      const id = await holdOffer(t, rental, 'renter', { startDate, endDate: startDate })
      await answer(id, 'approved')
      await drainPushes(t.deps)
      const pushes = service.received.splice(0).map(({ body }) => browser.read(body))
      return [await receipts(), pushes.filter(({ word }) => word === 'paid').map(({ amount }) => amount)]
    }
    expect(await paid('2026-12-20')).toEqual([['rene@example.com: You paid $12.50'], []])
    await t.deps.db.batch([
      { sql: `INSERT INTO mail_muted (user_id, kind) VALUES (?, 'money')`, args: [rental.renter.id] },
    ])
    expect(await paid('2026-12-22')).toEqual([[], [1250]])
    await service.close()
  })
})

describe('messages that nobody has read', () => {
  let booking = 0
  beforeEach(async () => {
    booking = await holdOffer(t, rental, 'renter')
    await told()
  })
  const write = (content: string, as = rental.renter.as, about = booking) =>
    t.call('POST', `/api/bookings/${about}/messages`, { as, body: { content } })
  const see = (messageId: number, as = rental.owner.as) =>
    t.call('POST', '/api/user/seen', { as, body: { about: 'booking', id: booking, messageId } })
  const after = async (minutes: number) => {
    t.clock.advance(minutes * MINUTE_MS)
    return told()
  }

  test('are mailed after ten minutes, those of all threads in one mail, without a word of theirs', async () => {
    const other = await holdOffer(t, rental, 'rival')
    await told()
    await write('A secret')
    await write('Another secret')
    await write('A third secret', rental.rival.as, other)
    expect(await after(9)).toEqual([])
    await drainMails(t.deps)
    t.clock.advance(MINUTE_MS)
    await drainMails(t.deps)
    const [mail, ...more] = server.received.splice(0)
    if (!mail) throw new Error('Nothing was sent')
    expect([more, mail.headers.get('subject')]).toEqual([[], 'rene and rita wrote to you'])
    const { text, html } = partsOf(mail)
    for (const part of [text, html]) {
      expect(part).toContain('rene, about “Forty plates”: 2 messages.')
      expect(part).toContain('rita, about “Forty plates”: a message.')
      expect(part).toContain(`${TEST_ORIGIN}/inbox`)
      expect(part).not.toContain('secret')
    }
    expect(await after(30)).toEqual([])
    await write('Later')
    expect(await after(10)).toEqual(['rene wrote to you'])
  })

  test('are not mailed when they were read or answered meanwhile, and when their person wants no such mail', async () => {
    await write('Hello')
    expect((await see(1)).status).toBe(200)
    expect(await after(11)).toEqual([])
    await write('Are you there?')
    await write('Yes', rental.owner.as)
    expect(await after(11)).toEqual(['rosa wrote to you'])
    await t.deps.db.batch([
      { sql: `INSERT INTO mail_muted (user_id, kind) VALUES (?, 'messages')`, args: [rental.owner.id] },
    ])
    await write('Hello again')
    expect(await after(11)).toEqual([])
  })

  test('are not mailed when their person has ended such mails since they were written', async () => {
    await write('Hello')
    t.clock.advance(5 * MINUTE_MS)
    await t.deps.db.batch([
      { sql: `INSERT INTO mail_muted (user_id, kind) VALUES (?, 'messages')`, args: [rental.owner.id] },
    ])
    expect(await after(6)).toEqual([])
  })

  test('are mailed when an answer that was written before them arrives after them, and not when it was written after them', async () => {
    const composedAt = t.clock.now.toISOString()
    const [owner, rival] = [rental.owner.as, rental.rival.as]
    const questions = '/api/questions'
    t.clock.advance(MINUTE_MS)
    await write('Is there a ramp?')
    const asked = await t.call('POST', questions, {
      as: rival,
      body: { listingId: rental.listingId, content: 'A lift?' },
    })
    t.clock.advance(MINUTE_MS)
    const answers = async (words: { content: string; composedAt: string }) => {
      await t.call('POST', `/api/bookings/${booking}/messages`, { as: owner, body: words })
      await t.call('POST', `${questions}/${asked.body.questionId}/messages`, { as: owner, body: words })
    }
    await answers({ content: 'Hello', composedAt })
    expect(await after(9)).toEqual(['rene and rita wrote to you'])
    await write('Is there a door?')
    await t.call('POST', questions, { as: rival, body: { listingId: rental.listingId, content: 'A gate?' } })
    t.clock.advance(MINUTE_MS)
    await answers({ content: 'Yes', composedAt: new Date(t.clock.now.getTime() - 1).toISOString() })
    expect(await after(9)).toEqual([])
  })

  test('are mailed when an answer was written after them without a connection and came late', async () => {
    const [owner, rival] = [rental.owner.as, rental.rival.as]
    await write('Is there a ramp?')
    const body = { listingId: rental.listingId, content: 'A lift?' }
    const asked = await t.call('POST', '/api/questions', { as: rival, body })
    t.clock.advance(MINUTE_MS)
    const words = { content: 'Hello', composedAt: t.clock.now.toISOString() }
    t.clock.advance(2 * MINUTE_MS)
    await t.call('POST', `/api/bookings/${booking}/messages`, { as: owner, body: words })
    await t.call('POST', `/api/questions/${asked.body.questionId}/messages`, { as: owner, body: words })
    expect(await after(7)).toEqual(['rene and rita wrote to you'])
  })

  test('are not mailed when they were read above an answer that was written before them', async () => {
    const composedAt = t.clock.now.toISOString()
    t.clock.advance(MINUTE_MS)
    const { body: theirs } = await write('Is there a ramp?')
    t.clock.advance(MINUTE_MS)
    const body = { content: 'Hello', composedAt }
    await t.call('POST', `/api/bookings/${booking}/messages`, { as: rental.owner.as, body })
    await see(theirs.id)
    expect(await after(9)).toEqual([])
  })

  test('are not mailed to somebody who is suspended and cannot read them', async () => {
    const { as } = await signUpOperator(t, 'olga')
    const suspend = (suspended: boolean) =>
      t.call('POST', '/api/operator/suspended', { as, body: { username: 'rosa', suspended, note: 'Asked for cash.' } })
    await write('Hello')
    await suspend(true)
    expect(await after(10)).toEqual(['Your Trestle account was suspended'])
    await write('Are you there?')
    await suspend(false)
    expect(await after(10)).toEqual(['rene wrote to you'])
  })

  test('are mailed to somebody who has closed their account and may take it back', async () => {
    await answer(booking, 'declined')
    await told()
    await write('Why?')
    const body = { password: TEST_PASSWORD }
    expect((await t.call('POST', '/api/user/closing', { as: rental.owner.as, body })).status).toBe(200)
    expect((await after(10)).toSorted()).toEqual(['Your Trestle account is closed', 'rene wrote to you'])
  })

  test('are not mailed when they are from somebody whom their reader has blocked meanwhile', async () => {
    const ask = (content: string) =>
      t.call('POST', '/api/questions', { as: rental.rival.as, body: { listingId: rental.listingId, content } })
    const block = ({ id }: { id: number }) => t.call('POST', `/api/users/${id}/block`, { as: rental.owner.as })
    await write('Hello')
    await ask('Is there a ramp?')
    await block(rental.renter)
    expect(await after(10)).toEqual(['rita wrote to you'])
    await ask('How wide?')
    await block(rental.rival)
    expect(await after(10)).toEqual([])
  })

  test('a later one has its own ten minutes when the first was read', async () => {
    await write('One')
    t.clock.advance(8 * MINUTE_MS)
    await write('Two')
    await see(1)
    expect(await after(3)).toEqual([])
    expect(await after(7)).toEqual(['rene wrote to you'])
  })

  test('reading is a person’s own: nobody reads for another, beyond what is there, or back', async () => {
    const marks = async () =>
      (await t.deps.db.readBatch([{ sql: 'SELECT user_id, message_id FROM thread_reads', args: [] }]))[0]?.rows.map(
        (row) => [row.user_id, row.message_id],
      )
    await write('One')
    await write('Two')
    await see(2, rental.rival.as)
    expect(await marks()).toEqual([])
    await see(1_000_000)
    await see(1)
    expect(await marks()).toEqual([[rental.owner.id, 2]])
    await write('Three')
    expect(await after(10)).toEqual(['rene wrote to you'])
  })

  test('of a question too, until it is read or answered', async () => {
    const ask = async (content: string) => {
      const body = { listingId: rental.listingId, content }
      const asked = await t.call('POST', '/api/questions', { as: rental.rival.as, body })
      return asked.body as { id: number; questionId: number }
    }
    const { id, questionId } = await ask('Is there a secret ramp?')
    await write('A secret')
    expect(await after(10)).toEqual(['rita and rene wrote to you'])
    await ask('How wide?')
    const seen = { about: 'question', id: questionId, messageId: id + 1 }
    await t.call('POST', '/api/user/seen', { as: rental.renter.as, body: seen })
    expect((await t.call('POST', '/api/user/seen', { as: rental.owner.as, body: seen })).status).toBe(200)
    expect(await after(10)).toEqual([])
    await ask('And how steep?')
    const body = { content: 'Not at all.' }
    await t.call('POST', `/api/questions/${questionId}/messages`, { as: rental.owner.as, body })
    expect(await after(10)).toEqual(['rosa wrote to you'])
  })

  test('go out once, whatever the mail server does in the middle', async () => {
    await write('One')
    await write('Two')
    server.mood = { dropsAfterData: true }
    t.clock.advance(10 * MINUTE_MS)
    await drainMails(t.deps)
    server.mood = {}
    t.clock.advance(5 * MINUTE_MS)
    await drainMails(t.deps)
    const ids = server.received.map(({ headers }) => headers.get('message-id'))
    expect(new Set(ids).size).toBe(1)
    expect(await outcomes()).toEqual(['sent', 'sent', 'sent'])
  })
})

describe('a mail server', () => {
  test('that does not know us yet is asked again after pauses, and gets the mail once', async () => {
    await holdOffer(t, rental, 'renter')
    server.mood = { refuses: { code: 451, words: '4.7.1 Greylisted, please try again' } }
    expect(await told()).toEqual([])
    server.mood = {}
    t.clock.advance(MINUTE_MS - 1)
    expect(await told()).toEqual([])
    t.clock.advance(1)
    expect(await told()).toEqual(['New offer from rene'])
    t.clock.advance(HOUR_MS)
    expect(await told()).toEqual([])
    expect(await outcomes()).toEqual(['sent'])
  })

  test('that never takes it is asked until the deadline and no longer', async () => {
    await holdOffer(t, rental, 'renter')
    server.mood = { refuses: { code: 451, words: '4.7.1 Later' } }
    for (let day = 0; day < 14; day++) {
      await drainMails(t.deps)
      t.clock.advance(12 * HOUR_MS)
    }
    server.mood = {}
    expect(await told()).toEqual([])
    expect(await outcomes()).toEqual(['late'])
  })

  test('that hangs up after the mail gets it again under the same Message-ID', async () => {
    await holdOffer(t, rental, 'renter')
    server.mood = { dropsAfterData: true }
    await drainMails(t.deps)
    server.mood = {}
    t.clock.advance(MINUTE_MS)
    await drainMails(t.deps)
    t.clock.advance(HOUR_MS)
    await drainMails(t.deps)
    const ids = server.received.map(({ headers }) => headers.get('message-id'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(await outcomes()).toEqual(['sent'])
  })

  test('that says nothing holds nobody up for longer than its time, and the mail is sent later', async () => {
    await holdOffer(t, rental, 'renter')
    server.mood = { isSilent: true }
    const impatient = { ...t.deps, mail: openMailSender(t.deps.env, 300) }
    await drainMails(impatient)
    expect(await outcomes()).toEqual([null])
    server.mood = {}
    t.clock.advance(MINUTE_MS)
    expect(await told()).toEqual(['New offer from rene'])
  })

  test('that is not there leaves the rest for the next round', async () => {
    const { port } = new URL(server.url)
    await claim()
    await server.close()
    await drainMails(t.deps)
    server = await openMailServer(Number(port))
    t.clock.advance(MINUTE_MS)
    expect((await told()).length).toBeGreaterThan(0)
  })

  test('that knows nobody of that name ends the address: nothing more goes there', async () => {
    await holdOffer(t, rental, 'renter')
    server.mood = { refuses: { code: 550, words: '5.1.1 No such user' } }
    await drainMails(t.deps)
    server.mood = {}
    await holdOffer(t, rental, 'rival')
    expect(await told()).toEqual([])
    expect(await outcomes()).toEqual(['bounced', 'bounced'])
  })

  test('that knows nobody at a new address says nothing of the one that is not confirmed yet', async () => {
    const { headers } = await t.call('POST', '/api/register', {
      body: { username: 'ana', password: TEST_PASSWORD, email: 'typo@example.com' },
    })
    const as = cookieOf(headers)
    await drainMails(t.deps)
    await t.call('POST', '/api/user/email', { as, body: { email: 'nobody@example.com', password: TEST_PASSWORD } })
    server.mood = { refuses: { code: 550, words: '5.1.1 No such user' } }
    await drainMails(t.deps)
    server.mood = {}
    expect((await outcomes()).at(-1)).toBe('bounced')
    expect((await t.call('GET', '/api/user', { as })).body.unverified).toBe(true)
  })

  test.each<[string, MailServerMood]>([
    ['a rule of the server', { refuses: { code: 550, words: '5.7.1 Relaying denied' } }],
    ['what the mail says', { refusesData: { code: 554, words: '5.6.0 Looks like spam' } }],
  ])('that refuses for %s is not asked again, the operator reads it, and the address stays', async (_, mood) => {
    await holdOffer(t, rental, 'renter')
    server.mood = mood
    await drainMails(t.deps)
    server.mood = {}
    expect(t.errors.splice(0)).toMatchObject([{ what: 'mail refused' }])
    await holdOffer(t, rental, 'rival')
    expect(await told()).toEqual(['New offer from rita'])
    expect(await outcomes()).toEqual(['refused', 'sent'])
  })

  test('a server that ended in the middle of a mail sends it again after a pause, under the same Message-ID', async () => {
    await holdOffer(t, rental, 'renter')
    server.mood = { isSilent: true }
    const dying = drainMails({ ...t.deps, mail: openMailSender(t.deps.env, 2_000) }).catch(() => undefined)
    for (let tries = 0; (await attempts()) === 0 && tries < 200; tries++) await Bun.sleep(10)
    server.mood = {}
    // The next process finds a mail whose turn is not yet, so that two never send it at once.
    t.clock.advance(1000)
    expect(await attempts()).toBe(1)
    await dying
    t.clock.advance(MINUTE_MS)
    expect(await told()).toEqual(['New offer from rene'])
  })
})

/** Lines about an offer, as triggers write them, each with a name of its own. */
async function queue(count: number, about = 'booking'): Promise<void> {
  const id = await holdOffer(t, rental, 'renter')
  await t.deps.db.batch([
    { sql: 'DELETE FROM mail_outbox', args: [] },
    ...Array.from({ length: count }, (_, nth) => ({
      sql: `INSERT INTO mail_outbox (user_id, event, kind, word, about, about_id, at, next_at) SELECT owner_id, ?1, 'offers', 'offer', ?2, id, ?3, ?3 FROM bookings WHERE id = ?4`,
      args: [`offer-${nth}`, about, t.clock.now.toISOString(), id],
    })),
  ])
}

/** A sender that hands nothing on, and takes so long for a mail. */
function slowSender(ms: number): { subjects: string[]; deps: TestApp['deps'] } {
  const subjects: string[] = []
  const send: Extract<MailSender, { mode: 'smtp' }>['send'] = async ({ subject }) => {
    await Bun.sleep(ms)
    subjects.push(subject)
    return { kind: 'sent' }
  }
  return { subjects, deps: { ...t.deps, mail: { mode: 'smtp', send } } }
}

describe('a queue', () => {
  test('is not held up by mails that this build has no words for: they are tried again later', async () => {
    // As a newer build beside this one writes them.
    await queue(5, 'auction')
    await holdOffer(t, rental, 'rival')
    expect(await told()).toEqual(['New offer from rita'])
    expect(t.errors.splice(0)).toMatchObject(Array(5).fill({ what: 'a mail cannot be written' }))
    expect(await told()).toEqual([])
    t.clock.advance(73 * HOUR_MS)
    await drainMails(t.deps)
    expect(await outcomes()).toEqual(['late', 'late', 'late', 'late', 'late', 'sent'])
    expect(t.errors.splice(0)).toHaveLength(5)
  })

  test('of older news lets mails about the account go first', async () => {
    await queue(12)
    t.clock.advance(MINUTE_MS)
    await t.call('POST', '/api/password-link', { body: { name: 'rosa' } })
    const { subjects, deps } = slowSender(1)
    await sendMails(deps)
    expect(subjects).toHaveLength(13)
    expect(subjects.slice(0, 4)).toContain('A new password for Trestle')
  })

  test('that is long lets other work have its turn, and goes on by itself', async () => {
    await queue(40)
    const { subjects, deps } = slowSender(400)
    const stop = sendMailsSoon(deps, sendMails)
    await sendMails(deps)
    expect(subjects.length).toBeLessThan(40)
    await t.call('POST', '/api/password-link', { body: { name: 'rosa' } })
    for (let tries = 0; subjects.length < 41 && tries < 400; tries++) await Bun.sleep(20)
    await stop()
    expect(subjects).toHaveLength(41)
    expect(subjects.slice(0, 40)).toContain('A new password for Trestle')
  })
})

async function attempts(): Promise<number> {
  const [result] = await t.deps.db.readBatch([{ sql: 'SELECT max(attempts) AS n FROM mail_outbox', args: [] }])
  return Number(result?.rows[0]?.n ?? 0)
}

describe('an essential notice that no browser takes', () => {
  let service: TestPushService
  beforeEach(async () => {
    service = await openPushService()
    await t.deps.db.batch([
      { sql: `INSERT INTO mail_muted (user_id, kind) VALUES (?, 'offers')`, args: [rental.owner.id] },
    ])
    await subscribe(rental.owner.as, '/phone')
  })
  afterEach(() => service.close())

  const subscribe = (as: string, path: string) =>
    t.call('POST', '/api/user/push', { as, body: service.browser(path).subscription })
  /** Everything that is due is sent, by either way. */
  async function toldBoth(): Promise<{ pushes: string[]; mails: string[] }> {
    await drainPushes(t.deps)
    const mails = (await told()).filter((subject) => !subject.startsWith('A new device'))
    return { mails, pushes: service.received.splice(0).map(({ path }) => path) }
  }

  test.each([410, 400])('is mailed, once: the service answers %d', async (status) => {
    service.answers.set('/phone', { status })
    await holdOffer(t, rental, 'renter')
    expect(await toldBoth()).toEqual({ pushes: ['/phone'], mails: ['New offer from rene'] })
    t.clock.advance(MINUTE_MS)
    expect(await toldBoth()).toEqual({ pushes: [], mails: [] })
    if (status === 400)
      expectedErrors = [{ level: 'error', what: 'a push service refuses a message', status, event: 'offer:1' }]
  })

  test('the day before a claim ends, a browser is told and no mail is sent where mails of claims are off', async () => {
    await t.deps.db.batch([
      { sql: `INSERT INTO mail_muted (user_id, kind) VALUES (?, 'claims')`, args: [rental.renter.id] },
    ])
    await subscribe(rental.renter.as, '/renter')
    await claim()
    await toldBoth()
    t.clock.advance(49 * HOUR_MS)
    expect(await toldBoth()).toEqual({ pushes: ['/renter'], mails: [] })
  })

  test('is mailed when its service is busy for half an hour, and pushed no more', async () => {
    service.answers.set('/phone', { status: 429, headers: { 'retry-after': '600' } })
    await holdOffer(t, rental, 'renter')
    const rounds: { pushes: string[]; mails: string[] }[] = []
    for (let round = 0; round < 5; round += 1) {
      rounds.push(await toldBoth())
      t.clock.advance(10 * MINUTE_MS)
    }
    expect(rounds.map(({ mails }) => mails)).toEqual([[], [], [], ['New offer from rene'], []])
    service.answers.clear()
    t.clock.advance(HOUR_MS)
    expect(await toldBoth()).toEqual({ pushes: [], mails: [] })
  })

  test('is mailed after half an hour when its service asks for a longer pause', async () => {
    service.answers.set('/phone', { status: 429, headers: { 'retry-after': '3600' } })
    await holdOffer(t, rental, 'renter')
    expect(await toldBoth()).toEqual({ pushes: ['/phone'], mails: [] })
    t.clock.advance(30 * MINUTE_MS)
    expect(await toldBoth()).toEqual({ pushes: ['/phone'], mails: ['New offer from rene'] })
  })

  /** An offer that can be answered for 80 seconds, and further notices of it. */
  async function endingOffer(further = 0): Promise<void> {
    const id = await holdOffer(t, rental, 'renter')
    const expiresAt = new Date(t.clock.now.getTime() + 80_000).toISOString()
    await t.deps.db.write(() => [step(build.update(bookings).set({ expiresAt }).where(eq(bookings.id, id)))])
    await t.deps.db.batch(
      Array.from({ length: further }, (_, nth) => ({
        sql: `INSERT INTO push_outbox (subscription_id, event, kind, word, about, about_id, at, next_at)
          SELECT subscription_id, ?, kind, word, about, about_id, at, next_at FROM push_outbox LIMIT 1`,
        args: [`offer-${nth}`],
      })),
    )
  }

  test('is mailed at once when the next look after the pause of its busy service would come too late', async () => {
    service.answers.set('/phone', { status: 429, headers: { 'retry-after': '60' } })
    await endingOffer()
    expect(await toldBoth()).toEqual({ pushes: ['/phone'], mails: ['New offer from rene'] })
  })

  test('is mailed at once when its service is silent and the next look would come too late, whether it was sent or not', async () => {
    await endingOffer(9)
    const send = async () => ({ kind: 'later' as const, afterSeconds: null, isSilent: true })
    await drainPushes({ ...t.deps, push: { ...t.deps.push, send } })
    expect(await told()).toEqual(Array(10).fill('New offer from rene'))
  })

  test('is not mailed when another browser of the person took it, before or after', async () => {
    const laptop = await signIn(t, 'rosa')
    await subscribe(laptop, '/laptop')
    service.answers.set('/phone', { status: 410 })
    await holdOffer(t, rental, 'renter')
    expect(await toldBoth()).toEqual({ pushes: expect.arrayContaining(['/phone', '/laptop']), mails: [] })
    service.answers.set('/laptop', { status: 429, headers: { 'retry-after': '60' } })
    await subscribe(rental.owner.as, '/phone')
    await holdOffer(t, rental, 'rival')
    expect((await toldBoth()).mails).toEqual([])
    service.answers.clear()
    t.clock.advance(2 * MINUTE_MS)
    expect(await toldBoth()).toEqual({ pushes: ['/laptop'], mails: [] })
  })

  test('is mailed when its person signs out before it goes out, or when the session of the browser has ended', async () => {
    const laptop = await signIn(t, 'rosa')
    await holdOffer(t, rental, 'renter')
    await t.call('POST', '/api/logout', { as: rental.owner.as })
    expect(await toldBoth()).toEqual({ pushes: [], mails: ['New offer from rene'] })
    await subscribe(laptop, '/laptop')
    t.clock.advance(20 * 24 * HOUR_MS)
    await sweepBookings(t.deps)
    expect(await toldBoth()).toEqual({ pushes: [], mails: ['Your offer has ended'] })
    rental.rival.as = await signIn(t, 'rita')
    await holdOffer(t, rental, 'rival', { startDate: '2027-01-10', endDate: '2027-01-11' })
    expect(await toldBoth()).toEqual({ pushes: [], mails: ['New offer from rita'] })
  })

  test('alone: other news that no browser takes is not mailed', async () => {
    const id = await holdOffer(t, rental, 'renter')
    await toldBoth()
    await t.deps.db.batch([
      { sql: `INSERT INTO mail_muted (user_id, kind) VALUES (?, 'answers')`, args: [rental.renter.id] },
    ])
    await subscribe(rental.renter.as, '/rene')
    service.answers.set('/rene', { status: 410 })
    await answer(id, 'declined')
    expect(await toldBoth()).toEqual({ pushes: ['/rene'], mails: [] })
  })
})

describe('switching mails off', () => {
  const offPath = () => {
    const header =
      server.received.find(({ headers }) => headers.has('list-unsubscribe'))?.headers.get('list-unsubscribe') ?? ''
    return header.replace(`<${TEST_ORIGIN}`, '').replace('>', '')
  }
  const oneClick = (path: string) =>
    t.fetch(
      new Request(TEST_ORIGIN + path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
        body: 'List-Unsubscribe=One-Click',
      }),
    )

  test('takes one click without a sign-in, and ends mails of this kind alone', async () => {
    const id = await holdOffer(t, rental, 'renter')
    await answer(id, 'approved')
    await drainMails(t.deps)
    const approved = server.received.find(({ headers }) => headers.get('subject') === 'rosa approved your offer')
    expect(approved?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const shown = await t.call('GET', offPath())
    expect([shown.status, shown.body.includes('answers to your offers')]).toEqual([200, true])
    expect((await oneClick(offPath())).status).toBe(200)
    server.received.splice(0)
    await t.call('POST', `/api/bookings/${id}/cancel`, { as: rental.owner.as })
    expect(await told()).toEqual(['$37.50 came back to you'])
    // An offer is another kind.
    await holdOffer(t, rental, 'rival')
    expect(await told()).toEqual(['New offer from rita'])
  })

  test('is not offered for what has a deadline, which is mailed until a browser is notified of it', async () => {
    await holdOffer(t, rental, 'renter')
    await drainMails(t.deps)
    const [mail] = server.received.splice(0)
    if (!mail) throw new Error('Nothing was sent')
    expect([mail.headers.has('list-unsubscribe'), mail.headers.has('list-unsubscribe-post')]).toEqual([false, false])
    const { text, html } = partsOf(mail)
    for (const part of [text, html]) {
      expect(part).toContain(`${TEST_ORIGIN}/settings?tab=notifications`)
      expect(part).not.toContain('/mail/off/')
    }
    await t.deps.db.batch([
      { sql: `INSERT INTO mail_muted (user_id, kind) VALUES (?, 'offers')`, args: [rental.owner.id] },
    ])
    await holdOffer(t, rental, 'rival')
    expect(await told()).toEqual(['New offer from rita'])
    const service = await openPushService()
    const { subscription } = service.browser('/rosa')
    await t.call('POST', '/api/user/push', { as: rental.owner.as, body: subscription })
    await holdOffer(t, rental, 'renter', { startDate: '2027-01-10', endDate: '2027-01-11' })
    expect(await told()).toEqual([])
    await service.close()
  })

  test('an older mail about what has a deadline says what stays', async () => {
    const path = `/mail/off/${offToken(t.deps.env.dataDir, rental.owner.id, 'offers')}`
    expect((await t.call('GET', path)).body).toContain('They still come by mail when none of your browsers')
    expect((await oneClick(path)).status).toBe(200)
    const { body } = await t.call('GET', '/api/user/push', { as: rental.owner.as })
    expect(body.ways.offers).toEqual({ push: true, mail: false })
  })

  test('an address that was made up does nothing', async () => {
    for (const token of ['x', '1.offers.', `1.offers.${'a'.repeat(43)}`, `1.nothing.${'a'.repeat(43)}`]) {
      expect((await t.call('GET', `/mail/off/${token}`)).status).toBe(404)
      expect((await oneClick(`/mail/off/${token}`)).status).toBe(404)
    }
    const [muted] = await t.deps.db.readBatch([{ sql: 'SELECT * FROM mail_muted', args: [] }])
    expect(muted?.rows).toEqual([])
  })
})
