import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import '../test-support/disk-in-memory'
import { type DeviceUser, deviceDb, isSignOutPending, setSignOutPending, storeUser } from '../disk/device-db'
import { finishSignOut } from '../session/finish-sign-out'
import { register, signIn } from './sign-in'

const CREDENTIALS = { username: 'host', password: 'a good horse' }
const TURN_MS = 20
const realFetch = globalThis.fetch
let asked: string[]
/** The fake server’s answer to a sign-out. */
let logout: PromiseWithResolvers<Response>

beforeEach(async () => {
  asked = []
  logout = Promise.withResolvers()
  globalThis.fetch = ((path: string) => {
    asked.push(path)
    return path === '/api/logout' ? logout.promise : answer()
  }) as unknown as typeof fetch
  await setSignOutPending(true)
})
afterEach(async () => {
  globalThis.fetch = realFetch
  await deviceDb.session.clear()
})

const answer = (status = 200) =>
  Promise.resolve(Response.json({}, { status, headers: { 'sync-epoch': 'e', 'sync-seq': '1' } }))

test.each<[string, string, () => Promise<unknown>]>([
  ['signs in', '/api/login', () => signIn(CREDENTIALS)],
  ['registers', '/api/register', () => register(CREDENTIALS as never)],
])(
  'whoever %s waits for a sign-out that is on its way: its answer would end the new session',
  async (_, path, enter) => {
    void finishSignOut()
    const entered = enter()
    await Bun.sleep(TURN_MS)
    expect(asked).toEqual(['/api/logout'])
    logout.resolve(await answer())
    await entered
    expect(asked).toEqual(['/api/logout', path])
  },
)

test('a sign-out that did not reach the server is not tried again once somebody has signed in', async () => {
  let late: Promise<void> | undefined
  globalThis.fetch = ((path: string) => {
    asked.push(path)
    if (path === '/api/logout') return Promise.reject(new TypeError('Failed to fetch'))
    // The server is within reach again.
    late = finishSignOut()
    return answer()
  }) as unknown as typeof fetch
  await signIn(CREDENTIALS)
  await late
  expect([asked, await isSignOutPending()]).toEqual([['/api/logout', '/api/login'], false])
})

test.each([
  ['a wrong password', 401, true],
  ['a right password', 200, false],
])('after %s, is a sign-out whose person has not gone from this device still noted?', async (_, status, expected) => {
  await storeUser({ id: 5, username: 'planner' } as DeviceUser)
  logout.resolve(await answer())
  globalThis.fetch = ((path: string) =>
    path === '/api/logout' ? logout.promise : answer(status)) as unknown as typeof fetch
  await signIn(CREDENTIALS).catch(() => undefined)
  expect(await isSignOutPending()).toBe(expected)
})

test('a page that is asleep in the middle of its sign-out keeps nobody out', async () => {
  await setSignOutPending(false)
  const asleep = Promise.withResolvers<void>()
  void navigator.locks.request('trestle-sign-out', () => asleep.promise)
  const limit = new AbortController()
  const timeouts = spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => limit.signal)
  const entered = signIn(CREDENTIALS)
  await Bun.sleep(TURN_MS)
  expect(asked).toEqual([])
  limit.abort()
  await entered
  timeouts.mockRestore()
  asleep.resolve()
  expect(asked).toEqual(['/api/login'])
})
