import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { build, step } from '../db/steps'
import { keptMails, listings, operatorActs, reports, reviews } from '../db/tables'
import { drainMails } from '../mail/drain-mails'
import { type EndedRental, openEndedRental } from '../test-support/damage-kit'
import { signIn, signUp, signUpOperator, TEST_PASSWORD, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { operatorStep } from './operator-steps'

const WHY = 'The photos are those of a shop.'

let t: TestApp
let rental: EndedRental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const report = (by: TestPerson, body: object = {}) =>
  t.call('POST', '/api/reports', {
    as: by.as,
    body: { kind: 'listing', id: rental.listingId, reason: 'scam', words: 'A shop!', ...body },
  })
const queue = async (as = rental.operator.as) => (await t.call('GET', '/api/operator/reports', { as })).body
const decide = async (act: string, body: object = {}, as = rental.operator.as) => {
  const [first] = await queue(as)
  const { kind, id, reports } = first ?? { kind: 'listing', id: rental.listingId, reports: [{ id: 1 }] }
  const seen = reports.map((one: { id: number }) => one.id)
  return t.call('POST', '/api/operator/reports', { as, body: { kind, id, reports: seen, act, note: WHY, ...body } })
}
const logged = async () =>
  (await t.deps.db.read.select().from(operatorActs)).map(({ operator, act, subject, note }) =>
    [operator, act, subject, note].join(' / '),
  )
/** The mails about acts, by whom they went to and their words. */
async function told(): Promise<[address: string, subject: string][]> {
  await drainMails(t.deps)
  const mails = await t.deps.db.read.select().from(keptMails)
  return mails.filter(({ text }) => text.includes(WHY)).map(({ address, subject }) => [address, subject])
}
const addressOf = async ({ as }: TestPerson) => (await t.call('GET', '/api/user', { as })).body.email
const isListed = async () => (await t.call('GET', `/api/listings/${rental.listingId}`)).status === 200

test('the queue has one entry for a thing, the one reported first before the others, with who reported and what they saw', async () => {
  const { owner, renter, rival } = rental
  await report(renter)
  t.clock.advance(1000)
  await report(rival, { kind: 'person', id: owner.id, reason: 'spam', words: '' })
  t.clock.advance(1000)
  await report(rival, { reason: 'stolen' })
  expect(await queue()).toMatchObject([
    {
      ...{
        kind: 'listing',
        id: rental.listingId,
        ownerUsername: 'rosa',
        isOwnerSuspended: false,
        thread: null,
        earlier: [],
      },
      reports: [
        { reporterUsername: 'rene', reason: 'scam', words: 'A shop!', title: 'Forty plates', photo: null },
        { reporterUsername: 'rita', reason: 'stolen' },
      ],
    },
    { kind: 'person', id: owner.id, reports: [{ reporterUsername: 'rita', reason: 'spam' }] },
  ])
})

test('a person who closes their account is not called suspended', async () => {
  const { rival, owner } = rental
  await report(owner, { kind: 'person', id: rival.id })
  expect((await t.call('POST', '/api/user/closing', { as: rival.as, body: { password: TEST_PASSWORD } })).status).toBe(
    200,
  )
  expect(await queue()).toMatchObject([{ isOwnerSuspended: false, isOwnerClosing: true }])
})

test('a reported operator does not read who reported them and in which words; the others do', async () => {
  const { owner, renter, rival, operator } = rental
  await t.deps.db.write(() => [operatorStep(owner.id, true, 'admin')])
  await report(renter)
  await report(rival, { kind: 'person', id: owner.id })
  await report(rival, { kind: 'person', id: renter.id })
  const kinds = async (as: string) => (await queue(as)).map(({ kind, id }: { kind: string; id: number }) => [kind, id])
  const ofRenter = ['person', renter.id]
  expect(await kinds(owner.as)).toEqual([ofRenter])
  expect(await kinds(operator.as)).toEqual([['listing', rental.listingId], ['person', owner.id], ofRenter])
})

test('a crowd of reports keeps nobody else’s from the operators', async () => {
  const { owner, renter, rival } = rental
  const createdAt = t.clock.now.toISOString()
  const about = (subjectId: number, reporterId: number) => ({
    ...{ kind: 'person' as const, subjectId, reporterId, ownerId: owner.id, reason: 'spam' as const, words: '' },
    ...{ title: '', content: '', photo: '', createdAt },
  })
  const crowd = await Promise.all(Array.from({ length: 60 }, (_, nth) => signUp(t, `bot-${nth}`)))
  const flood = [
    // One of them names many things, and all of them one thing.
    ...Array.from({ length: 120 }, (_, nth) => about(2_000 + nth, renter.id)),
    ...crowd.map(({ id }) => about(1_000, id)),
  ]
  const steps = flood.map((row) => step(build.insert(reports).values(row)))
  await t.deps.db.write(() => steps)
  t.clock.advance(1000)
  await report(rival)
  const all = await queue()
  expect(all.length).toBe(100)
  const at = (kind: string, id: number) =>
    all.findIndex((one: { kind: string; id: number }) => one.kind === kind && one.id === id)
  expect(at('listing', rental.listingId)).toBe(2)
  expect(all[at('person', 1_000)].reports.length).toBe(50)
})

describe('an act closes the reports, is one line of the log, and its reason is told once', () => {
  test('dismiss: those who reported are told, the reported is not', async () => {
    await report(rental.renter)
    await report(rental.rival)
    expect((await decide('dismiss')).status).toBe(200)
    expect([await queue(), await isListed()]).toEqual([[], true])
    expect(await logged()).toEqual([`olga / dismiss / listing ${rental.listingId} / ${WHY}`])
    const subject = 'Your report was looked at'
    const addresses = [await addressOf(rental.renter), await addressOf(rental.rival)]
    expect((await told()).toSorted()).toEqual(addresses.toSorted().map((address) => [address, subject]))
  })

  test('hide: it leaves the public pages, and its owner is told', async () => {
    await report(rental.renter)
    expect((await decide('hide')).status).toBe(200)
    expect([await queue(), await isListed()]).toEqual([[], false])
    expect(await logged()).toEqual([`olga / hide / listing ${rental.listingId} / ${WHY}`])
    expect(await told()).toEqual([[await addressOf(rental.owner), 'Something of yours was hidden on Trestle']])
  })

  test('warn: nothing changes but for the mail', async () => {
    await report(rental.renter)
    expect((await decide('warn')).status).toBe(200)
    expect(await isListed()).toBe(true)
    expect(await told()).toEqual([[await addressOf(rental.owner), 'A warning from Trestle']])
    await drainMails(t.deps)
    expect(await told()).toHaveLength(1)
  })

  test('suspend: the session ends, the person is told; bookings stay', async () => {
    const address = await addressOf(rental.owner)
    await report(rental.renter)
    expect((await decide('suspend')).status).toBe(200)
    expect(await isListed()).toBe(false)
    expect((await t.call('GET', '/api/user', { as: rental.owner.as })).status).toBe(401)
    expect(await logged()).toEqual([`olga / suspend / user 1 / ${WHY}`])
    expect(await told()).toEqual([[address, 'Your Trestle account was suspended']])
    expect((await t.call('GET', `/api/bookings/${rental.bookingId}/messages`, { as: rental.renter.as })).status).toBe(
      200,
    )
  })

  test('an act from the forms is told in the same way, and stands in the history of the next report', async () => {
    const body = { kind: 'listing', id: rental.listingId, hidden: true, note: WHY }
    await t.call('POST', '/api/operator/hidden', { as: rental.operator.as, body })
    expect(await told()).toEqual([[await addressOf(rental.owner), 'Something of yours was hidden on Trestle']])
    await report(rental.renter)
    const [{ earlier }] = await queue()
    expect(earlier).toMatchObject([{ act: 'hide', reason: WHY, operator: 'olga', reports: 0 }])
    const suspend = { username: 'rosa', suspended: true, note: WHY }
    await t.call('POST', '/api/operator/suspended', { as: rental.operator.as, body: suspend })
    expect(await told()).toHaveLength(2)
    expect(await logged()).toHaveLength(2)
  })
})

test('earlier decisions on a thing stand beside its new reports', async () => {
  await report(rental.renter)
  await report(rental.rival)
  await decide('dismiss')
  await report(rental.renter)
  const [{ earlier }] = await queue()
  expect(earlier).toMatchObject([{ act: 'dismiss', reason: WHY, operator: 'olga', reports: 2 }])
})

test('a report that came in after the operator looked stays open; a second decision is refused', async () => {
  await report(rental.renter)
  const [{ reports }] = await queue()
  await report(rental.rival)
  const seen = { reports: reports.map(({ id }: { id: number }) => id) }
  expect((await decide('warn', seen)).status).toBe(200)
  expect(await queue()).toMatchObject([{ reports: [{ reporterUsername: 'rita' }] }])
  expect(await decide('warn', seen)).toMatchObject({ status: 409, body: { code: 'report_closed' } })
  expect(await logged()).toHaveLength(1)
})

describe('refused', () => {
  test('to hide a person or a message; without a reason; an unknown act', async () => {
    await report(rental.renter, { kind: 'person', id: rental.owner.id })
    for (const [act, body, field] of [
      ['hide', {}, 'act'],
      ['warn', { note: ' ' }, 'note'],
      ['delete', {}, 'act'],
    ] as const) {
      const answer = await decide(act, body)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]])
    }
  })

  test('to decide on what is one’s own, for operators too', async () => {
    const otto = await signUpOperator(t, 'otto')
    await report(rental.renter, { kind: 'person', id: otto.id })
    const [{ kind, id, reports }] = await queue()
    const own = { kind, id, reports: [reports[0].id] }
    for (const act of ['dismiss', 'warn', 'suspend'])
      expect(await decide(act, own, otto.as)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await decide('suspend')).toMatchObject({
      status: 403,
      body: { fields: { act: 'An operator cannot be suspended.' } },
    })
    expect((await decide('warn')).status).toBe(200)
  })

  test('to decide on a thing that the operator has reported, whoever else reported it', async () => {
    await report(rental.renter)
    await report(rental.operator)
    const [{ reports }] = await queue()
    const others = { reports: [reports[0].id] }
    for (const body of [{}, others])
      expect(await decide('hide', body)).toMatchObject({
        status: 403,
        body: { message: 'Another operator decides on what is your own.' },
      })
    expect([await isListed(), await logged()]).toEqual([true, []])
    const otto = await signUpOperator(t, 'otto')
    expect((await decide('hide', {}, otto.as)).status).toBe(200)
  })

  test.each([
    ['person', 'listing'],
    ['listing', 'person'],
  ] as const)(
    'to suspend somebody when the operator has reported the %s, by the form or on a report of the %s',
    async (reported, other) => {
      const { owner, listingId, operator, renter } = rental
      const idOf = { person: owner.id, listing: listingId }
      await report(renter, { kind: other, id: idOf[other] })
      await report(operator, { kind: reported, id: idOf[reported] })
      const suspend = (as: string, suspended: boolean) =>
        t.call('POST', '/api/operator/suspended', { as, body: { username: 'rosa', suspended, note: WHY } })
      for (const refused of [await suspend(operator.as, true), await decide('suspend')])
        expect(refused).toMatchObject({
          status: 403,
          body: { message: 'Another operator decides on what is your own.' },
        })
      expect([await isListed(), await logged()]).toEqual([true, []])
      const otto = await signUpOperator(t, 'otto')
      expect((await suspend(otto.as, true)).status).toBe(200)
      expect((await suspend(operator.as, false)).status).toBe(200)
    },
  )

  test('to decide on a review of the operator, or to hide it', async () => {
    const { owner, rival } = rental
    const id = await addReview()
    await t.deps.db.write(() => [operatorStep(owner.id, true, 'admin')])
    await report(rival, { kind: 'review', id })
    expect(await decide('hide', {}, owner.as)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const hidden = { kind: 'review', id, hidden: true, note: WHY }
    expect(await t.call('POST', '/api/operator/hidden', { as: owner.as, body: hidden })).toMatchObject({ status: 403 })
    expect((await decide('hide')).status).toBe(200)
  })

  test('to decide on an answer to a review of the operator’s, or to hide it', async () => {
    const { renter, rival } = rental
    const id = await addReview('A liar writes this.')
    await t.deps.db.write(() => [operatorStep(renter.id, true, 'admin')])
    await report(rival, { kind: 'review_answer', id })
    expect(await decide('hide', {}, renter.as)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const hidden = { kind: 'review_answer', id, hidden: true, note: WHY }
    expect(await t.call('POST', '/api/operator/hidden', { as: renter.as, body: hidden })).toMatchObject({ status: 403 })
    expect((await decide('hide')).status).toBe(200)
  })

  test('to hide what was deleted meanwhile: the reports stay open', async () => {
    const gone = build.update(listings).set({ deletedAt: t.clock.now.toISOString() })
    await t.deps.db.write(() => [step(gone)])
    await report(rental.renter)
    expect(await decide('hide')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await queue()).toHaveLength(1)
    expect(await logged()).toEqual([])
  })
})

/** A review of the owner by the renter, which everybody can read. */
async function addReview(answer: string | null = null): Promise<number> {
  const { owner, renter, bookingId, listingId } = rental
  const at = t.clock.now.toISOString()
  const { value } = await t.deps.db.write(async (ids) => {
    const id = await ids.next('reviews')
    const about = { bookingId, authorId: renter.id, subjectId: owner.id, listingId }
    const words = { stars: 1, points: [], content: 'Chipped.', createdAt: at, revealsAt: at, revealedAt: at, answer }
    return { value: id, steps: [step(build.insert(reviews).values({ id, ...about, ...words }))] }
  })
  return value
}

describe('an answer to a review', () => {
  const ANSWER = 'A liar writes this.'
  const published = async () => (await t.call('GET', `/api/reviews?listing=${rental.listingId}`)).body
  const held = async ({ id, as }: TestPerson) => {
    const body = { epoch: null, scopes: { [`u:${id}`]: [0, null] } }
    const { changes } = (await t.call('POST', '/api/sync/pull', { as, body })).body
    return changes.find(({ c }: { c: string }) => c === 'review')?.d
  }

  test('stands beside the reported review, apart from the words of its author', async () => {
    const id = await addReview(ANSWER)
    await report(rental.rival, { kind: 'review', id })
    expect(await queue()).toMatchObject([
      { kind: 'review', ownerUsername: 'rene', answer: ANSWER, reports: [{ content: 'Chipped.' }] },
    ])
  })

  test('is reported, hidden and told to the one who answered; the review stays, with its stars', async () => {
    const { owner, renter } = rental
    const id = await addReview(ANSWER)
    expect(await report(owner, { kind: 'review_answer', id })).toMatchObject({ body: { code: 'own_account' } })
    expect((await report(renter, { kind: 'review_answer', id })).status).toBe(200)
    expect(await queue()).toMatchObject([
      { kind: 'review_answer', ownerUsername: 'rosa', reports: [{ content: ANSWER }] },
    ])
    expect((await decide('hide')).status).toBe(200)
    expect(await logged()).toEqual([`olga / hide / review_answer ${id} / ${WHY}`])
    expect(await told()).toEqual([[await addressOf(owner), 'Something of yours was hidden on Trestle']])
    expect(await published()).toMatchObject([{ id, stars: 1, content: 'Chipped.', answer: null }])
    expect(await held(renter)).toMatchObject({ id, answer: null, hidden: false })
    expect(await held(renter)).not.toHaveProperty('answerHidden')
    expect(await held(owner)).toMatchObject({ id, answer: ANSWER, answerHidden: true })
    const again = await t.call('POST', `/api/reviews/${id}/answer`, { as: owner.as, body: { content: 'Again!' } })
    expect(again.body.code).toBe('review_answered')
  })

  test('comes back when the decision is taken back, and when an operator shows it again', async () => {
    const id = await addReview(ANSWER)
    const hide = (hidden: boolean) => {
      const body = { kind: 'review_answer', id, hidden, note: WHY }
      return t.call('POST', '/api/operator/hidden', { as: rental.operator.as, body })
    }
    await hide(true)
    expect(await published()).toMatchObject([{ answer: null }])
    await hide(false)
    expect(await published()).toMatchObject([{ answer: ANSWER }])
    t.clock.advance(1000)
    await hide(true)
    await drainMails(t.deps)
    const mails = await t.deps.db.read.select().from(keptMails)
    const token = /\/decision#([\w.-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
    expect((await t.call('POST', '/api/appeal', { body: { token, words: 'It is true.' } })).status).toBe(200)
    const otto = await signUpOperator(t, 'otto')
    const [{ actId }] = (await t.call('GET', '/api/operator/appeals', { as: otto.as })).body
    const body = { takeBack: true, note: 'It is true.' }
    expect((await t.call('POST', `/api/operator/appeals/${actId}`, { as: otto.as, body })).status).toBe(200)
    expect(await published()).toMatchObject([{ answer: ANSWER }])
  })

  test('that nobody wrote cannot be reported or hidden', async () => {
    const id = await addReview()
    expect((await report(rental.rival, { kind: 'review_answer', id })).body.code).toBe('not_found')
    const body = { kind: 'review_answer', id, hidden: true, note: WHY }
    const answer = await t.call('POST', '/api/operator/hidden', { as: rental.operator.as, body })
    expect(answer.body.code).toBe('not_found')
  })
})

test('a suspended person’s password opens nothing', async () => {
  await report(rental.renter)
  await decide('suspend')
  expect(await signIn(t, 'rosa')).toBe('')
})
