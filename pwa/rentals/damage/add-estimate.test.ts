import { afterEach, expect, test } from 'bun:test'
import { Unreachable } from '../../sync/client'
import { addEstimate } from './add-estimate'

const realFetch = globalThis.fetch
afterEach(() => Object.assign(globalThis, { fetch: realFetch }))

test('an estimate whose answer was lost: the report is read again', async () => {
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('broken')) })
  let reads = 0
  const engine = { settle: async () => void reads++ }
  await expect(addEstimate(engine, 3, 2000)).rejects.toThrow(Unreachable)
  expect(reads).toBe(1)
})
