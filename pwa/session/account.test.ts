import { expect, spyOn, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import '../test-support/disk-in-memory'
import type { SignedInUser } from '#schema/user'
import { accountDbName } from '../disk/account-db-name'
import {
  type DeviceUser,
  deviceDb,
  isSignOutPending,
  setSignOutPending,
  storedUser,
  storeUser,
} from '../disk/device-db'
import { LocalDb } from '../disk/local-db'
import { installCaches } from '../test-support/caches-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { newSealKeys } from '../test-support/seal-keys'
import { readWholeDisk } from '../test-support/whole-disk'
import { startAccount, useAccount } from './account'
import { finishLeaving } from './finish-sign-out'
import { sealOthers } from './sealing/other-accounts'
import { storeOwner } from './sealing/owners'
import { listSealed } from './sealing/sealed-work'

test('a screen outside the provider of the account is refused in the specification’s words', () => {
  const Screen = () => useAccount().user?.username
  expect(() => renderToStaticMarkup(createElement(Screen))).toThrow('useAuth must be used within an AuthProvider')
})

test('an app that was killed just after Sign out shows nobody at its next start, without a connection', async () => {
  const realFetch = globalThis.fetch
  globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as unknown as typeof fetch
  const caches = installCaches()
  const notes = new NotesInMemory()
  installNotes(notes)
  const gone: string[] = []
  const registration = { getNotifications: async () => [{ close: () => gone.push('notification') }] }
  const own = {
    serviceWorker: { getRegistration: async () => registration },
    clearAppBadge: async () => gone.push('badge'),
  }
  for (const [name, value] of Object.entries(own)) Object.defineProperty(navigator, name, { configurable: true, value })
  try {
    const { publicKey } = await newSealKeys()
    const ids = { accountId: crypto.randomUUID(), lifeId: crypto.randomUUID() }
    const planner = { id: 5, username: 'planner', email: 'zanzibar@example.com', ...ids } as SignedInUser
    const db = new LocalDb(accountDbName(planner))
    const updatedAt = '2026-11-21T10:00:00.000Z'
    await db.drafts.put({ draftId: 'post:new', kind: 'post', values: { title: 'Zanzibar draft' }, updatedAt })
    await db.messages.put({ id: 3, content: 'Zanzibar read', _q: 2 } as never)
    db.close()
    await storeOwner(db.name, { username: 'planner', sealKey: publicKey })
    await storeUser(planner)
    await setSignOutPending(true)

    const shown: (DeviceUser | null)[] = []
    await startAccount(
      (user) => void shown.push(user),
      () => undefined,
      () => undefined,
    )
    expect([shown, await storedUser(), await isSignOutPending()]).toEqual([[null], null, true])
    expect((await listSealed()).map(({ drafts }) => drafts)).toEqual([1])
    await sealOthers(null)
    expect(await readWholeDisk(notes.held)).not.toMatch(/zanzibar/i)
    expect(gone.toSorted()).toEqual(['badge', 'notification'])
  } finally {
    globalThis.fetch = realFetch
    for (const name of Object.keys(own)) Reflect.deleteProperty(navigator, name)
    for (const table of deviceDb.tables) await table.clear()
    installNotes(undefined)
    caches.remove()
  }
})

test('a sign-out that the server has taken stays noted while a failing disk has not let its person go', async () => {
  const realFetch = globalThis.fetch
  const headers = { 'sync-epoch': 'e', 'sync-seq': '1' }
  globalThis.fetch = (async () => Response.json({}, { headers })) as unknown as typeof fetch
  const reads = spyOn(deviceDb.session, 'get')
  try {
    await storeUser({ id: 5, username: 'planner' } as DeviceUser)
    await setSignOutPending(true)
    reads.mockRejectedValueOnce(new DOMException('', 'UnknownError'))
    await finishLeaving()
    expect([await isSignOutPending(), (await storedUser())?.username]).toEqual([true, 'planner'])

    globalThis.fetch = (() => Promise.reject(new TypeError('Failed to fetch'))) as unknown as typeof fetch
    const shown: (DeviceUser | null)[] = []
    await startAccount(
      (user) => void shown.push(user),
      () => undefined,
      () => undefined,
    )
    expect([shown, await storedUser()]).toEqual([[null], null])
  } finally {
    globalThis.fetch = realFetch
    reads.mockRestore()
    await deviceDb.session.clear()
  }
})
