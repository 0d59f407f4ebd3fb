import '../test-support/disk-in-memory'
import { afterAll, afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { deviceDb } from '../disk/device-db'
import { sealOthers } from '../session/sealing/other-accounts'
import { forgetToldTime, noteServerTime } from '../sync/server-clock'
import { diskWithPhotos } from '../test-support/full-disk'
import { dropShared, findShared, SHARED_FULL, SHARES_MAX, storeShared, waitingShares } from './shared-photos'

const WORDS = { title: 'Gold arch', text: 'From last night' }
const jpeg = (name: string, content: string) => new File([content], name, { type: 'image/jpeg' })
const text = (bytes: ArrayBuffer | undefined) => new TextDecoder().decode(bytes)

const STARTED_AT = Date.now()
beforeEach(() => deviceDb.shared.clear())
afterEach(() => {
  setSystemTime()
  forgetToldTime()
})
afterAll(() => deviceDb.shared.clear())

test('photos and words stay until they are dropped', async () => {
  const id = await storeShared([jpeg('arch.jpg', 'pixels')], WORDS)
  await findShared(id)
  const shared = await findShared(id)
  expect(shared).toMatchObject({ ...WORDS, photos: [{ name: 'arch.jpg', type: 'image/jpeg' }] })
  expect(text(shared?.photos[0]?.bytes)).toBe('pixels')
  await dropShared(id)
  expect(await findShared(id)).toBeNull()
})

test('two shares in a row do not mix', async () => {
  const first = await storeShared([jpeg('1.jpg', 'one')], WORDS)
  const second = await storeShared([jpeg('2.jpg', 'two')], { title: '', text: '' })
  expect(text((await findShared(second))?.photos[0]?.bytes)).toBe('two')
  expect(text((await findShared(first))?.photos[0]?.bytes)).toBe('one')
})

test('downloaded photos give way to what is shared on a full disk', async () => {
  const disk = await diskWithPhotos(8)
  disk.fill(4)
  const id = await storeShared([jpeg('arch.jpg', 'pixels')], WORDS)
  expect([await findShared(id), disk.photos()]).toMatchObject([{ ...WORDS, photos: [{ name: 'arch.jpg' }] }, 4])
})

test('what is no picture is left behind, its words stay', async () => {
  const files = [new File(['%PDF'], 'menu.pdf', { type: 'application/pdf' }), jpeg('empty.jpg', '')]
  expect(await findShared(await storeShared(files, WORDS))).toEqual({ ...WORDS, photos: [], leftOut: 0 })
})

/** The app starts, and the server says that it is so many days later. */
async function startAfter(days: number): Promise<void> {
  noteServerTime(new Date(STARTED_AT + days * 86_400_000).toUTCString(), Date.now())
  await sealOthers(null)
}

test('what nobody took up for two months is gone, and not before', async () => {
  const id = await storeShared([jpeg('old.jpg', 'old')], WORDS)
  for (const days of [0, 59]) await startAfter(days)
  expect(await findShared(id)).not.toBeNull()
  await startAfter(61)
  expect(await findShared(id)).toBeNull()
})

test('a clock that was set months ahead, or years back, takes nothing that was shared', async () => {
  setSystemTime(new Date('2020-01-01'))
  const id = await storeShared([jpeg('years-back.jpg', 'back')], WORDS)
  setSystemTime(STARTED_AT)
  const second = await storeShared([jpeg('today.jpg', 'today')], WORDS)
  await startAfter(0)
  forgetToldTime()
  setSystemTime(STARTED_AT + 90 * 86_400_000)
  const third = await storeShared([], WORDS)
  await sealOthers(null)
  expect(await waitingShares()).toEqual([id, second, third])
})

test('an id that nobody gave leads to nothing', async () => {
  expect(await findShared('lost')).toBeNull()
})

test('twenty wait, the oldest first; one more is not kept, and none of them gives way', async () => {
  const ids: string[] = []
  for (let nth = 0; nth < SHARES_MAX; nth++) {
    const id = await storeShared([jpeg(`${nth}.jpg`, `${nth}`)], WORDS)
    await deviceDb.shared.update(id, { at: new Date(Date.now() - (SHARES_MAX - nth) * 1000).toISOString() })
    ids.push(id)
  }
  expect(await storeShared([jpeg('more.jpg', 'more')], WORDS)).toBe(SHARED_FULL)
  expect(await waitingShares()).toEqual(ids)
})

test('one share is at most ten photos, and says how many were left out', async () => {
  const many = Array.from({ length: 12 }, (_, nth) => jpeg(`${nth}.jpg`, `${nth}`))
  const shared = await findShared(await storeShared(many, WORDS))
  expect([shared?.photos.length, shared?.leftOut]).toEqual([10, 2])
})
