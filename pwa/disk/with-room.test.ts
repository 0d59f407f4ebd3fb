import '../test-support/disk-in-memory'
import { expect, mock, test } from 'bun:test'
import { diskWithPhotos } from '../test-support/full-disk'
import { photosShortAt } from './photo-budget'
import { withRoom } from './with-room'

const FULL = new DOMException('The disk is full', 'QuotaExceededError')

/** A device with eight photos, and a write that fits beside so many of them. */
async function writeBeside(most: number) {
  const { photos } = await diskWithPhotos(8)
  let tries = 0
  const write = async () => {
    tries += 1
    if (photos() > most) throw FULL
    return 'written'
  }
  return { photos, write, tries: () => tries }
}

test.each([
  [8, 1, 8, false],
  [4, 2, 4, true],
  [0, 5, 0, true],
])('a write that fits beside %i photos is tried %i times and leaves %i', async (fits, times, left, isNoted) => {
  const { write, tries, photos } = await writeBeside(fits)
  expect(await withRoom(write)).toBe('written')
  expect([tries(), photos(), (await photosShortAt()) !== null]).toEqual([times, left, isNoted])
})

test('a write for which there is no room without photos either fails with the reason', async () => {
  const { write, photos } = await writeBeside(-1)
  await expect(withRoom(write)).rejects.toBe(FULL)
  expect(photos()).toBe(0)
})

test('a write that fails for another reason costs no photo and is not tried again', async () => {
  const { photos } = await diskWithPhotos(8)
  const fail = mock(() => Promise.reject(new Error('The disk is closed')))
  await expect(withRoom(fail)).rejects.toThrow('The disk is closed')
  expect([fail.mock.calls.length, photos()]).toEqual([1, 8])
})
