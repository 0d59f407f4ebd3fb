import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { until } from '../../../server/test-support/until'
import { AccountContext } from '../../session/account'
import { SyncEngine } from '../../sync/engine'
import { fillScopes } from '../../sync/fill-catalogue'
import { freshDb } from '../../test-support/disk-in-memory'
import { runHook } from '../../test-support/run-hook'
import { NO_FILTERS } from './browse-search'
import { useCountFound } from './use-found'

const ROW = { id: 1, title: 'Oak table' }

beforeEach(() => Object.assign(globalThis, { document: new EventTarget() }))
afterEach(() => Reflect.deleteProperty(globalThis, 'document'))

test('listings that came with the page are not counted as all that there are', async () => {
  const db = freshDb()
  const engine = new SyncEngine(db, null, { newest: 'listing', rows: { listing: [[1, ROW as never]] } })
  const hook = runHook(
    () => useCountFound({ search: '', ...NO_FILTERS }),
    (screen) => createElement(AccountContext, { value: { user: null, engine } as never }, screen),
  )
  await Bun.sleep(50)
  expect(hook.latest()).toBeNull()
  await fillScopes(db, [
    {
      scope: 'pub:l',
      chunks: [
        JSON.stringify([
          [5, '1', ROW],
          [6, '2', { ...ROW, id: 2 }],
        ]),
      ],
      cursor: 9,
    },
  ])
  await engine.catalogue.refresh()
  await until(() => hook.latest() === 2)
  expect(hook.latest()).toBe(2)
  hook.stop()
  await db.delete()
})
