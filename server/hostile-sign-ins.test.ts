import { afterAll, beforeAll, expect, test } from 'bun:test'
import { serverProcesses } from './test-support/started-server'

const CONNECTIONS = 200
/** By then every stranger's first guess waits. */
const FIRST_GUESSES = 20
/** Passwords that are being hashed when the person comes, and answers that are on their way. */
const MOST_BEFORE = 20
const PASSWORD = 'correct horse'
/**
 * Two seconds for a sign-in and a quarter of one for the listings, on a machine whose quiet server takes 40 ms for a sign-in. A
 * slower machine has as much more time.
 */
const MOST_SIGN_IN = 50
const MOST_LISTINGS = 6
const SAMPLES = 15

const processes = serverProcesses()
let origin: string

beforeAll(async () => {
  origin = (await processes.start(processes.newFolder(), { TRUSTED_PROXIES: '127.0.0.1' })).origin
}, 30_000)
afterAll(() => processes.end())

const post = (path: string, body: unknown, from: string, signal?: AbortSignal) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })

/** The time that it takes, in the median of some. */
async function median(times: number, ask: () => Promise<Response>): Promise<number> {
  const took: number[] = []
  for (let nth = 0; nth < times; nth++) {
    const asked = performance.now()
    const answer = await ask()
    await answer.arrayBuffer()
    took.push(performance.now() - asked)
    expect(answer.status).toBe(200)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

test('a person signs in before two hundred strangers who keep guessing from as many addresses, and the listings are there', async () => {
  const person = { username: 'rosa', password: PASSWORD }
  expect((await post('/api/register', { ...person, email: 'rosa@example.com' }, '203.0.113.1')).status).toBe(201)

  const quiet = await median(3, () => post('/api/login', person, '203.0.113.3'))
  const crowd = { guesses: 0 }
  const over = new AbortController()
  const firstGuesses = Promise.withResolvers<void>()
  const statuses = new Set<number>()
  const guess = async (stranger: number) => {
    for (let nth = 0; !over.signal.aborted; nth++) {
      const answer = await post(
        '/api/login',
        { username: `person-${stranger}-${nth}`, password: 'guess' },
        `198.51.100.${stranger}`,
        over.signal,
      )
      statuses.add(answer.status)
      await answer.arrayBuffer()
      if (++crowd.guesses === FIRST_GUESSES) firstGuesses.resolve()
    }
  }
  // A guess that nobody waits for any more is broken off.
  const leave = (error: unknown) => {
    if (!over.signal.aborted) throw error
  }
  const strangers = Array.from({ length: CONNECTIONS }, (_, nth) => guess(nth).catch(leave))
  await firstGuesses.promise

  const before = crowd.guesses
  const signIn = await median(1, () => post('/api/login', person, '203.0.113.2'))
  const meanwhile = crowd.guesses - before
  const listings = await median(SAMPLES, () => fetch(`${origin}/api/listings`))
  over.abort()
  await Promise.all(strangers)
  expect(signIn / quiet).toBeLessThan(MOST_SIGN_IN)
  expect(listings / quiet).toBeLessThan(MOST_LISTINGS)
  expect(meanwhile).toBeLessThan(MOST_BEFORE)
  expect(statuses).toEqual(new Set([401]))
}, 120_000)
