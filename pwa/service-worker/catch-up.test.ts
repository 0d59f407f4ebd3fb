import { afterEach, beforeEach, expect, test } from 'bun:test'
import { PUBLIC_SCOPES } from '#schema/sync-scopes'
import type { LocalDb } from '../disk/local-db'
import { asOnly, untilFree } from '../sync/lease'
import { freshDb } from '../test-support/disk-in-memory'
import { catchUp } from './catch-up'

const real = globalThis.fetch
let asked: string[]
let db: LocalDb

/** A server that hears every call and answers none. */
function hangUp(input: string | URL | Request, init?: RequestInit): Promise<never> {
  asked.push(String(input))
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
}

beforeEach(async () => {
  asked = []
  Object.assign(globalThis, { fetch: hangUp })
  db = freshDb()
  await db.scopes.bulkPut(PUBLIC_SCOPES.map((scope) => ({ scope, cursor: 1 })))
})

afterEach(async () => {
  Object.assign(globalThis, { fetch: real })
  await db.delete()
})

test('a worker that gets no answer leaves the pulling to the page that is opened next', async () => {
  await catchUp(db, 7, async () => true)
  expect(asked).toEqual(['/api/sync/pull'])
  await untilFree(db, 'puller', 500)
  expect(await asOnly(db, 'puller', async () => 'free')).toBe('free')
})
