import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb, reopened } from '../test-support/disk-in-memory'
import { forgetSettingsDraft, keepSettingsDraft, readSettingsDraft } from './settings-drafts'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test('each form is kept on its own, over a restart, until it is forgotten', async () => {
  const address = { street: 'Lantern', city: '', state: '', zipCode: '112' }
  const block = { from: '2026-12-24', to: '2026-12-26', reason: 'Holidays' }
  await keepSettingsDraft(db, 'address', address)
  await keepSettingsDraft(db, 'block', block)
  db = reopened(db)
  expect(await readSettingsDraft(db, 'address')).toEqual(address)
  await forgetSettingsDraft(db, 'address')
  expect(await readSettingsDraft(db, 'address')).toBeNull()
  expect(await readSettingsDraft(db, 'block')).toEqual(block)
})

test('a day that is none is not taken back up', async () => {
  await keepSettingsDraft(db, 'block', { from: '2026-02-30', to: '2026-02-30', reason: '' })
  expect(await readSettingsDraft(db, 'block')).toBeNull()
})
