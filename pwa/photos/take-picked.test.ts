import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as z from 'zod/mini'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import { draftOf } from '../drafts/draft-of'
import { freshDb } from '../test-support/disk-in-memory'
import { diskWithPhotos } from '../test-support/full-disk'
import { dropPicked } from './drop-picked'
import { photoRefusal } from './photo-refusal'
import { type PickWork, takeLeftBehind, takePicked } from './take-picked'

const FORM = 'listing:3'
const DRAFT = draftOf({ id: 'edit', kind: 'edit', shape: z.array(z.string()), photosOf: (ids) => ids })
const file = (name: string) => new File(['a picture'], name, { type: 'image/jpeg' })
const { createImageBitmap, document, window } = globalThis
const real = { createImageBitmap, document, window }
let db: LocalDb
/** The browser's decoder; a test may hold it. */
let decoded: Promise<void>
let ended: unknown[]
let begun: Promise<void>

beforeEach(() => {
  db = freshDb()
  decoded = Promise.resolve()
  ended = []
  const started = Promise.withResolvers<void>()
  begun = started.promise
  const decode = async () => {
    started.resolve()
    await decoded
    return { width: 4, height: 3, close() {} }
  }
  const canvas = {
    getContext: () => ({ fillRect() {}, drawImage() {} }),
    toBlob: (done: BlobCallback) => done(new Blob(['a JPEG'])),
  }
  const page = Object.assign(new EventTarget(), { createElement: () => canvas })
  Object.assign(globalThis, { createImageBitmap: decode, document: page, window: new EventTarget() })
})
afterEach(async () => {
  await db.delete()
  Object.assign(globalThis, real)
})

/** A form that keeps its photos as the form of an edit does. */
const work: PickWork = {
  begin() {},
  async take(photo) {
    await DRAFT.save(db, [...((await DRAFT.read(db)) ?? []), photo.blobId], photo)
  },
  end: (_, error) => void ended.push(error),
  isClosed: () => false,
  isLeft: () => false,
}
const pick = (turn: Promise<void>, ...names: string[]) => takePicked(db, FORM, names.map(file), work, turn)
const counts = async () => [await db.drafts.count(), await db.blobs.count(), await db.picked.count()]

test('files that are picked come into their form, also when its page is left meanwhile', async () => {
  const turn = Promise.withResolvers<void>()
  const taken = pick(turn.promise, 'a.jpg', 'b.jpg')
  turn.resolve()
  await taken
  expect(ended).toEqual([null, null])
  expect(await counts()).toEqual([1, 2, 0])
})

test.each([
  ['that wait for their turn', true],
  ['of which one is being made ready', false],
])('files %s bring nothing back of a form that is thrown away', async (_, waits) => {
  const turn = Promise.withResolvers<void>()
  const decoder = Promise.withResolvers<void>()
  decoded = decoder.promise
  const taken = pick(turn.promise, 'a.jpg', 'b.jpg')
  if (!waits) {
    turn.resolve()
    await begun
  }
  await dropPicked(db, FORM)
  await DRAFT.forget(db)
  turn.resolve()
  decoder.resolve()
  await taken
  expect(ended).toEqual([null, null])
  expect(await counts()).toEqual([0, 0, 0])
})

test('files that are picked after the form has started over come into it', async () => {
  const turn = Promise.withResolvers<void>()
  const taken = pick(turn.promise, 'a.jpg')
  await dropPicked(db, FORM)
  await DRAFT.forget(db)
  const next = pick(taken, 'b.jpg')
  turn.resolve()
  await next
  expect(await counts()).toEqual([1, 1, 0])
})

test('files of a form that was left wait for its next page, which takes each of them', async () => {
  const decoder = Promise.withResolvers<void>()
  decoded = decoder.promise
  let isLeft = false
  const taken = takePicked(db, FORM, ['a.jpg', 'b.jpg'].map(file), { ...work, isLeft: () => isLeft }, Promise.resolve())
  await begun
  isLeft = true
  const shown: boolean[] = []
  const next = takeLeftBehind(db, FORM, {
    ...work,
    async take(photo, isLate) {
      shown.push(isLate)
      await work.take(photo, isLate)
    },
  })
  decoder.resolve()
  await Promise.all([taken, next])
  expect(shown).toEqual([true, true])
  expect(await counts()).toEqual([1, 2, 0])
  expect(await DRAFT.read(db)).toHaveLength(2)
})

test('files that were left behind, and are left once more, are taken by the page after that', async () => {
  const left = { batch: 'b', type: 'image/jpeg', form: FORM, bytes: new ArrayBuffer(3) }
  await db.picked.bulkAdd([0, 1, 2].map((n) => ({ ...left, n, id: crypto.randomUUID(), name: `${n}.jpg` })))
  const decoder = Promise.withResolvers<void>()
  decoded = decoder.promise
  let isLeft = false
  const second = takeLeftBehind(db, FORM, { ...work, isLeft: () => isLeft })
  await begun
  isLeft = true
  const third = takeLeftBehind(db, FORM, work)
  decoder.resolve()
  await Promise.all([second, third])
  expect(await counts()).toEqual([1, 3, 0])
})

test('a file that the device has no room for as it is comes into its form, although the form was left', async () => {
  db.picked.hook('creating', () => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await takePicked(db, FORM, [file('a.jpg')], { ...work, isLeft: () => true }, Promise.resolve())
  expect(await counts()).toEqual([1, 1, 0])
})

test('a file for which there is no room is kept, and comes into its form, when downloaded photos can give way', async () => {
  const disk = await diskWithPhotos(8)
  const form = DRAFT.autosave(db)
  const before: number[] = []
  disk.fill(4)
  await takePicked(db, FORM, [file('a.jpg')], { ...work, take: takeOnFullerDisk }, Promise.resolve())
  expect([ended, before, await counts(), disk.photos()]).toEqual([[null], [0, 0, 1], [1, 1, 0], 2])

  async function takeOnFullerDisk(photo: PhotoBlob) {
    before.push(...(await counts()))
    disk.fill(2)
    await form.keep([photo.blobId], [photo])
  }
})

test.each([
  ['that is no photo', 'The file seems to be damaged', () => Promise.reject(new Error('No photo'))],
  [
    'for which there is no room',
    'There is no room for this photo',
    () => {
      db.blobs.hook('creating', () => {
        throw new DOMException('No room', 'QuotaExceededError')
      })
      return Promise.resolve()
    },
  ],
] as const)(
  'a file %s, in a form that was left, waits for its next page, which says why not',
  async (_, words, fail) => {
    decoded = fail()
    decoded.catch(() => undefined)
    await takePicked(db, FORM, [file('a.jpg')], { ...work, isClosed: () => true }, Promise.resolve())
    expect(await counts()).toEqual([0, 0, 1])
    ended = []
    await takeLeftBehind(db, FORM, work)
    expect(ended.map((error) => photoRefusal(error))).toEqual([expect.stringContaining(words)])
    expect(await counts()).toEqual([0, 0, 0])
  },
)

test('a file for which there is no room does not come back of a form that is thrown away', async () => {
  db.blobs.hook('creating', () => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const thrownAway = async () => {
    await dropPicked(db, FORM)
    throw new DOMException('No room', 'QuotaExceededError')
  }
  const left = { ...work, isClosed: () => true, take: thrownAway }
  await takePicked(db, FORM, [file('a.jpg')], left, Promise.resolve())
  expect(await counts()).toEqual([0, 0, 0])
})

test('files that an earlier page was left with go with the form that is thrown away, and no other form loses any', async () => {
  const left = { batch: 'b', n: 0, name: 'a.jpg', type: 'image/jpeg', bytes: new ArrayBuffer(3) }
  await db.picked.bulkAdd([FORM, 'listing:4'].map((form) => ({ ...left, id: crypto.randomUUID(), form })))
  await dropPicked(db, FORM)
  await takeLeftBehind(db, FORM, work)
  expect(await counts()).toEqual([0, 0, 1])
})
