import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import type { FirstScreenRows } from '#schema/sync-scopes'
import { until } from '../../server/test-support/until'
import { writeMeta } from '../disk/local-db'
import { AccountContext } from '../session/account'
import { SyncEngine } from '../sync/engine'
import { fillScopes, keepChanged } from '../sync/fill-catalogue'
import { AREAS } from '../sync/held-areas'
import { freshDb } from '../test-support/disk-in-memory'
import { runHook } from '../test-support/run-hook'
import { useListingsOf } from './use-things-of'

const OWNER = 12
const NEAR = { id: 5, title: 'Near', userId: OWNER }
const FAR = { id: 9, title: 'Far', userId: OWNER }
const AREA = '862a10777ffffff'
const HELD = {
  epoch: 'e',
  to: 40,
  total: 90_000,
  around: null,
  areas: [{ area: AREA, listings: 1 }],
  places: '',
  askedAt: 0,
}
const realFetch = globalThis.fetch
let engine: SyncEngine

beforeEach(() => {
  engine = new SyncEngine(freshDb(), null)
  Object.assign(globalThis, {
    fetch: async () => Response.json([FAR, NEAR], { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } }),
  })
})
afterEach(async () => {
  Object.assign(globalThis, { fetch: realFetch })
  await engine.db.delete()
})

test('a listing that went is shown no more on its person’s page, though the server had told of it', async () => {
  const { db, catalogue } = engine
  await writeMeta(db, AREAS, HELD)
  await fillScopes(db, [{ scope: `pub:l:${AREA}`, chunks: [JSON.stringify([[5, '5', NEAR]])], cursor: 9 }])
  const account = { user: null, engine } as never
  const hook = runHook(
    () => useListingsOf(OWNER).rows.map(({ title }) => title),
    (screen) => createElement(AccountContext, { value: account }, screen),
  )
  const shows = async (...titles: string[]) => {
    for (let waitedMs = 0; hook.latest()?.join() !== titles.join() && waitedMs < 3_000; waitedMs += 10)
      await Bun.sleep(10)
    expect(hook.latest()).toEqual(titles)
  }
  await shows('Far', 'Near')
  await keepChanged(db, new Map([[`listing:${AREA}` as const, [[41, '5', null]]]]))
  await catalogue.refresh()
  await shows('Far')
  hook.stop()
})

const PERSON = [OWNER, { id: OWNER, username: 'nora' }]
const STRANGER = [8, { id: 8, title: 'Strange', userId: 31 }]

test.each<[string, string, object]>([
  ['a list with listings of others', 'asked', { listing: [STRANGER] }],
  ['an empty list', 'asked', { listing: [] }],
  ['a profile of another person without listings', 'asked', { person: [[31, { id: 31 }]], listing: [] }],
  ['a post without listings', 'asked', { person: [PERSON], post: [] }],
  ['a post with a listing of another person', 'asked', { person: [PERSON], listing: [STRANGER] }],
  ['this profile', 'none', { person: [PERSON], listing: [[9, FAR]] }],
  ['this profile without listings', 'none', { person: [PERSON], listing: [] }],
])('after a first screen of %s, the rest of a person’s listings is %p', async (_, rest, rows) => {
  const { db } = engine
  const first = { newest: null, rows } as FirstScreenRows
  const account = { user: null, engine: new SyncEngine(db, null, first) } as never
  const hook = runHook(
    () => useListingsOf(OWNER).rest,
    (screen) => createElement(AccountContext, { value: account }, screen),
  )
  await until(() => hook.latest() === rest)
  expect(hook.latest()).toBe(rest as never)
  hook.stop()
})
