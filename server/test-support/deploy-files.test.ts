import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#schema/endpoints'
import { ENV_NAMES, obsoleteVariables, parseEnv } from '../env'
import { bodyLimits } from '../http/limits'
import { freePort } from './free-port'

const ROOT = join(import.meta.dir, '../..')
const read = (path: string) => Bun.file(join(ROOT, path)).text()
const WATCH = 'docs/deploy/trestle-database-watch.sh'
const [containerfile, ignored, service, caddyfile, example, page, main, packageJson] = await Promise.all(
  [
    'docs/deploy/Containerfile',
    'docs/deploy/Containerfile.dockerignore',
    'docs/deploy/trestle.service',
    'docs/deploy/Caddyfile',
    'docs/deploy/trestle.env.example',
    'docs/going-live.md',
    'server/main.ts',
    'package.json',
  ].map(read),
)
const [severalCaddyfile, databaseService, watchService, watchTimer, operationRoutes] = await Promise.all(
  [
    'docs/deploy/Caddyfile.several',
    'docs/deploy/trestle-database.service',
    'docs/deploy/trestle-database-watch.service',
    'docs/deploy/trestle-database-watch.timer',
    'server/site/operation-routes.ts',
  ].map(read),
)
const [backupService, backupTimer] = await Promise.all(
  ['service', 'timer'].map((kind) => read(`docs/deploy/trestle-backup.${kind}`)),
)
const scripts: Record<string, string> = JSON.parse(packageJson ?? '').scripts
const READY = '/api/ready'
const OF_THE_SYSTEM = ['PATH']

/** The lines that say something. */
const lines = (text = '') => text.split('\n').filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
const steps = lines(containerfile).map((line) => {
  const [, step = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
  return { step, rest }
})
const restOf = (wanted: string) => steps.filter(({ step }) => step === wanted).map(({ rest }) => rest)
const settingsOf = (unit = '') => {
  const joined = lines(unit.replaceAll('\\\n', ' '))
  return (name: string) => joined.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))
}
const settings = settingsOf(service)
const ofDatabase = settingsOf(databaseService)
const pairs = (text: string) => Object.fromEntries(text.split(' ').map((pair) => pair.split(/=(.*)/, 2)))
const told = Object.fromEntries(lines(example).map((line) => line.split(/=(.*)/, 2)))
const inContainer = pairs(restOf('ENV').join(' '))
const inUnit = pairs(settings('Environment').join(' '))
const found = (text: string | undefined, pattern: RegExp) =>
  [...(text ?? '').matchAll(pattern)].map(([, one]) => one ?? '')

test('every variable of the container, the unit and the example is one that the server reads', () => {
  const names = [inContainer, inUnit, told].flatMap(Object.keys)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !ENV_NAMES.includes(name) && !OF_THE_SYSTEM.includes(name))).toEqual([])
})

test.each([
  ['container', inContainer],
  ['unit', inUnit],
])('the %s starts with the example once its keys are real', (_, environment) => {
  const environmentOfServer = Object.fromEntries(
    Object.entries({ ...environment, ...told }).map(([name, value]) => [name, String(value).replace('...', 'x')]),
  )
  const env = parseEnv(environmentOfServer)
  expect(env).toMatchObject({ isProduction: true, demo: false, mail: { mode: 'smtp' } })
  expect(obsoleteVariables(environmentOfServer)).toEqual([])
})

test('what the container copies is there, and the ignore list lets exactly that in', () => {
  const copies = restOf('COPY').map((rest) => rest.split(' ').slice(0, -1))
  const fromHere = copies.filter(([first]) => !first?.startsWith('--')).flat()
  expect(fromHere.filter((source) => !existsSync(join(ROOT, source)))).toEqual([])
  const letIn = lines(ignored).flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  expect(letIn.toSorted()).toEqual(fromHere.toSorted())
  expect(lines(ignored)[0]).toBe('*')
  const made = ['node_modules', 'dist', ...fromHere]
  const fromStages = copies.filter(([first]) => first?.startsWith('--')).flatMap(([, ...sources]) => sources)
  expect(fromStages.map((source) => source.replace('/app/', '')).filter((source) => !made.includes(source))).toEqual([])
})

test('what the container and the unit run is there', () => {
  const run = [...restOf('RUN'), ...restOf('CMD'), ...settings('ExecStart')].join('\n')
  const files = found(run, /\b((?:server|pwa|schema)\/[\w./-]+)/g)
  expect(files).toContain('server/main.ts')
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(found(run, /npm run ([\w:]+)/g).filter((script) => !scripts[script])).toEqual([])
})

test('every script that the page names is there', () => {
  const named = found(page, /npm run ([\w:]+)/g)
  expect(named).toContain('backup')
  expect(named.filter((script) => !scripts[script])).toEqual([])
})

test('the server is process 1 of the container, runs as its own user, and its folder is a volume of that user', () => {
  const last = steps.slice(steps.findLastIndex(({ step }) => step === 'FROM'))
  const at = (wanted: string) => last.findIndex(({ step }) => step === wanted)
  expect(restOf('CMD')).toEqual([JSON.stringify(['bun', 'server/main.ts']).replace(',', ', ')])
  expect(restOf('ENTRYPOINT')).toEqual([])
  expect(at('USER')).toBeGreaterThan(-1)
  expect(at('USER')).toBeLessThan(at('CMD'))
  expect(restOf('VOLUME')).toEqual([inContainer.DATA_DIR])
  expect(restOf('EXPOSE')).toEqual([inContainer.PORT])
  const user = last[at('USER')]?.rest
  expect(restOf('RUN')).toContain(`install -d -o ${user} -g ${user} -m 0700 ${inContainer.DATA_DIR}`)
})

test('the container asks the route that says whether the server is ready', () => {
  expect(endpoints.ready.path).toBe(READY)
  expect(restOf('HEALTHCHECK').join()).toContain(READY)
})

test('the unit writes to DATA_DIR alone and waits for longer than the server drains', () => {
  expect(settings('ProtectSystem')).toEqual(['strict'])
  expect(settings('StateDirectory').map((folder) => `/var/lib/${folder}`)).toEqual([inUnit.DATA_DIR])
  expect(settings('ReadWritePaths')).toEqual([])
  expect(Number(settings('TimeoutStopSec'))).toBeGreaterThan(secondsIn(main, 'DRAIN_MS') + 1)
})

test('the nightly backup is that of the page, with the user, the environment and the folder of the server', () => {
  const backup = settingsOf(backupService)
  for (const name of ['User', 'Group', 'WorkingDirectory', 'Environment', 'EnvironmentFile', 'StateDirectory', 'UMask'])
    expect([name, backup(name)]).toEqual([name, settings(name)])
  const [run = ''] = backup('ExecStart')
  const [place = ''] = found(page, /as_trestle npm run backup -- (\S+)/g)
  const [bun] = settings('ExecStart').map((line) => line.split(' ')[0])
  expect(run).toBe(`${bun} ${scripts.backup?.replace('exec bun ', '')} ${place}`)
  expect([backup('ReadWritePaths'), backup('RequiresMountsFor')]).toEqual([[place], [place]])
  expect([backup('Type'), backup('ProtectSystem')]).toEqual([['oneshot'], ['strict']])
  const timer = settingsOf(backupTimer)
  expect([timer('OnCalendar'), timer('Persistent')]).toEqual([['*-*-* 03:00:00'], ['true']])
})

test.each([
  ['one server', caddyfile, [inUnit.HOST]],
  ['several servers', severalCaddyfile, ['10.0.0.11', '10.0.0.12', '10.0.0.13']],
])(
  'the proxy of %s asks where they listen, lets every body through that they take, and ends no stream',
  (_, text, hosts) => {
    const proxied = lines(text).join('\n')
    const places = found(proxied, /reverse_proxy (.+) \{/g).flatMap((all) => all.split(' '))
    expect(places).toEqual(hosts.map((host) => `${host}:${inUnit.PORT}`))
    expect(found(proxied, /max_size (\d+)MB/g).map((size) => Number(size) * 1_000_000)[0]).toBeGreaterThan(
      bodyLimits.any,
    )
    expect(proxied).not.toMatch(/flush_interval|read_body|\bwrite\b|trusted_proxies|\bencode\b/)
    expect(told.ORIGIN).toBe(`https://${found(proxied, /^(\S+) \{$/gm)[0]}`)
  },
)

test('the server trusts the proxy beside it', () => {
  expect(told.TRUSTED_PROXIES?.split(',')).toContain(inUnit.HOST)
})

test('the proxy of several servers asks whether each is ready: it waits for the look at the database, and sends nobody to a server that drains', () => {
  const health = (name: string) => found(severalCaddyfile, new RegExp(`health_${name} (\\S+)`, 'g'))
  expect([health('uri'), health('status')]).toEqual([[READY], ['200']])
  const [interval = 0, timeout = 0] = ['interval', 'timeout'].map((name) => Number.parseInt(health(name)[0] ?? '', 10))
  expect(timeout).toBeGreaterThan(secondsIn(operationRoutes, 'CANARY_MS'))
  const drainWaitS = Number(found(page, /`DRAIN_WAIT_MS=(\d+)`/g)[0]) / 1_000
  expect(drainWaitS).toBeGreaterThan(interval + 1)
  expect(Number(settings('TimeoutStopSec'))).toBeGreaterThan(drainWaitS + secondsIn(main, 'DRAIN_MS') + 1)
})

test('the unit of the database server runs it as the tests do, writes to its own folder, and starts it whenever it ends', async () => {
  const [run = ''] = ofDatabase('ExecStart')
  const started = await read('server/test-support/database-server.ts')
  for (const flag of found(run, /(--(?:enable|checkpoint|max)[\w-]+)/g)) expect(started).toContain(`'${flag}'`)
  const [asked = ''] = found(page, /Run sqld with\s+`([^`]+)`/g)
  expect(run.replace(/\s+/g, ' ')).toContain('--enable-namespaces')
  for (const flag of asked.split(/ (?=--)/)) expect(run).toContain(flag)
  expect(ofDatabase('StateDirectory').map((folder) => `/var/lib/${folder}/data`)).toEqual(
    found(run, /--db-path (\S+)/g),
  )
  expect(found(run, /listen-addr (\S+):\d+/g)).toEqual(['127.0.0.1', '127.0.0.1'])
  expect([ofDatabase('ProtectSystem'), ofDatabase('Restart')]).toEqual([['strict'], ['always']])
})

test('the watch asks the database server where it listens, and has the time that its stop takes', () => {
  const watch = settingsOf(watchService)
  const [listens] = found(ofDatabase('ExecStart')[0], /--http-listen-addr (\S+)/g)
  expect(watch('ExecStart')).toEqual([`/usr/local/sbin/trestle-database-watch http://${listens}/health`])
  expect(Number(watch('TimeoutStartSec'))).toBeGreaterThan(Number(ofDatabase('TimeoutStopSec')) + 10)
  expect(settingsOf(watchTimer)('OnUnitInactiveSec')).toEqual(['5'])
})

test('the watch starts a database server again that is silent twice, and leaves one alone that answers or is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-watch-'))
  const acts = join(folder, 'acts')
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\necho "$@" >> ${acts}\n`, { mode: 0o700 })
  let asked = 0
  let silentTimes = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => (++asked > silentTimes ? new Response('ok') : new Promise<Response>(() => undefined)),
  })
  const address = `http://127.0.0.1:${server.port}/health`
  const look = async (times: number, at = address) => {
    asked = 0
    silentTimes = times
    const env = { PATH: `${folder}:${process.env.PATH}` }
    expect(await Bun.spawn(['sh', join(ROOT, WATCH), at], { env, stdout: 'ignore' }).exited).toBe(0)
    return existsSync(acts)
  }
  try {
    expect([await look(0), asked]).toEqual([false, 1])
    expect([await look(1), asked]).toEqual([false, 2])
    expect(await look(0, `http://127.0.0.1:${await freePort()}/health`)).toBe(false)
    expect([await look(2), asked]).toEqual([true, 2])
    expect(await Bun.file(acts).text()).toBe('restart trestle-database\n')
  } finally {
    await server.stop(true)
    rmSync(folder, { recursive: true, force: true })
  }
}, 30_000)

test('every file of the deployment is named on the page', () => {
  for (const file of readdirSync(join(ROOT, 'docs/deploy'))) expect(page).toContain(`(deploy/${file})`)
})

/** The seconds of a constant in milliseconds, as a file of the code has it. */
function secondsIn(code: string | undefined, name: string): number {
  const [, ms = ''] = new RegExp(`const ${name} = ([\\d_]+)`).exec(code ?? '') ?? []
  return Number(ms.replaceAll('_', '')) / 1_000
}
