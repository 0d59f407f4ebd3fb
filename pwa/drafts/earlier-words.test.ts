import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as z from 'zod/mini'
import type { LocalDb } from '../disk/local-db'
import { countUnsent } from '../session/sealing/sealed-work'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { draftOf } from './draft-of'
import { leaveAside, putAside, readEarlierWords } from './earlier-words'
import { blobsIn } from './kept-photos'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const titles = async (now = NOW) => (await readEarlierWords(db, 'listing:7', now)).title?.map(({ value }) => value)

test('what a choice has put aside stays for thirty days, the newest first, each once', async () => {
  await putAside(db, 'listing:7', { field: 'title', value: 'Plates of the phone', isMine: true }, NOW)
  await putAside(db, 'listing:7', { field: 'title', value: 'Plates of the desk', isMine: false }, later(1))
  await putAside(db, 'listing:7', { field: 'title', value: 'Plates of the phone', isMine: true }, later(2))
  await putAside(db, 'listing:8', { field: 'title', value: 'Bowls', isMine: true }, later(2))
  expect(await titles(later(3))).toEqual(['Plates of the phone', 'Plates of the desk'])
  expect(await titles(later(31.5))).toEqual(['Plates of the phone'])
  expect(await titles(later(33))).toBeUndefined()
  // Nobody's disk keeps them for longer.
  await putAside(db, 'listing:9', { field: 'title', value: 'Cups', isMine: true }, later(40))
  expect(await db.drafts.count()).toBe(1)
})

test('they are told apart by where they were written, and are no unfinished draft', async () => {
  for (const isMine of [true, false]) await putAside(db, 'post:k', { field: 'title', value: 'Ferns', isMine }, NOW)
  const { title = [] } = await readEarlierWords(db, 'post:k', NOW)
  expect(new Set(title.map(({ by }) => by)).size).toBe(2)
  expect(await countUnsent(db)).toEqual({ writes: 0, drafts: 0 })
})

test('a photo that was picked and is put aside stays on the disk', async () => {
  const draft = draftOf({ id: 'edit', kind: 'edit', shape: z.record(z.string(), z.unknown()), photosOf: blobsIn })
  const form = draft.autosave(db)
  const picked = waitingPhoto()
  const photos = [{ photo: { blobId: picked.blobId }, alt: '' }]
  await form.keep({ photos }, [picked])
  leaveAside(form, db, 'listing:7', { field: 'photos', value: photos, isMine: true })
  await form.keep({ title: 'Typed meanwhile', photos: [] })
  expect((await readEarlierWords(db, 'listing:7', new Date())).photos?.map(({ value }) => value)).toEqual([photos])
  expect(await db.blobs.get(picked.blobId)).toMatchObject({ blobId: picked.blobId })
  expect(await draft.read(db)).toEqual({ title: 'Typed meanwhile', photos: [] })
})

test('photos leave the disk with the versions that have become too old', async () => {
  const [old, fresh] = [waitingPhoto(), waitingPhoto()]
  await db.blobs.bulkAdd([old, fresh])
  const aside = (blobId: string, now: Date) =>
    putAside(db, 'listing:7', { field: 'photos', value: [{ photo: { blobId }, alt: '' }], isMine: true }, now)
  await aside(old.blobId, NOW)
  await aside(fresh.blobId, later(20))
  expect(await db.blobs.count()).toBe(2)
  await putAside(db, 'listing:7', { field: 'title', value: 'Cups', isMine: true }, later(40))
  expect((await db.blobs.toArray()).map(({ blobId }) => blobId)).toEqual([fresh.blobId])
  await putAside(db, 'listing:9', { field: 'title', value: 'Cups', isMine: true }, later(80))
  expect(await db.blobs.count()).toBe(0)
})

test('nonsense on the disk is no version', async () => {
  await db.drafts.put({ draftId: 'earlier:listing:7', kind: 'earlier', values: ['?'], updatedAt: NOW.toISOString() })
  expect(await readEarlierWords(db, 'listing:7', NOW)).toEqual({})
})
