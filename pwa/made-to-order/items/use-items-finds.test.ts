import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import type { Day } from '#schema/date-range'
import type { Item } from '#schema/made-to-order'
import { writeMeta } from '../../disk/local-db'
import { AccountContext } from '../../session/account'
import { SyncEngine } from '../../sync/engine'
import { fillScopes } from '../../sync/fill-catalogue'
import { AREAS } from '../../sync/held-areas'
import { pinnedPack } from '../../sync/packs'
import { freshDb } from '../../test-support/disk-in-memory'
import { runHook } from '../../test-support/run-hook'
import { NO_ITEM_FILTERS } from './items-search'
import { useItemsFinds } from './use-items-finds'

const item = (id: number, title: string) => ({
  ...{ id, title, userId: 7, ownerUsername: 'rosa', description: '', images: [], mainImage: '', price: 1200 },
  ...{ category: 'favors', customizationOptions: [], photoAlts: [], pausedUntil: null, leadTimeInDays: 7, terms: '' },
  createdAt: '2026-11-01T00:00:00.000Z',
})
const SCOPE = 'pub:m:favors'
const HELD = { epoch: 'e', to: 40, total: 90, around: null, areas: null, places: '', askedAt: 0 }
const realFetch = globalThis.fetch
let engine: SyncEngine

beforeEach(async () => {
  engine = new SyncEngine(freshDb(), null)
  const { db } = engine
  await writeMeta(db, AREAS, { ...HELD, parts: { item: [{ scope: SCOPE, rows: 1 }] } })
  await fillScopes(db, [{ scope: SCOPE, chunks: [JSON.stringify([[9, '9', item(9, 'Tea ribbon')]])], cursor: 9 }])
  const pinned = [item(3, 'Tea box'), item(2, 'Plain box')]
  await db.chunks.put({
    coll: pinnedPack('item'),
    n: 0,
    text: JSON.stringify(pinned.map((row) => [0, `${row.id}`, row])),
  })
  const items = [item(9, 'Tea ribbon of old'), item(3, 'Tea box, new'), item(2, 'Tea box, too'), item(1, 'Tea cup')]
  Object.assign(globalThis, {
    fetch: async () =>
      Response.json({ items, cursor: null, seq: 41 }, { headers: { 'sync-epoch': 'e', 'sync-seq': '41' } }),
  })
})
afterEach(async () => {
  Object.assign(globalThis, { fetch: realFetch })
  await engine.db.delete()
})

test('an item that is kept as a pin is shown once, as the server has it', async () => {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/made-to-order'] }),
  })
  const account = { user: null, engine } as never
  const hook = runHook(
    () => {
      const { rows, far } = useItemsFinds({ ...NO_ITEM_FILTERS, search: 'tea' }, '2026-11-28' as Day)
      return [rows, far.rows].map((some: readonly Item[]) => some.map(({ title }) => title))
    },
    (screen) =>
      createElement(
        RouterContextProvider as never,
        { router },
        createElement(AccountContext, { value: account }, screen),
      ),
  )
  for (let waitedMs = 0; !hook.latest()?.[1]?.length && waitedMs < 3_000; waitedMs += 10) await Bun.sleep(10)
  expect(hook.latest()).toEqual([
    ['Tea ribbon', 'Tea box, new'],
    ['Tea box, too', 'Tea cup'],
  ])
  hook.stop()
})
