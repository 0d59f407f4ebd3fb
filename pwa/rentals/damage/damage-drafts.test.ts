import { afterEach, beforeEach, expect, test } from 'bun:test'
import { LocalDb } from '../../disk/local-db'
import { freshDb, waitingPhoto } from '../../test-support/disk-in-memory'
import {
  answerDraft,
  EMPTY_ANSWER,
  emptyReport,
  endSentDraft,
  isAnsweredWith,
  isUnsentAnswer,
  isUnsentReport,
  readWritten,
  reportDraft,
} from './damage-drafts'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const photoIds = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId).toSorted()

test('a report is kept with its photos, under its booking alone', async () => {
  const [first, second] = [waitingPhoto(), waitingPhoto()]
  const values = { ...emptyReport(), description: 'Chipped', photos: [{ blobId: first.blobId }] }
  await reportDraft(7).save(db, values, first)
  const both = { ...values, estimate: '12,50', photos: [...values.photos, { blobId: second.blobId }] }
  await reportDraft(7).save(db, both, second)
  expect(await reportDraft(7).read(db)).toEqual(both)
  expect(await reportDraft(8).read(db)).toBeNull()
  expect(await answerDraft(7).read(db)).toBeNull()
  expect(await photoIds()).toEqual([first.blobId, second.blobId].toSorted())
})

test('a photo that is taken out of the form is let go, and all of them with the draft', async () => {
  const [first, second] = [waitingPhoto(), waitingPhoto()]
  await answerDraft(3).save(db, { ...EMPTY_ANSWER, photos: [{ blobId: first.blobId }] }, first)
  await answerDraft(3).save(db, { ...EMPTY_ANSWER, photos: [{ blobId: second.blobId }] }, second)
  expect(await photoIds()).toEqual([second.blobId])
  await answerDraft(3).forget(db)
  expect([await answerDraft(3).read(db), await photoIds()]).toEqual([null, []])
})

test('a report that one tab has sent leaves what the other has typed since', async () => {
  const draft = reportDraft(7)
  const otherTab = new LocalDb(db.name)
  const [first, second] = [draft.autosave(db), draft.autosave(otherTab)]
  const chipped = { ...emptyReport(), description: 'Chipped' }
  await first.keep(chipped)
  await second.open()
  await Bun.sleep(2)
  await second.keep({ ...chipped, description: 'Chipped, and the box is torn' })
  await endSentDraft(db, draft)
  expect((await draft.read(db))?.description).toBe('Chipped, and the box is torn')
  await endSentDraft(otherTab, draft)
  expect(await draft.read(db)).toBeNull()
  otherTab.close()
})

test('an unreadable draft counts as none, and a photo that is gone is left out', async () => {
  await db.drafts.put({ draftId: 'damage:7', kind: 'damage', values: { description: 4 }, updatedAt: '' })
  expect(await reportDraft(7).read(db)).toBeNull()
  const kept = waitingPhoto()
  const values = { ...emptyReport(), photos: [{ blobId: crypto.randomUUID() }, { blobId: kept.blobId }] }
  await reportDraft(7).save(db, values, kept)
  expect((await reportDraft(7).read(db))?.photos).toEqual([{ blobId: kept.blobId }])
})

test('a draft is read with the addresses of those of its photos that have arrived', async () => {
  const [arrived, waiting] = [waitingPhoto({ url: '/uploads/mine.jpg' }), waitingPhoto()]
  const photos = [arrived, waiting].map(({ blobId }) => ({ blobId }))
  await answerDraft(3).save(db, { ...EMPTY_ANSWER, photos }, arrived, waiting)
  expect(await readWritten(db, answerDraft(3))).toEqual({
    values: { ...EMPTY_ANSWER, photos },
    addresses: ['/uploads/mine.jpg', null],
  })
  expect(await readWritten(db, answerDraft(4))).toBeNull()
})

const [MINE, THEIRS] = ['/uploads/mine.jpg', '/uploads/theirs.jpg']
/** Photos of a draft, by the addresses that they have at the server. */
const draftPhotos = (addresses: readonly (string | null)[]) => addresses.map(() => ({ blobId: crypto.randomUUID() }))

test.each([
  ['nothing', '', [], null, [], false],
  ['words that were not sent', ' It was so. ', [], null, [], true],
  ['words that are in the claim', ' It was so. ', [], 'It was so.', [], false],
  ['words that are in the claim with photos of another device', 'It was so.', [], 'It was so.', [THEIRS], false],
  ['other words than another device has sent', 'It was so.', [], 'I am sorry.', [], true],
  ['photos that were not sent', '', [null, null], null, [], true],
  ['photos that are in the claim', '', [MINE], null, [MINE], false],
  ['one photo in the claim and one that was not sent', '', [MINE, null], null, [MINE, THEIRS], true],
  ['as many photos as another device has sent', '', [null], null, [THEIRS], true],
  ['as many photos, which had arrived, as another device has sent', '', [MINE], null, [THEIRS], true],
] as const)('an answer of %s', (_, response, addresses, renterResponse, sent, expected) => {
  const written = { ...EMPTY_ANSWER, response, photos: draftPhotos(addresses) }
  expect(isUnsentAnswer({ renterResponse, renterResponseImages: [...sent] }, written, addresses)).toBe(expected)
})

test.each([
  ['its words and photos', ' Sorry. ', 1, true],
  ['other words', 'It was so.', 1, false],
  ['another number of photos', 'Sorry.', 0, false],
] as const)('a claim that has an answer of %s', (_, response, count, expected) => {
  const written = { ...EMPTY_ANSWER, response, photos: draftPhotos(Array.from({ length: count }, () => null)) }
  const report = { renterResponse: 'Sorry.', renterResponseImages: [MINE], reviewedAt: '2026-11-30T12:00:00.000Z' }
  expect(isAnsweredWith(report, written)).toBe(expected)
  expect(isAnsweredWith({ ...report, reviewedAt: null }, written)).toBe(false)
})

test.each([
  ['nothing', '', [], false],
  ['the words and photos of the claim', ' Chipped. ', ['/uploads/a.jpg'], false],
  ['the words of the claim alone', 'Chipped.', [], false],
  ['other words than another device has sent', 'Chipped, and the box is torn.', ['/uploads/a.jpg'], true],
  ['more photos than another device has sent', 'Chipped.', ['/uploads/a.jpg', null], true],
  ['as many photos as another device has sent', 'Chipped.', [null], true],
] as const)('a report of %s, once there is a claim', (_, description, addresses, expected) => {
  const written = { ...emptyReport(), description, photos: draftPhotos(addresses) }
  expect(isUnsentReport(CLAIM, written, addresses)).toBe(expected)
})

const CLAIM = { description: 'Chipped.', images: ['/uploads/a.jpg'], repairEstimate: null, repairInvoiceUrl: null }

test.each([
  ['an estimate alone', { estimate: '12.50' }, {}, true],
  ['an estimate that is no amount yet', { estimate: '12,' }, {}, true],
  ['an invoice alone', { invoice: 'https://repair.example/7' }, {}, true],
  ['the estimate of the claim', { estimate: '12.50' }, { repairEstimate: 1250 }, false],
  ['another estimate than the claim has', { estimate: '12.50' }, { repairEstimate: 2000 }, true],
  ['the invoice of the claim', { invoice: ' https://a.example ' }, { repairInvoiceUrl: 'https://a.example' }, false],
  ['no estimate, where one was added to the claim', { estimate: ' ' }, { repairEstimate: 2000 }, false],
] as const)('a report of %s, once there is a claim', (_, typed, filed, expected) => {
  expect(isUnsentReport({ ...CLAIM, ...filed }, { ...emptyReport(), ...typed }, [])).toBe(expected)
  const written = { ...emptyReport(), description: 'Chipped.', photos: draftPhotos(CLAIM.images), ...typed }
  expect(isUnsentReport({ ...CLAIM, ...filed }, written, CLAIM.images)).toBe(expected)
})
