import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { build, step } from '../db/steps'
import * as tables from '../db/tables'
import { CLI } from '../operator/operator-service'
import { saveUpload } from '../uploads/upload-service'
import { openPayoutAccount, saveCard } from './rental-kit'
import { signUp, TEST_PASSWORD, type TestPerson } from './sign-up'
import type { TestApp } from './test-app'
import { grayPng } from './test-pictures'

const AT = '2026-11-01T12:00:00.000Z'
/** Not yet deleted when the account ends. */
const LATELY = '2026-12-01T12:00:00.000Z'

export interface Planted {
  person: TestPerson
  /** The other side of everything. */
  other: TestPerson
  /** The hash of the person's photo. */
  photo: string
  /** The person's numbers at the provider. */
  customer: string
  account: string
}

/** Every word that the person has written holds one of these. */
export const PLANTED = /planted|quillon/i
/** Every word of the other side, which is none of the person's. */
export const OF_OTHERS = /elsewhere/i

/** The first answers that the other side got: what it read of the person then. */
const receiptsOfOthers = (mine: number) => [
  {
    ...{ userId: mine, buyerUsername: 'Quillon', customizations: { Names: 'Planted' }, note: 'Planted' },
    deliveryAddress: { street: '1 Planted Street' },
  },
  { sellerId: mine, sellerUsername: 'Quillon', itemTitle: 'Planted', itemPhoto: '/planted', terms: 'Planted' },
  { userId: mine, renterUsername: 'Quillon', note: 'Planted' },
  {
    ...{ ownerId: mine, ownerUsername: 'Quillon', listingTitle: 'Planted', listingPhoto: '/planted', terms: 'Planted' },
    ...{ pickupAddress: { street: '1 Planted Street' }, pickupNote: 'Planted' },
  },
  { reporterId: mine, description: 'Planted', images: ['/planted'], repairInvoiceUrl: '/planted' },
  { authorId: mine, authorUsername: 'Quillon', title: 'Told', content: 'Planted', answer: 'Told' },
  { subjectId: mine, title: 'Planted', content: 'Told' },
  { subjectId: mine, title: null, content: 'Told' },
]

/**
 * A person who has left something in every table that holds what people write: nothing of it is still open. The words of the other
 * side in shared threads hold "told", those of no concern to the person "elsewhere".
 */
export async function plantPerson(t: TestApp): Promise<Planted> {
  const address = { street: '1 Planted Street', city: 'Plantedtown', state: 'Planted', zipCode: '99501' }
  const person = await signUp(t, 'Quillon', { email: 'quillon@planted.example', ...address })
  const other = await signUp(t, 'olaf', { email: 'elsewhere@example.com' })
  await saveCard(t, person)
  await openPayoutAccount(t, person)
  const { url } = await saveUpload(t.deps, person.id, grayPng(48, 36))
  const photo = /[a-f0-9]{64}/.exec(url)?.[0] ?? ''
  const path = `/uploads/${photo}.jpg`
  await t.call('POST', `/api/user/profile`, {
    as: person.as,
    body: { description: 'Planted words about me', profilePhoto: path },
  })
  const [mine, theirs] = [person.id, other.id]
  const sale = {
    startDate: '2026-10-01',
    endDate: '2026-10-02',
    status: 'cancelled' as const,
    statusChangedAt: AT,
    paymentState: 'released' as const,
    heldAt: AT,
    priceCents: 100,
    cancellationPreset: 'standard' as const,
    timezone: 'America/New_York',
    createdAt: AT,
  }
  const thing = (word: string) => ({ title: word, description: word, images: [path], mainImage: path, terms: word })
  const order = {
    status: 'cancelled' as const,
    statusChangedAt: AT,
    paymentState: 'failed' as const,
    createdAt: AT,
  }
  const rows: [SQLiteTable, Record<string, unknown>][] = [
    [
      tables.passkeys,
      {
        id: 'planted-passkey',
        userId: mine,
        publicKey: 'planted-key',
        counter: 0,
        transports: [],
        name: 'Planted phone',
        createdAt: AT,
      },
    ],
    [tables.passkeyChallenges, { challenge: 'planted-challenge', userId: mine, expiresAt: AT }],
    [tables.codeSecrets, { userId: mine, secret: 'planted-secret', turnedOnAt: null }],
    [tables.recoveryCodes, { userId: mine, codeHash: 'planted-code' }],
    [
      tables.accountLinks,
      {
        userId: mine,
        kind: 'undo',
        address: 'planted@old.example',
        nonce: 'planted-nonce',
        tokenHash: 'planted-token',
        createdAt: AT,
        expiresAt: AT,
      },
    ],
    [tables.passwordRequests, { name: 'QUILLON', at: AT }],
    [tables.limitRecords, { key: `code/account/${mine}`, count: 1, at: 0, until: 1 }],
    [
      tables.sessions,
      {
        tokenHash: 'planted-session',
        userId: mine,
        createdAt: AT,
        lastSeenAt: AT,
        expiresAt: '2027-01-01T00:00:00.000Z',
        device: 'Planted browser',
      },
    ],
    [
      tables.pushSubscriptions,
      {
        id: 901,
        userId: mine,
        sessionHash: 'planted-session',
        endpoint: 'https://planted.example/push',
        p256dh: 'planted',
        auth: 'planted',
        createdAt: AT,
      },
    ],
    [
      tables.pushOutbox,
      {
        subscriptionId: 901,
        event: 'planted-event',
        kind: 'messages',
        word: 'message',
        about: 'booking',
        aboutId: 1,
        at: AT,
        nextAt: AT,
        doneAt: AT,
      },
    ],
    [tables.threadReads, { userId: mine, about: 'booking', aboutId: 1, messageId: 1, at: AT }],
    [tables.pushMuted, { userId: mine, kind: 'messages' }],
    [tables.lastEdits, { kind: 'listing', subjectId: 901, userId: mine, at: AT, device: 'Planted on Linux' }],
    [
      tables.mailOutbox,
      {
        id: 901,
        userId: mine,
        event: 'planted-mail',
        kind: 'offers',
        word: 'offer',
        about: 'booking',
        aboutId: 1,
        at: AT,
        nextAt: AT,
        doneAt: AT,
        outcome: 'kept',
      },
    ],
    [
      tables.keptMails,
      { id: 901, at: AT, address: 'quillon@planted.example', subject: 'Planted', text: 'Planted', html: 'Planted' },
    ],
    [tables.mailMuted, { userId: mine, kind: 'offers' }],
    [
      tables.syncOps,
      {
        userId: mine,
        opId: 'planted-op',
        route: 'POST /',
        bodyHash: 'x',
        status: 200,
        answer: '"Planted answer"',
        at: AT,
      },
    ],
    ...receiptsOfOthers(mine).map((answer, index): [SQLiteTable, Record<string, unknown>] => [
      tables.syncOps,
      {
        ...{ userId: theirs, opId: `op-${index}`, route: 'POST /', bodyHash: 'x', status: 200, at: LATELY },
        answer: JSON.stringify(answer),
      },
    ]),
    [
      tables.drafts,
      {
        key: 'planted-draft',
        userId: mine,
        kind: 'listing',
        fields: { title: { value: 'Planted draft' } },
        others: {},
        createdAt: AT,
        updatedAt: AT,
      },
    ],
    [
      tables.listings,
      {
        id: 901,
        userId: mine,
        ...thing('Planted plates'),
        photoAlts: ['Planted alt'],
        priceCents: 100,
        category: 'tableware',
        timezone: 'America/New_York',
        ...address,
        pickupNote: 'Planted door',
        createdAt: AT,
      },
    ],
    [
      tables.listings,
      {
        id: 902,
        userId: theirs,
        ...thing('Told chairs'),
        images: [],
        mainImage: '',
        priceCents: 100,
        category: 'furniture',
        timezone: 'America/New_York',
        createdAt: AT,
      },
    ],
    [tables.listingDays, { listingId: 901, day: '2026-10-01', taken: 0, capacity: 1 }],
    [
      tables.bookings,
      {
        id: 901,
        listingId: 902,
        userId: mine,
        ownerId: theirs,
        ...sale,
        note: 'Planted note',
        paymentMethodId: 'pm_planted',
        listingTitle: 'Told chairs',
        listingPhoto: '',
        terms: 'Told terms',
        pickupAddress: '7 Elsewhere Road',
        pickupNote: 'Elsewhere key',
        deliveryAddress: { street: '1 Planted Street', city: 'Planted', state: 'NY', zipCode: '10001' },
      },
    ],
    [
      tables.bookings,
      {
        id: 902,
        listingId: 901,
        userId: theirs,
        ownerId: mine,
        ...sale,
        note: 'Told note',
        listingTitle: 'Planted plates',
        disputeState: 'won',
        listingPhoto: path,
        terms: 'Planted terms',
        pickupAddress: '1 Planted Street',
        pickupNote: 'Planted door',
      },
    ],
    [tables.bookingHistory, { bookingId: 901, at: AT, actor: 'renter', status: 'pending' }],
    [tables.messages, { bookingId: 901, senderId: mine, content: 'Planted message', createdAt: AT }],
    [tables.messages, { bookingId: 901, senderId: theirs, content: 'Told message', createdAt: AT }],
    [tables.messages, { id: 905, bookingId: 902, senderId: theirs, content: 'Told answer', createdAt: AT }],
    [
      tables.handovers,
      {
        bookingId: 902,
        userId: mine,
        moment: 'pickup',
        checks: [],
        photos: [path],
        note: 'Planted scratch',
        updatedAt: AT,
      },
    ],
    [
      tables.damageReports,
      {
        bookingId: 902,
        reporterId: mine,
        description: 'Planted damage',
        images: [path],
        repairInvoiceUrl: path,
        status: 'resolved_rejected',
        renterResponse: 'Told answer',
        createdAt: AT,
        statusChangedAt: AT,
        responseDeadline: AT,
      },
    ],
    [
      tables.damageReports,
      {
        bookingId: 901,
        reporterId: theirs,
        description: 'Told damage',
        images: [],
        status: 'resolved_rejected',
        renterResponse: 'Planted answer',
        renterResponseImages: [path],
        createdAt: AT,
        statusChangedAt: AT,
        responseDeadline: AT,
      },
    ],
    [
      tables.reviews,
      {
        bookingId: 901,
        authorId: mine,
        subjectId: theirs,
        listingId: 902,
        stars: 4,
        points: [],
        content: 'Planted review',
        createdAt: AT,
        revealsAt: AT,
        revealedAt: AT,
      },
    ],
    [
      tables.reviews,
      {
        bookingId: 902,
        authorId: theirs,
        subjectId: mine,
        listingId: 901,
        stars: 5,
        points: [],
        content: 'Told review',
        createdAt: AT,
        revealsAt: AT,
        revealedAt: AT,
        answer: 'Planted thanks',
        answeredAt: AT,
      },
    ],
    [
      tables.madeToOrderItems,
      {
        id: 901,
        userId: mine,
        ...thing('Planted cards'),
        price: 100,
        category: 'stationery',
        customizationOptions: [{ label: 'Planted option' }],
        leadTimeInDays: 3,
        photoAlts: ['Planted alt'],
        createdAt: AT,
      },
    ],
    [
      tables.madeToOrderItems,
      {
        id: 902,
        userId: theirs,
        ...thing('Told cake'),
        images: [],
        mainImage: '',
        price: 100,
        category: 'desserts',
        customizationOptions: [],
        leadTimeInDays: 3,
        createdAt: AT,
      },
    ],
    [
      tables.purchases,
      {
        id: 901,
        itemId: 902,
        userId: mine,
        sellerId: theirs,
        ...order,
        customizations: { Name: 'Planted wish' },
        deliveryAddress: { name: 'Quillon', ...address },
        note: 'Planted note',
        paymentMethodId: 'pm_planted',
        itemTitle: 'Told cake',
        itemPhoto: '',
        terms: 'Told terms',
      },
    ],
    [
      tables.purchases,
      {
        id: 902,
        itemId: 901,
        userId: theirs,
        sellerId: mine,
        ...order,
        stripeChargeId: 'ch_told',
        customizations: { Name: 'Told wish' },
        itemTitle: 'Planted cards',
        itemPhoto: path,
        terms: 'Planted terms',
        trackingNote: 'Planted parcel',
      },
    ],
    [tables.questions, { id: 901, itemId: 901, userId: theirs, ownerId: mine, createdAt: AT }],
    [tables.questionMessages, { id: 901, questionId: 901, senderId: theirs, content: 'Told question', createdAt: AT }],
    [tables.questionMessages, { questionId: 901, senderId: mine, content: 'Planted answer', createdAt: AT }],
    [tables.purchaseHistory, { purchaseId: 901, at: AT, actor: 'buyer', status: 'pending' }],
    [tables.messages, { purchaseId: 902, senderId: mine, content: 'Planted reply', createdAt: AT }],
    [
      tables.inspirationPosts,
      {
        id: 901,
        userId: mine,
        title: 'Planted arch',
        description: 'Planted words',
        imageUrl: path,
        alt: 'Planted alt',
        links: [{ kind: 'listing', id: 901, title: 'Planted plates' }],
        tags: ['planted'],
        createdAt: AT,
      },
    ],
    [
      tables.inspirationPosts,
      { id: 902, userId: theirs, title: 'Elsewhere arch', imageUrl: '', tags: [], createdAt: AT },
    ],
    [
      tables.boards,
      { key: 'planted-board', userId: mine, name: 'Planted board', place: 'Planted barn', createdAt: AT },
    ],
    [tables.boardPosts, { boardKey: 'planted-board', postId: 902, createdAt: AT }],
    [tables.boardThings, { boardKey: 'planted-board', kind: 'item', thingId: 902, pieces: 40, createdAt: AT }],
    [tables.postMarks, { kind: 'like', postId: 902, userId: mine, createdAt: AT }],
    [tables.markPresses, { kind: 'like', postId: 902, userId: mine, pressedAt: AT }],
    [tables.personBlocks, { userId: mine, blockedId: theirs, createdAt: AT }],
    [tables.blockPresses, { userId: mine, blockedId: theirs, pressedAt: AT }],
    [
      tables.userBlockedDates,
      { userId: mine, startDate: '2026-12-24', endDate: '2026-12-26', reason: 'Planted holiday', createdAt: AT },
    ],
    [tables.ledgerAccounts, { id: 901, name: `test:${mine}`, kind: 'liability', userId: mine }],
    [
      tables.paymentDisputes,
      { id: 'dp_901', bookingId: 902, state: 'won', taken: 0, reason: 'general', openedAt: AT, closedAt: AT },
    ],
    [
      tables.moderationActs,
      {
        id: 901,
        at: AT,
        kind: 'listing',
        subjectId: 901,
        personId: mine,
        act: 'warn',
        reason: 'Planted plates are chipped',
        operator: CLI,
      },
    ],
    [
      tables.appeals,
      {
        actId: 901,
        words: 'Planted appeal',
        createdAt: AT,
        decidedAt: AT,
        takenBack: false,
        answer: 'Planted plates are',
        operator: CLI,
      },
    ],
    [
      tables.reports,
      {
        kind: 'listing',
        subjectId: 902,
        reporterId: mine,
        ownerId: theirs,
        reason: 'wrong',
        words: 'Planted report',
        title: 'Told chairs',
        content: 'Told chairs',
        createdAt: AT,
      },
    ],
    [
      tables.reports,
      {
        ...{ kind: 'message', subjectId: 905, reporterId: mine, ownerId: theirs, reason: 'wrong' },
        ...{ words: 'Planted report', title: 'Planted plates', content: 'Told answer', createdAt: AT },
      },
    ],
    [
      tables.reports,
      {
        ...{ kind: 'question', subjectId: 901, reporterId: mine, ownerId: theirs, reason: 'wrong' },
        ...{ words: 'Planted report', title: 'Planted cards', content: 'Told question', createdAt: AT },
      },
    ],
    [
      tables.reports,
      {
        kind: 'listing',
        subjectId: 901,
        photo: path,
        reporterId: theirs,
        ownerId: mine,
        reason: 'wrong',
        words: 'Elsewhere report',
        title: 'Planted plates',
        content: 'Planted plates',
        createdAt: AT,
        closedAt: AT,
        actId: 901,
      },
    ],
    // Rows of no concern to the person.
    [
      tables.drafts,
      {
        key: 'elsewhere-draft',
        userId: theirs,
        kind: 'listing',
        fields: { title: { value: 'Elsewhere' } },
        others: {},
        createdAt: AT,
        updatedAt: AT,
      },
    ],
    [tables.boards, { key: 'elsewhere-board', userId: theirs, name: 'Elsewhere', createdAt: AT }],
    [
      tables.userBlockedDates,
      { userId: theirs, startDate: '2026-12-24', endDate: '2026-12-26', reason: 'Elsewhere', createdAt: AT },
    ],
  ]
  await t.deps.db.write(() => rows.map(([table, values]) => step(build.insert(table).values(values as never))))
  // One that was signed in with the password, and one that was not.
  await t.call('POST', '/api/login', { body: { username: 'quillon', password: TEST_PASSWORD } })
  await t.call('POST', '/api/login', { body: { username: 'quillon', password: 'wrong horse' } })
  const row = await t.deps.db.read.query.users.findFirst({ where: (users, { eq }) => eq(users.id, mine) })
  return { person, other, photo, customer: row?.stripeCustomerId ?? '', account: row?.stripeAccountId ?? '' }
}
