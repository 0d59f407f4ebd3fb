import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { until } from '../../server/test-support/until'
import { writeMeta } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { AREAS } from '../sync/held-areas'
import { freshDb } from '../test-support/disk-in-memory'
import { runHook } from '../test-support/run-hook'
import { AccountContext } from './account'
import { useHeldParts, useHoldsAll } from './use-held-areas'

const AREA = '862a10777ffffff'
const ANSWER = { epoch: 'e', to: 40, total: 90_000, places: 'Park Slope', askedAt: 0 }
const IN_AREAS = { ...ANSWER, around: 'Park Slope', areas: [{ area: AREA, listings: 1 }] }
const IN_PARTS = { ...ANSWER, around: null, areas: null, parts: { item: [] } }
let engine: SyncEngine

beforeEach(() => {
  engine = new SyncEngine(freshDb(), null)
})
afterEach(() => engine.db.delete())

test.each<[string, object, string[], object | null]>([
  ['no parts', {}, [], null],
  ['no place before its listings have come', { [AREAS]: IN_AREAS }, [], { around: null }],
  ['the place whose listings have come', { [AREAS]: IN_AREAS }, [`pub:l:${AREA}`], { around: 'Park Slope' }],
  ['the parts of all but the listings', { [AREAS]: IN_PARTS }, [], IN_PARTS],
])('a device holds %s', async (_, meta, scopes, held) => {
  for (const [key, value] of Object.entries(meta)) await writeMeta(engine.db, key, value)
  for (const scope of scopes) await engine.db.scopes.put({ scope, cursor: 9 })
  const account = { user: null, engine } as never
  const hook = runHook(useHeldParts, (screen) => createElement(AccountContext, { value: account }, screen))
  await until(() => (held === null ? hook.latest() === null : hook.latest() != null))
  if (held === null) expect(hook.latest()).toBeNull()
  else expect(hook.latest()).toMatchObject(held)
  hook.stop()
})

test.each<[string, boolean, object, string[]]>([
  ['before it has any', false, {}, []],
  ['with all of them', true, {}, ['pub:l']],
  ['with those of an area', false, { [AREAS]: IN_AREAS }, [`pub:l:${AREA}`]],
])('a device %s holds all listings: %p', async (_, holdsAll, meta, scopes) => {
  for (const [key, value] of Object.entries(meta)) await writeMeta(engine.db, key, value)
  for (const scope of scopes) await engine.db.scopes.put({ scope, cursor: 9 })
  const row = [1, { id: 1, title: 'Oak table' }]
  const first = { newest: 'listing', rows: { listing: [row] } } as never
  const account = { user: null, engine: new SyncEngine(engine.db, null, first) } as never
  const hook = runHook(
    () => useHoldsAll('listing'),
    (screen) => createElement(AccountContext, { value: account }, screen),
  )
  await until(() => hook.latest() === holdsAll)
  expect(hook.latest()).toBe(holdsAll)
  hook.stop()
})
