import { eq } from 'drizzle-orm'
import { publicScopes } from '#schema/sync-scopes'
import { build, step } from '../../db/steps'
import { bookings, damageReports, inspirationPosts } from '../../db/tables'
import { confirmInPage, DAMAGE_REPORT } from '../damage-kit'
import { createListingRow, holdOffer, makeOffer, openPayoutAccount, openRental, saveCard } from '../rental-kit'
import { signUp, signUpHost, signUpOperator, TEST_PASSWORD, type TestPerson } from '../sign-up'
import type { TestApp } from '../test-app'
import { keepTestPhoto, testPhoto } from '../test-photos'
import { DRAWN_IDS, type Market } from './requests'

const BOARD = 'b0a2d000-0000-4000-8000-000000000001'
const ADDRESS = { name: 'Ana', street: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' }
const SECRET = { password: TEST_PASSWORD }
const NOTE = { note: 'Asked for' }

/**
 * People with listings, items, posts, a board and a question, and an offer, an order and a claim in each state that some call asks
 * for; so that every call can be let in.
 */
export async function openMarket(t: TestApp): Promise<Market> {
  const rental = await openRental(t)
  const { owner, renter, rival, cards } = rental
  const operator = await signUpOperator(t, 'olga')
  const [spare, leaver, mover] = [await signUp(t, 'sam'), await signUp(t, 'lea'), await signUp(t, 'moe')]
  // A person who changes a password is let in by no other call after that.
  const forgetful = await signUp(t, 'fay')
  await signUp(t, 'victim')
  // The owner's drawn requests end the set-up of the payouts.
  const lister = await signUpHost(t, 'lis')
  await openPayoutAccount(t, lister)
  for (const by of [owner, lister]) await keepTestPhoto(t, by, 'a', 'b')
  const listingIds = [rental.listingId]
  while (listingIds.length <= DRAWN_IDS) listingIds.push(await createListingRow(t, owner, { title: 'Lanterns' }))
  const shownListing = await createListingRow(t, owner, { title: 'Lanterns that come and go' })
  const at = t.clock.now.toISOString()
  const post = { userId: owner.id, title: 'Arch', imageUrl: testPhoto('a'), tags: [], createdAt: at }
  const posts = [post, { ...post, title: 'Arch that is reported' }]
  await t.deps.db.write(() => [step(build.insert(inspirationPosts).values(posts))])
  const ask = (by: TestPerson, path: string, body: object) => asked(t, by, path, body)

  const item = {
    ...{ title: 'Place cards', description: 'Lettered by hand.', price: 4000, category: 'stationery' },
    ...{ mainImage: testPhoto('a'), images: [testPhoto('a')] },
  }
  const itemIds: number[] = []
  while (itemIds.length < DRAWN_IDS + 3) itemIds.push((await ask(owner, '/api/made-to-order', item)).id)
  // Nobody archives those three, and nobody changes the last one.
  const [itemId = 0, spareItemId = 0, soldItemId = 0] = itemIds.slice(-3)
  const buy = async (card: string, status?: string) => {
    const body = { deliveryAddress: ADDRESS, paymentMethodId: card }
    const { id } = (await ask(renter, `/api/made-to-order/${itemId}/purchase`, body)).purchase
    if (status) await ask(owner, `/api/purchases/${id}/status`, { status })
    return id as number
  }
  const unpaidOrder = await buy(await saveCard(t, renter, 'pm_card_authenticationRequired'))
  const [paidOrder, movedOrder] = [await buy(cards.renter), await buy(cards.renter)]
  const [sentOrder, arrivedOrder] = [await buy(cards.renter, 'shipped'), await buy(cards.renter, 'delivered')]
  const reviewedOrder = await buy(cards.renter, 'delivered')
  for (const by of [owner, renter]) await ask(by, `/api/purchases/${reviewedOrder}/review`, { stars: 5 })
  const { body: reviews } = await t.call('GET', `/api/reviews?person=${owner.id}`)
  const { questionId } = await ask(renter, '/api/questions', { content: 'Which paper?', itemId: spareItemId })
  await ask(renter, `/api/user/boards/${BOARD}`, { name: 'Ana’s 40th' })

  // Nobody deletes that listing, which would end the offer.
  const [keptListing = 0] = listingIds.slice(-1)
  const heldOffer = await holdOffer(t, rental, 'renter', { listingId: keptListing })
  const answeredOffer = await holdOffer(t, rental, 'renter', { listingId: 10 })
  const { body: unconfirmed } = await makeOffer(t, rental, 'renter', { listingId: 3 })
  const paid = async (listingId: number) => {
    const { body } = await makeOffer(t, rental, 'renter', { listingId })
    await confirmInPage(t, body.clientSecret, cards.renter)
    await ask(renter, '/api/bookings/update-statuses', {})
    await ask(owner, `/api/bookings/${body.booking.id}/status`, { status: 'approved' })
    return body.booking.id as number
  }
  /** A rental whose last day was yesterday. */
  const ended = async (listingId: number) => {
    const id = await paid(listingId)
    const over = { startDate: '2026-11-29', endDate: '2026-11-30', status: 'completed' as const, statusChangedAt: at }
    await t.deps.db.write(() => [step(build.update(bookings).set(over).where(eq(bookings.id, id)))])
    return id
  }
  const [paidOffer, reviewed] = [await paid(4), await ended(5)]
  const report = { ...DAMAGE_REPORT, images: [testPhoto('a')] }
  const claim = async (listingId: number, estimate: number | null) => {
    const path = `/api/bookings/${await ended(listingId)}/damage-report`
    return (await ask(owner, path, { ...report, repairEstimate: estimate })).id as number
  }
  const [openClaim, bareClaim] = [await claim(6, 2000), await claim(7, null)]
  const [contested, unpaidClaim] = [await claim(8, 2000), await claim(9, 2000)]
  await ask(renter, `/api/damage-reports/${contested}/respond`, { acceptResponsibility: false })
  const failed = { status: 'resolved_approved', paymentState: 'action_needed', finalAmount: 2000 } as const
  await t.deps.db.write(() => [step(build.update(damageReports).set(failed).where(eq(damageReports.id, unpaidClaim)))])
  const reported = { kind: 'post', id: 2 }
  await ask(rival, '/api/reports', { ...reported, reason: 'scam' })
  // Each is an act that its person can appeal against.
  for (const hidden of [true, false, true])
    await ask(operator, '/api/operator/hidden', { ...reported, hidden, ...NOTE })
  const [open, appealed]: { token: string }[] = (await t.call('GET', '/api/user/acts', { as: owner.as })).body
  if (!open || !appealed) throw new Error('There is nothing to appeal against')
  await t.call('POST', '/api/appeal', { body: { token: appealed.token, words: 'It is mine.' } })
  const blocked = await ask(owner, `/api/users/${owner.id}/blocked-dates`, {
    startDate: '2027-01-10',
    endDate: '2027-01-11',
  })
  const calendar = await ask(spare, '/api/user/calendar', {})
  const scope = publicScopes.item
  const { body: snapshot } = await t.call('GET', `/api/sync/snapshots/${scope}`)

  const ways: Market['ways'] = {
    login: { as: '', body: { username: spare.username, ...SECRET } },
    sealKeysByPassword: { as: '', body: { username: spare.username, ...SECRET } },
    changePassword: { as: forgetful.as, body: { oldPassword: TEST_PASSWORD, ...SECRET } },
    changeEmail: { as: mover.as, body: { email: 'moe@example.org', passkey: undefined, ...SECRET } },
    startPasskey: { as: spare.as, body: { ...SECRET, passkey: undefined } },
    startCodes: { as: spare.as, body: SECRET },
    turnOffCodes: { as: spare.as, body: SECRET },
    exportAccount: { as: spare.as, body: SECRET },
    closeAccount: { as: leaver.as, body: SECRET },
    findUsers: { as: '', query: '?ids=1,2,999' },
    snapshotFile: { as: '', params: { scope, name: snapshot.name } },
    calendarFile: { as: '', params: { file: String(calendar.url).split('/').at(-1) ?? '' } },
    // The owner is away on days that are drawn.
    createBooking: {
      as: rival.as,
      body: {
        ...{
          listingId: keptListing,
          startDate: '2026-12-30',
          endDate: '2026-12-30',
          quantity: 1,
          paymentMethodId: cards.rival,
        },
        ...{ expectedTotal: undefined, expectedTerms: undefined, consentVersion: undefined },
      },
    },
    createListing: {
      as: lister.as,
      // Rules that are drawn contradict each other.
      body: {
        ...{ title: 'Lanterns', description: 'Of paper.', price: 12.5, category: 'lighting', terms: '', quantity: 1 },
        ...{ mainImage: testPhoto('a'), images: [], photoAlts: [], availability: undefined, clientId: undefined },
        ...{ cancellationPreset: undefined, pickupNote: undefined, bufferDays: undefined },
        ...{ minDays: undefined, maxDays: undefined, weekPrice: undefined },
        ...{ deliveryMiles: undefined, deliveryFee: undefined },
      },
    },
    showListing: { as: owner.as, params: { id: shownListing } },
    syncCheck: { as: renter.as, body: { keys: ['a-key-of-a-write'] } },
    sendMessage: { as: renter.as, params: { id: paidOffer } },
    answerBooking: { as: owner.as, params: { id: answeredOffer }, body: { status: 'declined' } },
    bookingPayment: { as: renter.as, params: { id: unconfirmed.booking.id } },
    cancelPreview: { as: renter.as, params: { id: paidOffer } },
    cancelBooking: { as: renter.as, params: { id: heldOffer }, body: { expectedRefund: undefined, endsEarly: false } },
    putHandover: {
      as: renter.as,
      params: { id: reviewed, moment: 'return' },
      body: { checks: ['counted'], photos: [] },
    },
    putReview: { as: renter.as, params: { id: reviewed } },
    reportDamage: { as: owner.as, params: { id: reviewed }, body: report },
    respondToDamage: { as: renter.as, params: { id: openClaim }, body: { acceptResponsibility: false, images: [] } },
    addEstimate: { as: owner.as, params: { id: bareClaim }, body: { repairEstimate: 2000 } },
    payDamage: { as: renter.as, params: { id: unpaidClaim } },
    decideClaim: { as: operator.as, params: { id: contested }, body: { approve: false, ...NOTE } },
    operatorRefund: { as: operator.as, params: { id: paidOffer }, body: { amount: 1, ...NOTE } },
    operatorPurchase: { as: operator.as, params: { id: paidOrder } },
    operatorRefundPurchase: { as: operator.as, params: { id: paidOrder }, body: { amount: 1, ...NOTE } },
    operatorSuspend: { as: operator.as, body: { username: 'victim', suspended: true, ...NOTE } },
    operatorPassword: { as: operator.as, body: { username: 'victim', ...NOTE } },
    subscribePush: {
      as: spare.as,
      body: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
        keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
      },
    },
    preferPaymentMethod: { as: renter.as, params: { cardId: cards.renter } },
    removePaymentMethod: { as: spare.as, params: { cardId: await saveCard(t, spare) } },
    purchaseItem: {
      as: rival.as,
      params: { id: soldItemId },
      body: {
        ...{ deliveryAddress: ADDRESS, paymentMethodId: cards.rival, customizations: {}, needBy: null },
        ...{ expectedTotal: undefined, expectedTerms: undefined, consentVersion: undefined },
      },
    },
    changeItem: { as: owner.as, params: { id: itemId }, body: { ...item, seen: undefined } },
    purchasePayment: { as: renter.as, params: { id: unpaidOrder } },
    changePurchaseStatus: {
      as: owner.as,
      params: { id: movedOrder },
      body: { status: 'processing', seen: undefined },
    },
    askToCancel: { as: renter.as, params: { id: paidOrder } },
    sayArrival: { as: renter.as, params: { id: sentOrder } },
    putPurchaseReview: { as: renter.as, params: { id: arrivedOrder } },
    answerReview: { as: owner.as, params: { id: reviews[0].id } },
    purchaseMessages: { as: renter.as, params: { id: paidOrder } },
    sendPurchaseMessage: { as: renter.as, params: { id: paidOrder } },
    ask: { as: rival.as, body: { itemId: spareItemId, listingId: undefined } },
    questionMessages: { as: owner.as, params: { id: questionId } },
    sendQuestionMessage: { as: renter.as, params: { id: questionId } },
    putBoardThing: { as: renter.as, params: { key: BOARD, kind: 'listing', id: 1 } },
    removeBoardThing: { as: renter.as, params: { key: BOARD, kind: 'listing', id: 1 } },
    pinPost: { as: renter.as, params: { key: BOARD, id: 1 } },
    unpinPost: { as: renter.as, params: { key: BOARD, id: 1 } },
    upload: { as: rival.as },
    addBlockedDates: { as: owner.as, params: { id: owner.id } },
    removeBlockedDates: { as: owner.as, params: { id: owner.id, blockId: blocked.id } },
    decideReports: { as: operator.as, body: { ...reported, reports: [1], act: 'dismiss', ...NOTE } },
    readAct: { as: '', body: { token: open.token } },
    appeal: { as: '', body: { token: open.token } },
    decideAppeal: { as: operator.as, params: { id: Number.parseInt(appealed.token, 10) } },
    operatorPayouts: { as: operator.as, body: { username: 'victim', ...NOTE } },
    operatorMoney: { as: operator.as },
  }
  return { cookies: ['', owner.as, owner.as, renter.as, rival.as, operator.as], ways }
}

/** @throws unless the market takes it */
async function asked(t: TestApp, by: TestPerson, path: string, body: object) {
  const answer = await t.call('POST', path, { as: by.as, body })
  if (answer.status >= 400) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`)
  return answer.body
}
