import { afterEach, expect, spyOn, test } from 'bun:test'
import { IDBObjectStore } from 'fake-indexeddb'
import * as z from 'zod/mini'
import { draftOf } from '../drafts/draft-of'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { photoRefusal } from './photo-refusal'
import { PhotoRefused, PICKED_BYTES_MAX } from './prepare-photo'

const DRAFT = draftOf({ id: 'edit', kind: 'edit', shape: z.array(z.string()), photosOf: (ids) => ids })
const put = spyOn(IDBObjectStore.prototype, 'put')
afterEach(() => put.mockRestore())

test('a photo that a full disk does not take with its form is one for which there is no room', async () => {
  const db = freshDb()
  await db.open()
  put.mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  const photo = waitingPhoto()
  const error = await DRAFT.save(db, [photo.blobId], photo).catch((refused: unknown) => refused)
  await db.delete()
  const words = (name: string) => `There is no room for ${name} on this device. Free some space and try again.`
  expect(photoRefusal(error, new File([], 'arch.jpg'))).toBe(words('arch.jpg'))
  expect(photoRefusal(error)).toBe(words('this photo'))
})

test('a file of a form with several is named', () => {
  const file = new File([], 'arch.jpg')
  const refused = new PhotoRefused('Not a photo', 'Please choose a photo.')
  expect(photoRefusal(refused, file)).toBe('Not a photo: arch.jpg. Please choose a photo.')
  expect(photoRefusal(new Error('Failed'), file)).toBe('Failed to upload image: arch.jpg. Please try again.')
  const large = Object.defineProperty(new File([], 'arch.jpg'), 'size', { value: PICKED_BYTES_MAX + 1 })
  expect(photoRefusal(refused, large)).toContain('arch.jpg')
  expect(photoRefusal(refused)).toBe('Not a photo. Please choose a photo.')
})
