import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { openTestApp } from '../test-support/test-app'

test('a read that the database server refuses is answered as busy, with the time to ask again', async () => {
  const t = await openTestApp()
  t.app.get('/api/failing', () => {
    throw new DrizzleQueryError('SELECT 1', [], new Refusal('busy'))
  })
  const { status, body, headers } = await t.call('GET', '/api/failing')
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '2'])
  expect(t.errors).toEqual([])
  await t.close()
})
