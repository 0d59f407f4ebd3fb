import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProcesses } from '../test-support/started-server'

const servers = serverProcesses()
const places = mkdtempSync(join(tmpdir(), 'trestle-backups-'))
afterAll(async () => {
  await servers.end()
  rmSync(places, { recursive: true, force: true })
})

/** Runs `server/backup.ts`, as `npm run backup` and `npm run restore` do. */
async function backup(dataDir: string, ...args: string[]) {
  const program = join(import.meta.dir, '../backup.ts')
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const child = Bun.spawn([process.execPath, program, ...args], { env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, code }
}

async function post(origin: string, path: string, body: unknown): Promise<Response> {
  const headers = { origin, 'content-type': 'application/json' }
  return fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
}
const register = (origin: string, username: string) =>
  post(origin, '/api/register', { username, password: 'correct horse', email: 'person@example.com' })
const signIn = (origin: string, username: string) => post(origin, '/api/login', { username, password: 'correct horse' })
const epochOf = async (origin: string) => (await fetch(`${origin}/api/listings?limit=1`)).headers.get('sync-epoch')

test('a killed server goes on from last night’s copy: nobody’s number is given out twice, and what was lost is kept aside', async () => {
  const dataDir = servers.newFolder()
  const before = await servers.start(dataDir)
  const rosa = (await (await register(before.origin, 'rosa')).json()) as { id: number }
  const epoch = await epochOf(before.origin)
  const taken = await backup(dataDir, 'take', places)
  expect(taken).toMatchObject({ err: '', code: 0 })
  expect(taken.out).toContain('Read back and checked: pages, foreign keys, books, digests.')
  const theo = (await (await register(before.origin, 'theo')).json()) as { id: number }
  const refused = await backup(dataDir, 'restore', places)
  expect(refused).toMatchObject({ out: '', code: 1 })
  expect(refused.err).toContain('is in use: stop the server first.')
  before.child.kill('SIGKILL')
  await before.child.exited

  const restored = await backup(dataDir, 'restore', places)
  expect(restored).toMatchObject({ err: '', code: 0 })
  expect(restored.out).toContain('The database has a new epoch')
  const after = await servers.start(dataDir)
  expect((await signIn(after.origin, 'rosa')).status).toBe(200)
  expect((await signIn(after.origin, 'theo')).status).toBe(401)
  expect(await epochOf(after.origin)).not.toBe(epoch)
  const noor = (await (await register(after.origin, 'noor')).json()) as { id: number }
  expect(noor.id).toBeGreaterThan(theo.id + 9_000)
  expect(rosa.id).toBe(1)
  const aside = /replaced-\d+/.exec(restored.out)?.[0] ?? ''
  expect(await Bun.file(join(dataDir, aside, 'trestle.db')).exists()).toBe(true)
  after.child.kill('SIGTERM')
  expect(await after.child.exited).toBe(0)

  // A copy that is as new as the database: devices notice nothing.
  expect(await backup(dataDir, 'take', places)).toMatchObject({ err: '', code: 0 })
  expect((await backup(dataDir, 'restore', places)).out).toContain('devices notice nothing')
  expect((await backup(dataDir)).code).toBe(2)
})
