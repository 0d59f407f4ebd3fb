import { afterEach, expect, test } from 'bun:test'
import { uploadPhoto } from './upload-photo'

const real = globalThis.fetch
afterEach(() => {
  globalThis.fetch = real
})

test('an upload without an answer says why there was none', async () => {
  const timeout = async () => {
    throw new DOMException('Too long', 'TimeoutError')
  }
  globalThis.fetch = Object.assign(timeout, real)
  const photo = { blobId: 'a', bytes: new ArrayBuffer(1), type: 'image/jpeg' }
  await expect(uploadPhoto(photo)).rejects.toMatchObject({ why: 'timeout' })
})
