import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { browserMissing, canHaveBrowser, findOrInstallBrowser, findOrInstallShell, thisMachine } from './run-browser'
import { addCounts, type Counts, countBunTests, countExit, countStories, failuresIn, formatCounts } from './run-counts'
import { matchFiles, matchStories } from './run-match'
import { createSteps } from './run-step'

/**
 * `npm test` runs everything: types, lint, build, unit tests, stories. `npm test -- <words>` runs the tests whose path contains one of
 * the words, and the stories whose title does. `npm test -- --over-server` runs the server's tests over a database server,
 * with words some of them. `npm run check` runs types, lint and walls.
 */
const ROOT = join(import.meta.dirname, '../..')
/** Types, lint, build and each of bun's runs keep one core busy. */
const AT_ONCE = 2
const MEMORY_FOLDER = '/dev/shm'
const MEMORY_NEEDED_BYTES = 512_000_000
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)

const words = process.argv.slice(2).filter((word) => word !== '--check' && word !== '--over-server')
const isCheck = process.argv.includes('--check')
const isOverServer = process.argv.includes('--over-server')
const steps = createSteps()
const runBeside = (command: string[], env?: Record<string, string>) =>
  steps.run(command, { cwd: ROOT, env, isHeldBack: true })
const machine = thisMachine(runBeside)
/** Said once more at the end: the stories print more than a reader would scroll back over. */
const failures: string[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Takes long, so it comes first: at the end one would be left alone with one core. */
const isSimulation = (file: string) => file.endsWith('-simulation.test.ts')
const isOfServer = (file: string) => file.startsWith('server/')

type Job = () => Promise<Counts>

const check = (name: string, command: string[]) => async () => {
  const counts = countExit(await runBeside(command))
  say(`${name}: ${formatCounts(counts)}`)
  return counts
}
const checks = [check('Types', [bin('tsc'), '-b']), check('Lint', [bin('biome'), 'check'])]

/** Every test has a database of its own whose writes wait for the disk; in memory they need not. */
async function temporaryFolder(): Promise<string> {
  const room = await statfs(MEMORY_FOLDER).catch(() => undefined)
  const isQuick = room && room.bavail * room.bsize >= MEMORY_NEEDED_BYTES
  return mkdtemp(join(isQuick ? MEMORY_FOLDER : tmpdir(), 'trestle-tests-'))
}

/** Reads what a run of tests reported, and removes its folder with whatever the tests left there. */
async function takeReport(folder: string): Promise<string | undefined> {
  const report = await readFile(join(folder, 'report'), 'utf8').catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  return report
}

/**
 * A device's tests replace what a browser has (disk, locks, network), so each of their files gets a global object of its own;
 * for a server's file that would cost seconds and keep nothing apart.
 */
const bunTests =
  (files: string[]): Job =>
  async () => {
    const apart = files.every(isOfServer) ? [] : ['--isolate']
    const folder = await temporaryFolder()
    const reporter = ['--reporter=junit', `--reporter-outfile=${join(folder, 'report')}`]
    const paths = files.map((file) => `./${file}`)
    const command = [process.execPath, 'test', ...apart, ...reporter, '--timeout', '60000', ...paths]
    const exitCode = await runBeside(command, { TMPDIR: folder, ...(isOverServer && { TEST_DATABASE: 'server' }) })
    const report = await takeReport(folder)
    failures.push(...failuresIn(report))
    return countBunTests(report, exitCode)
  }

async function workOff(jobs: Job[]): Promise<Counts> {
  const [left, done]: [Job[], Counts[]] = [[...jobs], []]
  const worker = async () => {
    for (let job = left.shift(); job && !steps.isInterrupted(); job = left.shift()) done.push(await job())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return addCounts(done)
}

function noneMatches(): Counts {
  say(`No test matches ${words.join(', ')}`)
  return { passed: 0, failed: 1 }
}

async function runStories(stories: string[], browser: string, shell: string): Promise<Counts> {
  const folder = await temporaryFolder()
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const env = { CHROMIUM: browser, CHROMIUM_SHELL: shell, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'report') }
  const command = ['node', playwright, 'test', '-c', 'pwa/e2e/playwright.config.ts', ...stories]
  const exitCode = await steps.run(command, { cwd: ROOT, env })
  return countStories(await takeReport(folder), exitCode)
}

/** A missing browser is installed while the other tests run. */
async function findBrowsers(): Promise<[string, string] | undefined> {
  const browser = await findOrInstallBrowser(machine)
  return browser === undefined ? undefined : [browser, (await findOrInstallShell(machine)) ?? browser]
}

async function runTests(): Promise<Counts> {
  const [tests, stories] = await Promise.all([matchFiles(ROOT, words), matchStories(ROOT, words)])
  if (tests.length + stories.length === 0) return noneMatches()
  const browsers = stories.length > 0 ? findBrowsers() : Promise.resolve(undefined)
  const simulations = tests.filter(isSimulation)
  const others = tests.filter((file) => !simulations.includes(file))
  const ofServer = others.filter(isOfServer)
  const halves = [0, 1].map((half) => ofServer.filter((_, nth) => nth % 2 === half))
  const shares = [...halves, others.filter((file) => !isOfServer(file))]
  let built = { passed: 0, failed: 0 }
  const build = async () => {
    built = await check('Build', [process.execPath, 'pwa/build.ts'])()
    return built
  }
  const jobs = [...simulations.map((file) => bunTests([file])), ...(words.length > 0 ? [] : checks)]
  const first = await workOff([
    ...jobs,
    ...(stories.length > 0 ? [build] : []),
    ...shares.filter(({ length }) => length > 0).map(bunTests),
  ])
  say(`Before the stories: ${formatCounts(first)}`)
  const found = await browsers
  if (built.passed === 0 || steps.isInterrupted()) return first
  if (!found) process.stderr.write(`${browserMissing(machine)}\n`)
  const told = found ? await runStories(stories, ...found) : { passed: 0, failed: 1 }
  say(`Stories: ${formatCounts(told)}`)
  return addCounts([first, told])
}

/** A database server that has made very many databases is slow, so the tests of each folder have their own. */
async function runOverServer(): Promise<Counts> {
  const files = (await matchFiles(ROOT, words))
    .filter(isOfServer)
    .toSorted((a, b) => Number(isSimulation(b)) - Number(isSimulation(a)))
  if (files.length === 0) return noneMatches()
  const folders = [...Map.groupBy(files, dirname)].map(([folder, tests]) => async () => {
    const begun = performance.now()
    const counts = await bunTests(tests)()
    say(`${folder}: ${formatCounts(counts)} (${Math.round((performance.now() - begun) / 1_000)} s)`)
    return counts
  })
  return workOff(folders)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void steps.interrupt())

if (!isCheck && !isOverServer && !canHaveBrowser(machine)) {
  process.stderr.write(`${browserMissing(machine)}\n`)
  process.exit(1)
}
const runChecks = () => workOff([...checks, bunTests(['server/test-support/walls/walls.test.ts'])])
const total = await (isCheck ? runChecks() : isOverServer ? runOverServer() : runTests())
for (const failure of failures) say(`\n${failure}`)
say(steps.isInterrupted() ? '\nInterrupted' : `\n${formatCounts(total)}`)
process.exitCode = steps.isInterrupted() ? 130 : Number(total.failed > 0)
