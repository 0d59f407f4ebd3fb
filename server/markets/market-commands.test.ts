import { afterEach, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import webPush from 'web-push'
import { prepareDatabase } from '../prepare-database'
import { SQLD, startDatabase } from '../test-support/database-server'
import { openS3Server } from '../test-support/s3-server'
import { TEST_PASSWORD } from '../test-support/sign-up'
import { serverProcesses } from '../test-support/started-server'
import { until } from '../test-support/until'

const { newFolder, run, start, end } = serverProcesses()

afterEach(end)

/** Runs a program of the server to its end. */
async function runProgram(name: string, variables: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH, DEMO: '0', MAIL: 'off', ...variables }
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '..', name), ...args], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { out: out.trim(), err: err.trim(), code: await child.exited }
}

const inFolder = (folder: string) => ({ DATA_DIR: folder, MARKETS_DATABASE: join(folder, 'markets.db') })

test('an operator makes two markets, the server serves them, and each has operators and copies of its own', async () => {
  const folder = newFolder()
  const variables = inFolder(folder)
  const operate = (...args: string[]) => runProgram('operator.ts', variables, ...args)
  const add = (name: string, ...further: string[]) =>
    operate('market', 'add', name, '--host', `${name}.example`, '--zone', 'Europe/Paris', ...further)
  expect(await add('brooklyn', '--fee', '250')).toMatchObject({
    out: 'The market brooklyn is there. Servers answer at http://brooklyn.example:3000 within half a minute.',
    code: 0,
  })
  expect(statSync(join(folder, 'markets.db')).mode & 0o077).toBe(0)
  await add('paris')
  expect((await operate('market', 'list')).out).toBe(
    [
      'brooklyn  open  brooklyn.example  Europe/Paris  fee 250  file',
      'paris  open  paris.example  Europe/Paris  fee 0  file',
    ].join('\n'),
  )

  const server = await start(folder, { ...variables, MAIL: 'off' })
  const call = (host: string, path: string, body?: unknown) =>
    fetch(server.origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { host, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const person = { username: 'rosa', password: TEST_PASSWORD, email: 'rosa@example.com' }
  expect((await call('brooklyn.example', '/api/register', person)).status).toBe(201)
  expect((await operate('--market', 'brooklyn', 'grant', 'rosa', 'admin', 'Joined')).out).toBe(
    'rosa is an operator (admin).',
  )
  expect(await operate('--market', 'paris', 'grant', 'rosa', 'admin', 'Joined')).toMatchObject({
    err: 'User Not Found',
    code: 1,
  })
  const place = join(folder, 'copies')
  const copied = await runProgram('backup.ts', variables, 'take', place, '--market', 'brooklyn')
  expect(copied).toMatchObject({ out: expect.stringContaining('Read back and checked'), code: 0 })

  expect((await operate('market', 'state', 'paris', 'closed')).code).toBe(0)
  await until(async () => (await call('paris.example', '/api/config')).status === 410)
  const live = await call('brooklyn.example', '/api/config')
  expect(live.status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.child.exited).toBe(0)
  expect(existsSync(join(folder, 'markets/brooklyn/high-water.json'))).toBe(true)
}, 120_000)

test('faults are told in words', async () => {
  const folder = newFolder()
  const variables = inFolder(folder)
  const faultOf = async (...args: string[]) => (await runProgram('operator.ts', variables, ...args)).err
  expect(await faultOf('claims')).toContain('name a market by --market')
  expect(await faultOf('--market', 'paris', 'claims')).toBe('There is no market "paris".')
  expect(await faultOf('market', 'add', 'paris')).toContain('Please give a name, --host and --zone.')
  expect(await faultOf('market', 'add', 'paris', '--host', 'paris.example', '--zone', 'Mars/Olympus')).toContain(
    'MARKET_TIMEZONE must be',
  )
  expect(await faultOf('market', 'add', 'paris', '--host', 'paris.example', '--color', 'red')).toContain("'--color'")
  expect(await faultOf('market', 'change', 'paris', '--fee', '1')).toBe('There is no market "paris".')
  expect(await faultOf('market', 'change', 'paris', '--fee', '1 %')).toContain('hundredths of a percent')
  expect(await faultOf('market', 'state', 'paris', 'gone')).toContain('open, moving, closed')
  expect(await faultOf('market', 'toString')).toContain('There is no command "market toString"')
  const alone = await runProgram('operator.ts', { DATA_DIR: folder }, '--market', 'paris', 'claims')
  expect(alone.err).toContain('MARKETS_DATABASE must be set')
  const copy = await runProgram('backup.ts', variables, 'take', join(folder, 'copies'))
  expect(copy.err).toContain('name a market by --market')
}, 120_000)

test('nobody works in a market that is moving', async () => {
  const variables = inFolder(newFolder())
  const operate = (...args: string[]) => runProgram('operator.ts', variables, ...args)
  await operate('market', 'add', 'paris', '--host', 'paris.example', '--zone', 'Europe/Paris')
  await operate('market', 'state', 'paris', 'moving')
  expect((await operate('--market', 'paris', 'claims')).err).toContain('is moving')
  expect((await operate('market', 'change', 'paris', '--fee', '30', '--host', 'www.paris.example')).out).toContain(
    'paris  moving  www.paris.example  Europe/Paris  fee 30  file',
  )
}, 60_000)

test.skipIf(!SQLD)(
  'an operator works in markets that lie in namespaces of a database server',
  async () => {
    const [database, bucket, vapid] = [await startDatabase(), await openS3Server(), webPush.generateVAPIDKeys()]
    try {
      await database.create('directory')
      const variables = {
        DATA_DIR: newFolder(),
        MARKETS_DATABASE: database.url,
        MARKETS_NAMESPACE: 'directory',
        SECRET_KEY: 'k'.repeat(64),
        LOCAL_PROVIDER_KEY: 'sk_test_markets',
        VAPID_PUBLIC_KEY: vapid.publicKey,
        VAPID_PRIVATE_KEY: vapid.privateKey,
        ...bucket.environment,
      }
      const operate = (...args: string[]) => runProgram('operator.ts', variables, ...args)
      for (const name of ['brooklyn', 'paris']) {
        await prepareDatabase(await database.create(name))
        const place = ['--database', database.url, '--namespace', name]
        const city = ['--host', `${name}.example`, '--zone', 'Europe/Paris']
        const added = await operate('market', 'add', name, ...city, ...place)
        expect(added).toMatchObject({ err: '', code: 0 })
      }
      expect((await operate('market', 'state', 'paris', 'moving')).out).toContain('The market paris is moving.')
      expect((await operate('market', 'list')).out).toBe(
        [
          `brooklyn  open  brooklyn.example  Europe/Paris  fee 0  ${database.url} brooklyn`,
          `paris  moving  paris.example  Europe/Paris  fee 0  ${database.url} paris`,
        ].join('\n'),
      )
      expect(await operate('--market', 'brooklyn', 'claims')).toMatchObject({ code: 0 })
      expect((await operate('--market', 'paris', 'claims')).err).toContain('is moving')
    } finally {
      await database.close()
      await bucket.close()
    }
  },
  60_000,
)

test('a server of several markets does not start with keys of Stripe', async () => {
  const child = run({ ...inFolder(newFolder()), STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' })
  expect(await new Response(child.stderr).text()).toContain(
    'STRIPE_SECRET_KEY must not be set together with MARKETS_DATABASE',
  )
  expect(await child.exited).toBe(1)
})
