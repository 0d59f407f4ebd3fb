import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { freshDb } from '../../test-support/disk-in-memory'
import { answerDraft, EMPTY_ANSWER, emptyReport, reportDraft } from './damage-drafts'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const photo = (): PhotoBlob => ({
  blobId: crypto.randomUUID(),
  bytes: new ArrayBuffer(3),
  type: 'image/jpeg',
  width: 4,
  height: 3,
  createdAt: '2026-11-21T10:00:00.000Z',
  url: null,
})
const photoIds = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId).toSorted()

test('a report is kept with its photos, under its booking alone', async () => {
  const [first, second] = [photo(), photo()]
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
  const [first, second] = [photo(), photo()]
  await answerDraft(3).save(db, { ...EMPTY_ANSWER, photos: [{ blobId: first.blobId }] }, first)
  await answerDraft(3).save(db, { ...EMPTY_ANSWER, photos: [{ blobId: second.blobId }] }, second)
  expect(await photoIds()).toEqual([second.blobId])
  await answerDraft(3).forget(db)
  expect([await answerDraft(3).read(db), await photoIds()]).toEqual([null, []])
})

test('an unreadable draft counts as none, and a photo that is gone is left out', async () => {
  await db.drafts.put({ draftId: 'damage:7', kind: 'damage', values: { description: 4 }, updatedAt: '' })
  expect(await reportDraft(7).read(db)).toBeNull()
  const kept = photo()
  const values = { ...emptyReport(), photos: [{ blobId: crypto.randomUUID() }, { blobId: kept.blobId }] }
  await reportDraft(7).save(db, values, kept)
  expect((await reportDraft(7).read(db))?.photos).toEqual([{ blobId: kept.blobId }])
})
