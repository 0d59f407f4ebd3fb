import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { freshDb, reopened } from '../test-support/disk-in-memory'
import { addressDraft, blockDraft } from './settings-drafts'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test('each form is kept on its own, over a restart, until it is forgotten', async () => {
  const address = { street: 'Lantern', city: '', state: '', zipCode: '112' }
  const block = { from: '2026-12-24', to: '2026-12-26', reason: 'Holidays' }
  await addressDraft.save(db, address)
  await blockDraft.save(db, block)
  db = reopened(db)
  expect(await addressDraft.read(db)).toEqual(address)
  await addressDraft.forget(db)
  expect(await addressDraft.read(db)).toBeNull()
  expect(await blockDraft.read(db)).toEqual(block)
})

test('an address is kept with the one that its form had shown', async () => {
  const seen = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }
  const address = { ...seen, street: 'Lantern', seen }
  await addressDraft.save(db, address)
  expect(await addressDraft.read(db)).toEqual(address)
})

test('a day that is none is not taken back up', async () => {
  await blockDraft.save(db, { from: '2026-02-30', to: '2026-02-30', reason: '' })
  expect(await blockDraft.read(db)).toBeNull()
})
