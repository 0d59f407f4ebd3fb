import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'

const STOP_LIMIT_MS = 5_000
const running: Subprocess[] = []
const folders: string[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-main-'))
  folders.push(folder)
  return folder
}

function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = probe
  probe.stop(true)
  return port ?? 0
}

function run(environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts')], {
    env: { PATH: process.env.PATH, DEMO: '0', ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.push(child)
  return child
}

async function start(dataDir: string) {
  const port = freePort()
  const child = run({ DATA_DIR: dataDir, PORT: String(port) })
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => null)
    if (answer?.ok) return { child, origin }
    await Bun.sleep(50)
  }
  throw new Error(await new Response(child.stderr).text())
}

test('every fault of the environment is told together, without a stack', async () => {
  const child = run({ PORT: 'abc', DEMO: 'yes', MARKET_TIMEZONE: 'Mars/Olympus', ORIGIN: 'trestle.example' })
  const words = await new Response(child.stderr).text()
  expect(await child.exited).toBe(1)
  for (const name of ['PORT', 'DEMO', 'MARKET_TIMEZONE', 'ORIGIN']) expect(words).toContain(name)
  expect(words).not.toContain('    at ')
})

test.each([
  [{ NODE_ENV: 'production' }, 'STRIPE_SECRET_KEY must be set in production'],
  [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_PUBLISHABLE_KEY must be set'],
  [
    {
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk',
      STRIPE_WEBHOOK_SECRET: 'wh',
      PAYMENTS_MODE: 'local',
    },
    'PAYMENTS_MODE must not be local',
  ],
  [{ PAYMENTS_MODE: 'live' }, 'STRIPE_SECRET_KEY must be set when PAYMENTS_MODE is live'],
])('%j is refused', async (environment, words) => {
  const child = run(environment as Record<string, string>)
  expect(await new Response(child.stderr).text()).toContain(words)
  expect(await child.exited).toBe(1)
})

test('a port that is taken and a folder that cannot be written are told together, without a stack', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const file = join(newFolder(), 'a-file')
  await Bun.write(file, '')
  const child = run({ PORT: String(other.port), DATA_DIR: file })
  const words = await new Response(child.stderr).text()
  expect(await child.exited).toBe(1)
  expect(words).toContain(`PORT ${other.port} cannot be listened on`)
  expect(words).toContain(`DATA_DIR ${file} is no folder`)
  expect(words).not.toContain('    at ')
  other.stop(true)
})

test('a second server does not listen behind the port of the first', async () => {
  const { origin } = await start(newFolder())
  const second = run({ DATA_DIR: newFolder(), PORT: new URL(origin).port })
  expect(await second.exited).toBe(1)
}, 30_000)

test('it stops within five seconds although a stream is open, and the next start keeps the data', async () => {
  const folder = newFolder()
  const first = await start(folder)
  const registered = await fetch(`${first.origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ana', password: 'correct horse', email: 'ana@example.com' }),
  })
  expect(registered.status).toBe(201)
  const epoch = registered.headers.get('sync-epoch')
  const stream = await fetch(`${first.origin}/api/sync/live`)
  const asked = performance.now()
  first.child.kill('SIGTERM')
  expect(await first.child.exited).toBe(0)
  expect(performance.now() - asked).toBeLessThan(STOP_LIMIT_MS)
  await stream.body?.cancel().catch(() => undefined)

  const second = await start(folder)
  const person = await fetch(`${second.origin}/api/users/1`)
  expect(await person.json()).toMatchObject({ username: 'ana' })
  expect(person.headers.get('sync-epoch')).toBe(epoch)
}, 30_000)
