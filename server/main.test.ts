import { afterEach, expect, test } from 'bun:test'
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import webPush from 'web-push'
import { DEMO_ACCOUNTS } from './demo/demo-accounts'
import { SQLD, startDatabase } from './test-support/database-server'
import { freePort } from './test-support/free-port'
import { openS3Server } from './test-support/s3-server'
import { serverProcesses } from './test-support/started-server'

const STOP_LIMIT_MS = 5_000
const { newFolder, run, start, end } = serverProcesses()

afterEach(end)

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

const VAPID = webPush.generateVAPIDKeys()
const SHARED = {
  DATABASE_TOKEN: 'a-token-of-the-database',
  DATABASE_TIMEOUT_MS: '1000',
  S3_BUCKET: 'trestle',
  SECRET_KEY: 'x'.repeat(64),
  LOCAL_PROVIDER_KEY: 'sk_test_local',
  VAPID_PUBLIC_KEY: VAPID.publicKey,
  VAPID_PRIVATE_KEY: VAPID.privateKey,
}

test.each([
  ['is dead', 'does not answer', null],
  ['is silent', 'does not answer', () => new Promise<Response>(() => undefined)],
  ['takes no such token', 'answers 401', () => new Response('no', { status: 401 })],
])(
  'a start whose database server %s ends with one line that says so',
  async (_, words, answer) => {
    const other = answer && Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
    const host = `127.0.0.1:${other?.port ?? (await freePort())}`
    for (const place of ['DATABASE_URL', 'MARKETS_DATABASE']) {
      const child = run({ ...SHARED, PORT: String(await freePort()), DATA_DIR: newFolder(), [place]: `http://${host}` })
      const [said, errors] = await Promise.all(
        [child.stdout, child.stderr].map((stream) => new Response(stream).text()),
      )
      expect(await child.exited).toBe(1)
      expect(errors).toBe('')
      expect(said?.trim().split('\n')).toHaveLength(1)
      expect(JSON.parse(said ?? '')).toEqual({
        at: expect.any(String),
        server: expect.any(String),
        level: 'error',
        what: `The database server at ${host} ${words}`,
      })
    }
    other?.stop(true)
  },
  30_000,
)

test.skipIf(!SQLD)(
  'a start whose bucket turns it away ends with one line that says so',
  async () => {
    const [database, bucket] = [await startDatabase(), await openS3Server()]
    const { url, namespace } = await database.create('market')
    const child = run({
      ...SHARED,
      ...bucket.environment,
      PORT: String(await freePort()),
      DATA_DIR: newFolder(),
      DATABASE_TOKEN: '',
      DATABASE_TIMEOUT_MS: '8000',
      DATABASE_URL: url,
      DATABASE_NAMESPACE: namespace,
      S3_ACCESS_KEY_ID: 'nobody',
    })
    const [said, errors] = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
    expect(await child.exited).toBe(1)
    expect(errors).toBe('')
    expect(JSON.parse(said ?? '')).toMatchObject({
      level: 'error',
      what: expect.stringMatching(/^The bucket trestle at 127\.0\.0\.1:\d+ cannot be used: InvalidAccessKeyId: /),
    })
    await bucket.close()
    await database.close()
  },
  30_000,
)

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
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const stream = await fetch(`${first.origin}/api/sync/live`, { headers: { cookie } })
  expect(stream.status).toBe(200)
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

test('live streams of a server that drains end one after another, once the balancer has had time to notice', async () => {
  const { child, origin } = await start(newFolder(), { DRAIN_WAIT_MS: '1500' })
  const registered = await fetch(`${origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ana', password: 'correct horse', email: 'ana@example.com' }),
  })
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const listen = () => fetch(`${origin}/api/sync/live`, { headers: { cookie } })
  const streams = await Promise.all(Array.from({ length: 3 }, listen))
  expect(streams.map(({ status }) => status)).toEqual(Array(3).fill(200))
  const asked = performance.now()
  child.kill('SIGTERM')
  const ended = await Promise.all(streams.map((stream) => stream.text().then(() => performance.now() - asked)))
  expect(await child.exited).toBe(0)
  expect(performance.now() - asked).toBeGreaterThan(1_500)
  const [first = 0, second = 0, third = 0] = ended.toSorted((one, other) => one - other)
  // Two thirds of the wait are for three ends: after 500, 833 and 1,167 ms. A busy machine hears of an end later, never earlier.
  for (const [end, after] of [
    [first, 450],
    [second, 780],
    [third, 1_110],
  ] as const)
    expect(end).toBeGreaterThan(after)
  expect(third - first).toBeGreaterThan(200)
}, 30_000)

test('in production nobody signs in with the passwords of the demo, also where it was filled before', async () => {
  const folder = newFolder()
  const signIn = (origin: string, username: string) =>
    fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'trestle' }),
    })
  const demo = await start(folder, { DEMO: '1' })
  const before = await signIn(demo.origin, 'operator')
  expect(before.status).toBe(200)
  demo.child.kill('SIGTERM')
  expect(await demo.child.exited).toBe(0)
  const production = { NODE_ENV: 'production', PAYMENTS_MODE: 'local', MAIL: 'off', ORIGIN: 'https://trestle.example' }
  const { origin, child } = await start(folder, { ...production, DEMO: '1' })
  for (const { username } of DEMO_ACCOUNTS)
    expect([username, (await signIn(origin, username)).status]).toEqual([username, 401])
  child.kill('SIGTERM')
  expect(await new Response(child.stdout).text()).toContain('host, planner, maker, operator')
}, 60_000)

test('other users of the machine read nothing of what is kept, from the first byte on', async () => {
  const folder = join(newFolder(), 'data')
  const { origin } = await start(folder, { DEMO: '1' })
  expect((await fetch(`${origin}/api/config`)).status).toBe(200)
  const found = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  expect(found.some((path) => path.endsWith('trestle.db-wal'))).toBe(true)
  expect(found.some((path) => path.includes('/uploads/'))).toBe(true)
  for (const path of [folder, ...found]) {
    // The server writes an object under a name of its own and renames the file: the first name may be gone by now.
    const state = statSync(path, { throwIfNoEntry: false })
    if (!path.endsWith('.tmp')) expect([path, state !== undefined]).toEqual([path, true])
    expect([path, (state?.mode ?? 0) & 0o077]).toEqual([path, 0])
  }
}, 60_000)

test('files from before are closed at the start, and a folder that others can open is named', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'high-water.json'), '{}', { mode: 0o644 })
  const { child } = await start(folder)
  expect(statSync(join(folder, 'high-water.json')).mode & 0o077).toBe(0)
  child.kill('SIGTERM')
  expect(await new Response(child.stdout).text()).toContain(`other users of this machine can open DATA_DIR ${folder}`)
}, 30_000)

test('every program that opens the database keeps its files private', async () => {
  const programs = [...new Bun.Glob('**/*.ts').scanSync(import.meta.dir)].filter((name) => !/test|^db\//.test(name))
  const openers = await Array.fromAsync(programs, async (name) => [
    name,
    await Bun.file(join(import.meta.dir, name)).text(),
  ])
  const opening = openers.filter(([, text = '']) => /\bopenDatabase\(/.test(text))
  expect(opening.length).toBeGreaterThan(2)
  for (const [name, text] of opening) expect([name, text?.includes('keepPrivate(')]).toEqual([name, true])
})
