import { afterEach, beforeEach, expect, test } from 'bun:test'
import { originOfCall } from '../http/caller'
import { signIn, signUp } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { closeEndedSessions, closeLiveStreams, openStreamCount } from './live'

let t: TestApp
let rosa: string

beforeEach(async () => {
  t = await openTestApp()
  rosa = (await signUp(t, 'rosa')).as
})
afterEach(async () => {
  closeLiveStreams(t.deps.db)
  await t.close()
})

const live = (as: string) =>
  t.fetch(originOfCall(new Request(`${TEST_ORIGIN}/api/sync/live`, { headers: { cookie: as } }), '203.0.113.7'))
/** All that a stream says until it ends; null while it goes on. */
const said = (stream: Response) => Promise.race([stream.text(), Bun.sleep(100).then(() => null)])
const FOR_LONGER_THAN_A_SESSION_MS = 15 * 86_400_000

test('a stream ends with a session that another browser has ended, and makes room for others', async () => {
  const thief = await signIn(t, 'rosa')
  const ended = await Promise.all([live(thief), live(thief)])
  const own = await live(rosa)
  expect((await live(rosa)).status).toBe(429)
  await closeEndedSessions(t.deps)
  expect(openStreamCount(t.deps.db)).toBe(3)
  expect((await t.call('POST', '/api/user/sessions/end', { as: rosa, body: { others: true } })).status).toBe(200)
  await closeEndedSessions(t.deps)
  expect(await Promise.all(ended.map(said))).toEqual(Array(2).fill(expect.stringContaining('event: hello')))
  const again = await live(rosa)
  expect(again.status).toBe(200)
  expect(await Promise.all([own, again].map(said))).toEqual([null, null])
})

test('a stream ends with a session that has not been used for too long', async () => {
  const stream = await live(rosa)
  t.clock.advance(FOR_LONGER_THAN_A_SESSION_MS)
  await closeEndedSessions(t.deps)
  expect(await said(stream)).toStartWith('event: hello')
})
