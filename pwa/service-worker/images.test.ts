import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import '../test-support/disk-in-memory'
import { accountDbName } from '../disk/account-db-name'
import { type DeviceUser, deviceDb, setSignOutPending, storeUser } from '../disk/device-db'
import { accountCache } from '../disk/photo-cache-names'
import { installCaches } from '../test-support/caches-in-memory'
import { fetchImage } from './images'

const PLANNER = { id: 7, username: 'planner', lifeId: 'life', accountId: 'account' } as DeviceUser
const PHOTO = `/uploads/${'a'.repeat(64)}.jpg`

let browserCaches: ReturnType<typeof installCaches>
let server: ReturnType<typeof spyOn<typeof globalThis, 'fetch'>>

beforeEach(async () => {
  browserCaches = installCaches()
  server = spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('No connection'))
  await deviceDb.session.clear()
  await storeUser(PLANNER)
  const own = await caches.open(accountCache(accountDbName(PLANNER)))
  await own.put(PHOTO, new Response('A private photo', { headers: { 'content-type': 'image/jpeg' } }))
})
afterEach(async () => {
  browserCaches.remove()
  server.mockRestore()
  await deviceDb.session.clear()
})

const noted: Promise<unknown>[] = []
const event = { waitUntil: (work: Promise<unknown>) => void noted.push(work) }
const shown = async () => {
  const answer = await fetchImage(new Request(`https://trestle.example${PHOTO}`), event)
  await Promise.all(noted.splice(0))
  return answer.type === 'error' ? null : answer.text()
}

test('a photo that the account alone may see is shown to its person without a connection', async () => {
  expect(await shown()).toBe('A private photo')
  await storeUser(null)
  expect(await shown()).toBeNull()
})

test('a sign-out that has broken off shows no photo that its account alone may see', async () => {
  await setSignOutPending(true)
  expect(await shown()).toBeNull()
})

test('an answer to somebody who is signing out is not kept for their account alone', async () => {
  const other = PHOTO.replace('a.jpg', 'b.jpg')
  const own = await caches.open(accountCache(accountDbName(PLANNER)))
  const headers = { 'content-type': 'image/jpeg', 'cache-control': 'private' }
  const answer = async () => {
    await setSignOutPending(true)
    return new Response('Another one', { headers })
  }
  server.mockImplementation(Object.assign(answer, { preconnect: fetch.preconnect }))
  await fetchImage(new Request(`https://trestle.example${other}`), event)
  await Promise.all(noted.splice(0))
  expect(await own.match(other)).toBeUndefined()
})
