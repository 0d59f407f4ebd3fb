import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { openS3Server } from '../test-support/s3-server'
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

test('a bucket that turns the server away is a line of the log that says why, and its caller may ask again', async () => {
  const bucket = await openS3Server()
  const t = await openTestApp({ ...bucket.environment, S3_ACCESS_KEY_ID: 'nobody' })
  const said: Record<string, unknown>[] = []
  t.deps.log = (entry) => said.push(entry)
  t.app.get('/api/photo', () => t.deps.photos.get('a-photo.jpg'))
  const { status, body } = await t.call('GET', '/api/photo')
  expect([status, body]).toEqual([503, { code: 'busy', message: expect.stringContaining('Photos cannot be reached') }])
  const lines = said.filter(({ level }) => level !== 'info')
  expect(lines).toMatchObject([
    { level: 'warn', route: '/api/photo', cause: expect.stringContaining('S3Error: InvalidAccessKeyId: ') },
  ])
  for (const secret of ['nobody', 'S3RVER', 'a-photo']) expect(JSON.stringify(lines)).not.toContain(secret)
  await t.close()
  await bucket.close()
})
