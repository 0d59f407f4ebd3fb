import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { PullAnswer } from '#schema/sync'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { keepPage, readBegun } from './kept-pages'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const ASKED = new Map([['pub:u', 43]])
/** Page number `n` of a round, which goes up to `to`. */
const keep = (id: string, n: number, to: number) => {
  const page: PullAnswer = { epoch: 'e', mark: '', to, more: true, changes: [], scopes: {}, reset: [], gone: [] }
  const begun = { id, epoch: 'e', asked: [...ASKED], scopes: [['pub:u', [to]] as [string, [number]]], confirmed: [] }
  return keepPage(db, { ...begun, pages: n }, page)
}
const held = async () => {
  const round = await readBegun(db, ASKED, 'e')
  return round && [round.begun.id, ...round.pages.map(({ to }) => to)]
}

test('a round goes on behind the pages that it has kept', async () => {
  await keep('a', 1, 51)
  await keep('a', 2, 52)
  expect(await held()).toEqual(['a', 51, 52])
})

test('the pages of two rounds that were begun at one number are never put together', async () => {
  await keep('a', 1, 51)
  await keep('b', 1, 50)
  // These two together would lack the change of 51.
  await expect(keep('a', 2, 52)).rejects.toThrow('Another round')
  expect(await held()).toEqual(['b', 50])
  await keep('b', 2, 52)
  await expect(keep('b', 2, 53)).rejects.toThrow('Another round')
  expect(await held()).toEqual(['b', 50, 52])
})
