import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { SyncEngine } from '../../sync/engine'
import { releaseAcked } from '../../sync/outbox'
import { freshDb, waitingPhoto } from '../../test-support/disk-in-memory'
import { type HandoverDraft, handoverDraft, readUnsavedPages } from './handover-drafts'
import { readHandovers } from './handover-queries'
import { putHandover } from './put-handover'

const [ME, OTHER, BOOKING] = [7, 8, 40]
const URL = `/uploads/${'a'.repeat(64)}.jpg`

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, ME)
})
afterEach(() => db.delete())

const row = (userId: number, note: string) => ({
  id: userId,
  bookingId: BOOKING,
  userId,
  moment: 'pickup' as const,
  checks: [],
  photos: [URL],
  note,
  composedAt: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
  _q: 1,
})
const draft = (note: string, ...photos: PhotoBlob[]): HandoverDraft => ({
  checks: ['counted'],
  note,
  photos: photos.map(({ blobId }) => ({ blobId })),
})
const save = (values: HandoverDraft) => putHandover(engine, { bookingId: BOOKING, moment: 'pickup', ...values })
const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ kind }) => kind)
const blobs = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId)
const pages = async () =>
  (await readHandovers(db, BOOKING, ME)).map(
    ({ userId, note, waiting }) => `${userId} ${note} ${waiting ?? 'as the server has it'}`,
  )
const put = async () => (await db.outbox.toArray()).find(({ kind }) => kind === 'handover.put')

describe('the shown pages', () => {
  test('both sides’ rows, and one’s own save in place of one’s own row alone', async () => {
    await db.handovers.bulkAdd([row(ME, 'before'), row(OTHER, 'theirs')])
    expect(await pages()).toEqual(['7 before as the server has it', '8 theirs as the server has it'])
    await save(draft('after'))
    expect(await pages()).toEqual(['7 after waiting', '8 theirs as the server has it'])
    expect((await db.handovers.get(ME))?.note).toBe('before')
  })

  test('a save stays visible in every state, a refused one with the server’s words', async () => {
    await save(draft('mine'))
    const opId = (await put())?.opId ?? ''
    for (const [state, shown] of [
      ['sending', 'sending'],
      ['acked', 'sending'],
      ['attention', 'attention'],
    ] as const) {
      const error = state === 'attention' ? { code: 'handover_not_open', message: 'Not yet', status: 409 } : null
      await db.outbox.update(opId, { state, error })
      expect(await pages()).toEqual([`7 mine ${shown}`])
    }
    expect((await readHandovers(db, BOOKING, ME))[0]?.error).toBe('Not yet')
  })

  test('a page of another device stays in sight beside one that was refused for it', async () => {
    await db.handovers.put(row(ME, 'from the tablet'))
    await save(draft('mine'))
    const opId = (await put())?.opId ?? ''
    expect((await readHandovers(db, BOOKING, ME))[0]?.stands).toBeUndefined()
    await db.outbox.update(opId, { state: 'attention', error: { code: 'upload_gone', message: 'No', status: 422 } })
    expect((await readHandovers(db, BOOKING, ME))[0]?.stands).toBeUndefined()
    const error = { code: 'edit_conflict', message: 'You wrote this page on another device, too', status: 409 }
    await db.outbox.update(opId, { state: 'attention', error })
    const [page] = await readHandovers(db, BOOKING, ME)
    expect([page?.note, page?.stands?.note]).toEqual(['mine', 'from the tablet'])
  })

  test('another booking and another moment are other pages', async () => {
    await putHandover(engine, { bookingId: 41, moment: 'pickup', ...draft('elsewhere') })
    await putHandover(engine, { bookingId: BOOKING, moment: 'return', ...draft('back again') })
    expect((await readHandovers(db, BOOKING, ME)).map(({ moment, note }) => [moment, note])).toEqual([
      ['return', 'back again'],
    ])
  })
})

describe('saving', () => {
  test('says which pages it goes on from, and stays one of them for the next save', async () => {
    const at = await putHandover(engine, { bookingId: BOOKING, moment: 'pickup', ...draft('mine'), seen: ['before'] })
    expect((await put())?.payload).toMatchObject({ seen: ['before'], composedAt: at })
    expect(await readHandovers(db, BOOKING, ME)).toMatchObject([{ seen: ['before'], writtenAt: at }])
  })

  test('queues each photo once and then the page, and ends the draft', async () => {
    const [first, second] = [waitingPhoto(), waitingPhoto()]
    const values = draft('two photos', first, second)
    await handoverDraft(BOOKING, 'pickup').save(db, values, first, second)
    await save(values)
    expect(await line()).toEqual(['photo.upload', 'photo.upload', 'handover.put'])
    expect(await handoverDraft(BOOKING, 'pickup').read(db)).toBeNull()
    await save({ ...values, note: 'more words' })
    expect(await line()).toEqual(['photo.upload', 'photo.upload', 'handover.put'])
    expect(await pages()).toEqual(['7 more words waiting'])
  })

  test('a photo that the last word leaves out goes, with its upload', async () => {
    const [first, second] = [waitingPhoto(), waitingPhoto()]
    await handoverDraft(BOOKING, 'pickup').save(db, draft('', first, second), first, second)
    await save(draft('', first, second))
    await save(draft('', second))
    expect(await line()).toEqual(['photo.upload', 'handover.put'])
    expect(await blobs()).toEqual([second.blobId])
  })

  test('a word after one that was refused takes its place, and a refused photo is tried again', async () => {
    const photo = waitingPhoto()
    await handoverDraft(BOOKING, 'pickup').save(db, draft('', photo), photo)
    await save(draft('refused', photo))
    const error = { code: 'upload_failed', message: 'No', status: 422 }
    await db.outbox.toCollection().modify({ state: 'attention', everSent: true, error })
    await save(draft('again', photo))
    const items = await db.outbox.orderBy('order').toArray()
    expect(items.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['photo.upload queued', 'handover.put queued'])
    expect(await pages()).toEqual(['7 again waiting'])
  })

  test('photos stay until a pull has brought the page back, and while a newer draft shows them', async () => {
    const photo = waitingPhoto()
    await handoverDraft(BOOKING, 'pickup').save(db, draft('', photo), photo)
    await save(draft('', photo))
    await handoverDraft(BOOKING, 'pickup').save(db, draft('typing on', photo))
    await db.outbox.toCollection().modify({ state: 'acked', ackSeq: 5, ackEpoch: 'e' })
    await releaseAcked(db, 4, 'e')
    expect(await pages()).toEqual(['7  sending'])
    await releaseAcked(db, 5, 'e')
    expect([await line(), await blobs()]).toEqual([[], [photo.blobId]])
    await handoverDraft(BOOKING, 'pickup').forget(db)
    expect(await blobs()).toEqual([])
  })
})

describe('a draft', () => {
  test('comes back as it was typed, its photos with it', async () => {
    const photo = waitingPhoto()
    const values = draft('x'.repeat(3000), photo)
    await handoverDraft(BOOKING, 'pickup').save(db, values, photo)
    expect(await handoverDraft(BOOKING, 'pickup').read(db)).toEqual(values)
    expect(await handoverDraft(BOOKING, 'return').read(db)).toBeNull()
    await handoverDraft(BOOKING, 'pickup').save(db, draft('x'))
    expect(await blobs()).toEqual([])
  })

  test('is found for each moment in which something was typed', async () => {
    const photo = waitingPhoto()
    const typed = draft('words', photo)
    await handoverDraft(BOOKING, 'return').save(db, typed, photo)
    await handoverDraft(BOOKING, 'pickup').save(db, { checks: [], photos: [], note: ' ' })
    await handoverDraft(41, 'pickup').save(db, draft('of another booking'))
    expect(await readUnsavedPages(db, BOOKING)).toEqual({ return: typed })
  })

  test('nonsense on disk counts as none, and a photo without bytes is left out', async () => {
    await db.drafts.put({
      draftId: `handover:${BOOKING}:pickup`,
      kind: 'handover',
      values: { checks: 3 },
      updatedAt: '',
    })
    expect(await handoverDraft(BOOKING, 'pickup').read(db)).toBeNull()
    await handoverDraft(BOOKING, 'pickup').save(db, draft('words', waitingPhoto()))
    expect(await handoverDraft(BOOKING, 'pickup').read(db)).toEqual(draft('words'))
  })
})
