import './disk-in-memory'
import { beforeEach, expect, test } from 'bun:test'
import { deviceDb } from './device-db'
import { dropShared, findShared, storeShared } from './shared-photos'

const WORDS = { title: 'Gold arch', text: 'From last night' }
const jpeg = (name: string, content: string) => new File([content], name, { type: 'image/jpeg' })
const text = (bytes: ArrayBuffer | undefined) => new TextDecoder().decode(bytes)

beforeEach(() => deviceDb.shared.clear())

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

test('what is no picture is left behind, its words stay', async () => {
  const files = [new File(['%PDF'], 'menu.pdf', { type: 'application/pdf' }), jpeg('empty.jpg', '')]
  expect(await findShared(await storeShared(files, WORDS))).toEqual({ ...WORDS, photos: [] })
})

test('what nobody took up for a day is gone', async () => {
  const id = await storeShared([jpeg('old.jpg', 'old')], WORDS)
  await deviceDb.shared.update(id, { at: new Date(Date.now() - 90_000_000).toISOString() })
  await storeShared([], WORDS)
  expect(await findShared(id)).toBeNull()
})

test('an id that nobody gave leads to nothing', async () => {
  expect(await findShared('lost')).toBeNull()
})
