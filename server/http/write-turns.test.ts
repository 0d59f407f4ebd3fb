import { expect, test } from 'bun:test'
import { PUSH_MAX } from '#schema/sync-scopes'
import { postMarks } from '../db/tables'
import { createPostRows } from '../test-support/factories'
import { signUp } from '../test-support/sign-up'
import { openTestApp } from '../test-support/test-app'
import { ownWrites } from './limits'

const CROWD = 150
const PUSHES = 5

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

test('one person’s likes that travel together hold up nobody else’s writes', async () => {
  const t = await openTestApp()
  const [many, one] = [await signUp(t, 'many'), await signUp(t, 'one')]
  const posts = await createPostRows(t, one.id, PUSHES * PUSH_MAX)
  const send = (ids: number[]) => {
    const writes = ids.map((id) => ({ key: crypto.randomUUID(), call: 'likePost', id }))
    return t.call('POST', '/api/sync/push', { as: many.as, from: '198.51.100.1', body: { writes } })
  }
  const likes = async () => (await t.deps.db.read.select().from(postMarks)).length
  const crowd = Array.from({ length: PUSHES }, (_, nth) => send(posts.slice(nth * PUSH_MAX, (nth + 1) * PUSH_MAX)))
  while ((await likes()) === 0) await Bun.sleep(1)
  const body = { description: 'Mine' }
  expect((await t.call('POST', '/api/user/profile', { as: one.as, from: '203.0.113.1', body })).status).toBe(200)
  expect(await likes()).toBeLessThan(PUSH_MAX)
  const answers = (await Promise.all(crowd)).flatMap((answer) => answer.body.answers)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(t.errors).toEqual([])
  await t.close()
})
