import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { APPEAL_MAX } from '#schema/moderation'
import { build, step } from '../db/steps'
import { keptMails, listings, operatorActs, reviews } from '../db/tables'
import { drainMails } from '../mail/drain-mails'
import { type EndedRental, openEndedRental } from '../test-support/damage-kit'
import { signIn, signUpOperator, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { CLI, hide as changeShow, setOperator } from './operator-service'
import { operatorStep } from './operator-steps'

let t: TestApp
let rental: EndedRental
let otto: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
  otto = await signUpOperator(t, 'otto')
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const post = (as: string, path: string, body: object) => t.call('POST', path, { as, body })
const suspend = () =>
  post(rental.operator.as, '/api/operator/suspended', { username: 'rosa', suspended: true, note: 'A scam.' })
const hide = () =>
  post(rental.operator.as, '/api/operator/hidden', {
    kind: 'listing',
    id: rental.listingId,
    hidden: true,
    note: 'Bad.',
  })

/** The token of the newest mail about an act. */
async function mailedToken(): Promise<string> {
  await drainMails(t.deps)
  const mails = await t.deps.db.read.select().from(keptMails)
  return /\/decision#([\w.-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}
const read = (token: string) => t.call('POST', '/api/moderation-act', { body: { token } })
const appeal = (token: string, words = 'It was my brother.') =>
  t.call('POST', '/api/appeal', { body: { token, words } })
const waiting = async () => (await t.call('GET', '/api/operator/appeals', { as: otto.as })).body
const decide = (as: string, takeBack: boolean, actId = 1) =>
  post(as, `/api/operator/appeals/${actId}`, { takeBack, note: 'Looked at again.' })
const subjects = async () => {
  await drainMails(t.deps)
  return (await t.deps.db.read.select().from(keptMails)).map(({ subject }) => subject)
}
const logged = async () =>
  (await t.deps.db.read.select().from(operatorActs)).map(
    ({ operator, act, subject }) => `${operator}: ${act} ${subject}`,
  )
const hiddenAt = async () =>
  (await t.deps.db.read.select().from(listings).where(eq(listings.id, rental.listingId)))[0]?.hiddenAt

describe('a suspended person', () => {
  test('reads the act by the link in the mail, appeals once, and is let in again when it is taken back', async () => {
    await suspend()
    const token = await mailedToken()
    expect((await read(token)).body).toMatchObject({ kind: 'person', act: 'suspend', reason: 'A scam.', appeal: null })
    expect(await appeal(token)).toMatchObject({
      status: 200,
      body: { appeal: { words: 'It was my brother.', takenBack: null } },
    })
    expect(await appeal(token)).toMatchObject({ status: 409, body: { code: 'appealed' } })
    expect(await waiting()).toMatchObject([
      { actId: 1, username: 'rosa', act: 'suspend', reason: 'A scam.', operator: 'olga', words: 'It was my brother.' },
    ])
    expect((await decide(otto.as, true)).status).toBe(200)
    expect([await waiting(), await hiddenAt()]).toEqual([[], null])
    expect((await read(token)).body.appeal).toMatchObject({ takenBack: true, answer: 'Looked at again.' })
    expect(await logged()).toEqual(['olga: suspend user 1', 'otto: take back suspend user 1'])
    expect((await subjects()).at(-1)).toBe('Your appeal was granted')
  })

  test('is told by a sign-in too, with the right password alone; the acts stay in the list of their person', async () => {
    await hide()
    await suspend()
    const login = (password: string) => t.call('POST', '/api/login', { body: { username: 'rosa', password } })
    expect((await login('wrong horse')).body).toMatchObject({ code: 'invalid_credentials' })
    const { body } = await login(TEST_PASSWORD)
    expect(body).toMatchObject({ code: 'forbidden', now: { decision: await mailedToken() } })
    await appeal(body.now.decision)
    await decide(otto.as, true, 2)
    const acts = async (as: string) => (await t.call('GET', '/api/user/acts', { as })).body
    const own = await acts(await signIn(t, 'rosa'))
    expect(own).toMatchObject([
      { act: 'suspend', reason: 'A scam.', appeal: { takenBack: true } },
      { act: 'hide', kind: 'listing', reason: 'Bad.', appeal: null },
    ])
    expect((await read(own[1].token)).body).toMatchObject({ act: 'hide' })
    expect(await acts(otto.as)).toEqual([])
  })

  test('is told when the act is upheld, and stays suspended', async () => {
    await suspend()
    const token = await mailedToken()
    await appeal(token)
    expect((await decide(otto.as, false)).status).toBe(200)
    expect(await hiddenAt()).not.toBeNull()
    expect((await subjects()).at(-1)).toBe('Your appeal was declined')
    expect(await decide(otto.as, true)).toMatchObject({ status: 409, body: { code: 'report_closed' } })
  })
})

test('what was hidden is on show again; of a suspended person, only once that is over', async () => {
  await hide()
  await appeal(await mailedToken())
  await suspend()
  await decide(otto.as, true)
  expect(await hiddenAt()).not.toBeNull()
  await post(otto.as, '/api/operator/suspended', { username: 'rosa', suspended: false, note: 'Over.' })
  expect(await hiddenAt()).toBeNull()
})

test('a later suspension outlasts an appeal against the one before', async () => {
  await suspend()
  await appeal(await mailedToken())
  await post(otto.as, '/api/operator/suspended', { username: 'rosa', suspended: false, note: 'Over.' })
  t.clock.advance(1000)
  await suspend()
  expect((await decide(otto.as, true)).status).toBe(200)
  expect(await hiddenAt()).not.toBeNull()
})

describe('two decisions about two reports of one person’s', () => {
  const report = async (body: object) => {
    await post(rental.rival.as, '/api/reports', { ...body, reason: 'scam' })
    return (await t.call('GET', '/api/operator/reports', { as: otto.as })).body.at(-1)
  }
  const decideReport = ({ kind, id, reports }: { kind: string; id: number; reports: { id: number }[] }, act: string) =>
    post(rental.operator.as, '/api/operator/reports', {
      ...{ kind, id, act, note: 'A scam.' },
      reports: reports.map((one) => one.id),
    })
  const login = () => t.call('POST', '/api/login', { body: { username: 'rosa', password: TEST_PASSWORD } })

  test('to suspend: the appeal against the newer one, which the sign-in names, has its effect', async () => {
    const ofPerson = await report({ kind: 'person', id: rental.owner.id })
    const ofListing = await report({ kind: 'listing', id: rental.listingId })
    expect((await decideReport(ofPerson, 'suspend')).status).toBe(200)
    t.clock.advance(1000)
    expect((await decideReport(ofListing, 'suspend')).status).toBe(200)
    const { decision } = (await login()).body.now
    await appeal(decision)
    await decide(otto.as, true, 2)
    expect((await login()).status).toBe(200)
    expect(await hiddenAt()).toBeNull()
  })

  test('to suspend: the one that an appeal has upheld stands, whatever becomes of the newer', async () => {
    const ofPerson = await report({ kind: 'person', id: rental.owner.id })
    const ofListing = await report({ kind: 'listing', id: rental.listingId })
    await decideReport(ofPerson, 'suspend')
    await appeal(await mailedToken())
    expect((await decide(otto.as, false)).status).toBe(200)
    t.clock.advance(1000)
    await decideReport(ofListing, 'suspend')
    await appeal(await mailedToken())
    expect((await decide(otto.as, true, 2)).status).toBe(200)
    const refused = await login()
    expect(refused.status).toBe(403)
    expect((await read(refused.body.now.decision)).body.appeal).toMatchObject({ takenBack: false })
    expect(await hiddenAt()).not.toBeNull()
  })

  test('to suspend: the older one stands when it is upheld after the newer one came, unless it was ended before', async () => {
    const ofPerson = await report({ kind: 'person', id: rental.owner.id })
    const ofListing = await report({ kind: 'listing', id: rental.listingId })
    await decideReport(ofPerson, 'suspend')
    await appeal(await mailedToken())
    t.clock.advance(1000)
    await decideReport(ofListing, 'suspend')
    await decide(otto.as, false)
    await appeal((await login()).body.now.decision)
    expect((await decide(otto.as, true, 2)).status).toBe(200)
    expect((await login()).status).toBe(403)
    expect(await hiddenAt()).not.toBeNull()
    t.clock.advance(1000)
    await post(otto.as, '/api/operator/suspended', { username: 'rosa', suspended: false, note: 'Over.' })
    expect(await hiddenAt()).toBeNull()
    await suspend()
    await appeal(await mailedToken())
    await decide(otto.as, true, 3)
    expect((await login()).status).toBe(200)
    expect(await hiddenAt()).toBeNull()
  })

  test.each([
    ['until it is upheld', false, 403],
    ['until it is taken back', true, 200],
  ])('to suspend: the older one, whose appeal waits, stands %s', async (_, isTakenBack, status) => {
    const ofPerson = await report({ kind: 'person', id: rental.owner.id })
    const ofListing = await report({ kind: 'listing', id: rental.listingId })
    await decideReport(ofPerson, 'suspend')
    await appeal(await mailedToken())
    t.clock.advance(1000)
    await decideReport(ofListing, 'suspend')
    await appeal((await login()).body.now.decision)
    await decide(otto.as, true, 2)
    expect((await login()).status).toBe(403)
    await decide(otto.as, isTakenBack)
    expect((await login()).status).toBe(status)
  })

  test('to hide: the older one stands when it is upheld after the newer one came, unless it was ended before', async () => {
    await hide()
    await appeal(await mailedToken())
    t.clock.advance(1000)
    await decideReport(await report({ kind: 'listing', id: rental.listingId }), 'hide')
    await appeal(await mailedToken())
    await decide(otto.as, false)
    await decide(otto.as, true, 2)
    expect(await hiddenAt()).not.toBeNull()
    t.clock.advance(1000)
    const over = { kind: 'listing', id: rental.listingId, hidden: false, note: 'Over.' }
    await post(otto.as, '/api/operator/hidden', over)
    expect(await hiddenAt()).toBeNull()
    await hide()
    await appeal(await mailedToken())
    await decide(otto.as, true, 3)
    expect(await hiddenAt()).toBeNull()
  })

  test('to hide: the newer one is what an appeal takes back', async () => {
    await hide()
    t.clock.advance(1000)
    await decideReport(await report({ kind: 'listing', id: rental.listingId }), 'hide')
    await appeal(await mailedToken())
    await decide(otto.as, true, 2)
    expect(await hiddenAt()).toBeNull()
  })
})

test('what an appeal has upheld is shown again by those who decide on appeals, and by the command line', async () => {
  const sue = await signUpOperator(t, 'sue', 'support')
  const show = { kind: 'listing' as const, id: rental.listingId, hidden: false, note: 'Over.' }
  await hide()
  expect((await post(sue.as, '/api/operator/hidden', show)).status).toBe(200)
  t.clock.advance(1000)
  await hide()
  await appeal(await mailedToken())
  await decide(otto.as, false, 2)
  expect(await post(sue.as, '/api/operator/hidden', show)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await hiddenAt()).not.toBeNull()
  expect((await post(otto.as, '/api/operator/hidden', show)).status).toBe(200)
  expect(await hiddenAt()).toBeNull()
  t.clock.advance(1000)
  await hide()
  await appeal(await mailedToken())
  await decide(otto.as, false, 3)
  await changeShow(t.deps, CLI, show)
  expect(await hiddenAt()).toBeNull()
})

test('the operator of the act does not decide while there is another one, and nobody on their own appeal', async () => {
  await hide()
  await appeal(await mailedToken())
  expect(await decide(rental.operator.as, false)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  await setOperator(t.deps, CLI, { username: 'otto', isOperator: false, role: 'admin', note: 'Left.' })
  await setOperator(t.deps, CLI, { username: 'rosa', isOperator: true, role: 'admin', note: 'New.' })
  expect(await decide(rental.owner.as, true)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await decide(rental.operator.as, false)).status).toBe(200)
})

describe('somebody with a part in the case does not decide, and reads so in the queue', () => {
  const REFUSED = { status: 403, body: { message: 'Another operator decides on what is your own.' } }
  const report = async (by: TestPerson, subject: { kind: string; id: number }) => {
    await post(by.as, '/api/reports', { ...subject, reason: 'scam' })
    const [{ reports: open }] = (await t.call('GET', '/api/operator/reports', { as: otto.as })).body
    await post(rental.operator.as, '/api/operator/reports', {
      ...{ ...subject, act: 'hide', note: 'Bad.' },
      reports: open.map(({ id }: { id: number }) => id),
    })
    await appeal(await mailedToken())
  }
  const promote = ({ id }: TestPerson) => t.deps.db.write(() => [operatorStep(id, true, 'admin')])
  const revoke = ({ id }: TestPerson) => t.deps.db.write(() => [operatorStep(id, false, 'admin')])
  const areForOthers = (...people: TestPerson[]) =>
    Promise.all(
      people.map(async ({ as }) => (await t.call('GET', '/api/operator/appeals', { as })).body[0].isForOthers),
    )

  test('those who reported it; where there are no others, the operator of the act decides', async () => {
    const { operator, rival, listingId } = rental
    await report(rival, { kind: 'listing', id: listingId })
    await promote(rival)
    expect(await decide(rival.as, false)).toMatchObject(REFUSED)
    expect(await areForOthers(rival, operator, otto)).toEqual([true, true, false])
    expect((await decide(operator.as, false)).status).toBe(403)
    await revoke(otto)
    expect(await areForOthers(rival, operator)).toEqual([true, false])
    expect(await decide(rival.as, false)).toMatchObject(REFUSED)
    expect((await decide(operator.as, false)).status).toBe(200)
  })

  test('the person whom a review is about, and its author', async () => {
    const { owner, renter, rival, bookingId, listingId } = rental
    const at = t.clock.now.toISOString()
    const about = { bookingId, authorId: renter.id, subjectId: owner.id, listingId }
    const words = { stars: 1, points: [], content: 'Chipped.', createdAt: at, revealsAt: at, revealedAt: at }
    const review = build.insert(reviews).values({ id: 44, ...about, ...words })
    await t.deps.db.write(() => [step(review)])
    await report(rival, { kind: 'review', id: 44 })
    await promote(owner)
    await promote(renter)
    for (const { as } of [owner, renter]) expect(await decide(as, true)).toMatchObject(REFUSED)
    expect(await areForOthers(owner, renter, otto)).toEqual([true, true, false])
    expect((await decide(otto.as, true)).status).toBe(200)
  })
})

test('no other token opens an act, and a dismissal has no appeal', async () => {
  await suspend()
  const token = await mailedToken()
  const [act, person, secret] = token.split('.')
  for (const other of ['', 'x', `${act}.${Number(person) + 1}.${secret}`, `2.${person}.${secret}`])
    expect((await read(other)).status).toBe(404)
  await post(rental.rival.as, '/api/reports', { kind: 'person', id: rental.renter.id, reason: 'spam' })
  const [{ reports }] = (await t.call('GET', '/api/operator/reports', { as: otto.as })).body
  await post(otto.as, '/api/operator/reports', {
    ...{ kind: 'person', id: rental.renter.id, reports: [reports[0].id], act: 'dismiss', note: 'Nothing wrong.' },
  })
  const mails = await subjects()
  expect(mails.at(-1)).toBe('Your report was looked at')
  expect(await appeal(token, ' ')).toMatchObject({ status: 422 })
  expect(await appeal(token, 'x'.repeat(APPEAL_MAX + 1))).toMatchObject({ status: 422 })
  expect((await decide(otto.as, true)).status).toBe(404)
})
