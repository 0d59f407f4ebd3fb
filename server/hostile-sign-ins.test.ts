import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'

const CONNECTIONS = 200
/** By then every stranger's first guess waits. */
const FIRST_GUESSES = 20
/** Passwords that are being hashed when the person comes, and answers that are on their way. */
const MOST_BEFORE = 20
const PASSWORD = 'correct horse'

let server: Subprocess
let origin: string
const folder = mkdtempSync(join(tmpdir(), 'trestle-crowd-'))

beforeAll(async () => {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const port = String(probe.port)
  probe.stop(true)
  origin = `http://127.0.0.1:${port}`
  server = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts')], {
    env: { PATH: process.env.PATH, DEMO: '0', DATA_DIR: folder, PORT: port, TRUSTED_PROXIES: '127.0.0.1' },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  while (!(await fetch(`${origin}/api/ready`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error('The server has ended')
    await Bun.sleep(50)
  }
}, 30_000)
afterAll(async () => {
  server.kill('SIGKILL')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, body: unknown, from: string, signal?: AbortSignal) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })

test('a person signs in before two hundred strangers who keep guessing from as many addresses', async () => {
  const person = { username: 'rosa', password: PASSWORD }
  expect((await post('/api/register', { ...person, email: 'rosa@example.com' }, '203.0.113.1')).status).toBe(201)

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
  const answer = await post('/api/login', person, '203.0.113.2')
  const meanwhile = crowd.guesses - before
  over.abort()
  await Promise.all(strangers)
  expect(answer.status).toBe(200)
  expect(meanwhile).toBeLessThan(MOST_BEFORE)
  expect(statuses).toEqual(new Set([401]))
}, 120_000)
