import { expect, test } from 'bun:test'
import { openTestApp } from '../../test-support/test-app'
import { auditLedger } from './audit'

test('requests are heard between the questions of an audit: each is a long read of its own', async () => {
  const t = await openTestApp()
  const asked: number[] = []
  const found = await auditLedger({
    readLong: (statements) => {
      asked.push(statements.length)
      return t.deps.db.readLong(statements)
    },
  })
  expect(found).toEqual([])
  expect(asked.length).toBeGreaterThan(10)
  expect(new Set(asked)).toEqual(new Set([1]))
  await t.close()
})
