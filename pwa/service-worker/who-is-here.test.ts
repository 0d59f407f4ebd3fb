import { afterEach, beforeEach, expect, test } from 'bun:test'
import Dexie from 'dexie'
import '../test-support/disk-in-memory'
import { type DeviceUser, deviceDb, setSignOutPending, storeUser } from '../disk/device-db'
import { whoIsHere } from './who-is-here'

const PLANNER = { id: 7, username: 'planner', lifeId: 'life', accountId: 'account' } as DeviceUser

// The worker reads the disk without Dexie.
const { indexedDB } = globalThis
beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: Dexie.dependencies.indexedDB })
  await deviceDb.session.clear()
})
afterEach(async () => {
  Object.assign(globalThis, { indexedDB })
  await deviceDb.session.clear()
})

test('the device says whose screens may be shown', async () => {
  expect(await whoIsHere()).toBe('trestle-visitor')
  await storeUser(PLANNER)
  expect(await whoIsHere()).toBe('trestle-life-account')
})

test('a sign-out that has broken off shows no screens of its account', async () => {
  await storeUser(PLANNER)
  await setSignOutPending(true)
  expect(await whoIsHere()).toBeNull()
  await storeUser(null)
  expect(await whoIsHere()).toBe('trestle-visitor')
})
