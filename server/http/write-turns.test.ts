import { expect, test } from 'bun:test'
import { signUp } from '../test-support/sign-up'
import { openTestApp } from '../test-support/test-app'
import { ownWrites } from './limits'

const CROWD = 150

test('one person’s many writes hold up nobody else’s, are all made, and travel within others too', async () => {
  const t = await openTestApp()
  const [many, one] = [await signUp(t, 'many'), await signUp(t, 'one')]
  const keep = (as: string, nth: number, from: string) =>
    t.call('POST', '/api/user/profile', { as, from, body: { description: `Number ${nth}` } })
  let done = 0
  const crowd = Array.from({ length: CROWD }, async (_, nth) => {
    const { status } = await keep(many.as, nth, `198.51.100.${nth % 200}`)
    done++
    return status
  })
  await crowd[0]
  const before = done
  expect((await keep(one.as, 0, '203.0.113.1')).status).toBe(200)
  expect(done - before).toBeLessThanOrEqual(3 * ownWrites.atOnce)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]))

  const writes = Array.from({ length: 3 }, (_, nth) => ({ key: `nobody-${nth}-posts`, call: 'likePost', id: 999 }))
  const pushes = Array.from({ length: 2 * ownWrites.atOnce }, () =>
    t.call('POST', '/api/sync/push', { as: many.as, from: '198.51.100.1', body: { writes } }),
  )
  expect(new Set((await Promise.all(pushes)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(t.errors).toEqual([])
  await t.close()
})
