import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '#schema/endpoints'
import { ENV_NAMES, obsoleteVariables, parseEnv } from '../env'
import { bodyLimits } from '../http/limits'

const ROOT = join(import.meta.dir, '../..')
const read = (path: string) => Bun.file(join(ROOT, path)).text()
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
const settings = (name: string) =>
  lines(service).flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))
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
  const [, drain = ''] = /const DRAIN_MS = ([\d_]+)/.exec(main ?? '') ?? []
  expect(Number(settings('TimeoutStopSec'))).toBeGreaterThan(Number(drain.replaceAll('_', '')) / 1_000 + 1)
})

test('the proxy asks the server where it listens, lets every body through that the server takes, and ends no stream', () => {
  const proxied = lines(caddyfile).join('\n')
  expect(found(proxied, /reverse_proxy (\S+)/g)).toEqual([`${inUnit.HOST}:${inUnit.PORT}`])
  expect(found(proxied, /max_size (\d+)MB/g).map((size) => Number(size) * 1_000_000)[0]).toBeGreaterThan(bodyLimits.any)
  expect(proxied).not.toMatch(/flush_interval|read_body|\bwrite\b|trusted_proxies|\bencode\b/)
  expect(told.TRUSTED_PROXIES?.split(',')).toContain(inUnit.HOST)
  expect(told.ORIGIN).toBe(`https://${found(proxied, /^(\S+) \{$/gm)[0]}`)
})
