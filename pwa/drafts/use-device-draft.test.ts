import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { answerDraft, EMPTY_ANSWER } from '../rentals/damage/damage-drafts'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { runHook } from '../test-support/run-hook'
import { useDeviceDraft } from './use-device-draft'

const draft = answerDraft(7)
let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

async function openForm() {
  const hook = runHook(() => useDeviceDraft(db, draft, () => EMPTY_ANSWER))
  while (!hook.latest()?.start) await Bun.sleep(1)
  const home = () => hook.latest() as NonNullable<ReturnType<typeof hook.latest>>
  return { home, stop: hook.stop }
}

test('a photo stays when a letter is typed while it is taken in', async () => {
  const { home, stop } = await openForm()
  const photo = waitingPhoto()
  const photos = [{ blobId: photo.blobId }]
  let values = EMPTY_ANSWER
  const taking = home()
    .keepPhoto({ ...values, photos }, photo)
    .then(() => {
      values = { ...values, photos }
      home().keep(values)
    })
  values = { ...values, response: 'F' }
  home().keep(values)
  await taking
  await home().settled()
  expect(await db.blobs.get(photo.blobId)).toBeDefined()
  expect(await draft.read(db)).toEqual({ ...EMPTY_ANSWER, response: 'F', photos })
  stop()
})

test('a photo for which there is no room is not kept with the form', async () => {
  const { home, stop } = await openForm()
  home().keep({ ...EMPTY_ANSWER, response: 'F' })
  await home().settled()
  db.blobs.hook('creating', () => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  const photo = waitingPhoto()
  const withPhoto = { ...EMPTY_ANSWER, response: 'F', photos: [{ blobId: photo.blobId }] }
  await expect(home().keepPhoto(withPhoto, photo)).rejects.toThrow()
  await home().settled()
  expect(await home().handOver(() => draft.read(db))).toEqual({ ...EMPTY_ANSWER, response: 'F' })
  stop()
})

test('a form that was left goes on as its page says', async () => {
  await draft.save(db, { ...EMPTY_ANSWER, response: 'Left' })
  const goOn = (kept: typeof EMPTY_ANSWER) => ({ ...kept, response: `${kept.response} and found` })
  const hook = runHook(() => useDeviceDraft(db, draft, () => EMPTY_ANSWER, goOn))
  while (!hook.latest()?.start) await Bun.sleep(1)
  expect(hook.latest()?.start?.response).toBe('Left and found')
  hook.stop()
})
