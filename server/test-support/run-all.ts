import { access, constants, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserMissing, canHaveBrowser, findOrInstallBrowser, findOrInstallShell, thisMachine } from './run-browser'
import { addCounts, type Counts, countBunTests, countExit, countStories, formatCounts } from './run-counts'
import { createSteps } from './run-step'

const ROOT = join(import.meta.dirname, '../..')
const TEST_LIMIT_MS = 60_000
/** Types, lint, build and each of bun's runs keep one core busy. */
const AT_ONCE = 2
/** More runs than cores: a short one makes up for a long one. */
const UNIT_RUNS = 3
const UNIT_TESTS = '{schema,server,pwa}/**/*.test.{ts,tsx}'
const STORIES = 'pwa/e2e/**/*.spec.ts'
const MEMORY_FOLDER = '/dev/shm'
const MEMORY_NEEDED_BYTES = 512_000_000
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)

const filters = process.argv.slice(2)
const steps = createSteps()
const run = (command: string[], env?: Record<string, string>) => steps.run(command, { cwd: ROOT, env })
const say = (line: string) => process.stdout.write(`${line}\n`)

async function matching(pattern: string): Promise<string[]> {
  const files = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: ROOT }))
  const wanted = (file: string) => filters.length === 0 || filters.some((filter) => file.includes(filter))
  return files.filter((file) => !file.includes('node_modules') && wanted(file)).sort()
}

/** Every test has a database of its own whose writes wait for the disk: where the machine has a folder in memory, they need not. */
async function quickFolder(): Promise<{ TMPDIR?: string }> {
  try {
    await access(MEMORY_FOLDER, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY_FOLDER)
    return bavail * bsize >= MEMORY_NEEDED_BYTES ? { TMPDIR: MEMORY_FOLDER } : {}
  } catch {
    return {}
  }
}

/** Beside another: its output is shown in one piece at its end. */
const runBeside = (command: string[], env?: Record<string, string>) =>
  steps.run(command, { cwd: ROOT, env, isHeldBack: true })

const machine = thisMachine(async (command) => (await runBeside(command)).exitCode)

type Job = () => Promise<Counts>

function check(name: string, command: string[]): Job {
  return async () => {
    const counts = countExit((await runBeside(command)).exitCode)
    say(`${name}: ${formatCounts(counts)}`)
    return counts
  }
}

/** Bun's runs: what plays by seed takes longest and has runs of its own. */
async function unitTests(files: string[]): Promise<{ simulations: Job[]; others: Job[] }> {
  const folder = await quickFolder()
  const runOf = (own: string[]) => async () => {
    const command = [process.execPath, 'test', '--timeout', String(TEST_LIMIT_MS), ...own.map((file) => `./${file}`)]
    const { stderr, exitCode } = await runBeside(command, folder)
    return countBunTests(stderr, exitCode)
  }
  const others = files.filter((file) => !isSimulation(file))
  const shares = Array.from({ length: UNIT_RUNS }, (_, part) => others.filter((_, nth) => nth % UNIT_RUNS === part))
  return {
    simulations: files.filter(isSimulation).map((file) => runOf([file])),
    others: shares.filter((own) => own.length > 0).map(runOf),
  }
}

const isSimulation = (file: string) => file.endsWith('-simulation.test.ts')

/** Does the jobs in their order, a few at once. */
async function workOff(jobs: Job[]): Promise<Counts[]> {
  const left = [...jobs]
  const done: Counts[] = []
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let job = left.shift(); job && !steps.isInterrupted; job = left.shift()) done.push(await job())
  })
  await Promise.all(workers)
  return done
}

async function runStories(files: string[], { browser, shell }: Browsers): Promise<Counts> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const folder = await mkdtemp(join(tmpdir(), 'trestle-report-'))
  const reportFile = join(folder, 'report.json')
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const { exitCode } = await run(['node', playwright, 'test', '-c', 'pwa/e2e/playwright.config.ts', ...files], {
    CHROMIUM: browser,
    CHROMIUM_SHELL: shell,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
  })
  const report = await readFile(reportFile, 'utf8').catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  return countStories(report, exitCode)
}

interface Browsers {
  browser: string
  shell: string
}

/** Where there is no browser yet, it is installed while the other tests run. */
async function findOrInstall(): Promise<Browsers | undefined> {
  const browser = await findOrInstallBrowser(machine)
  return browser === undefined ? undefined : { browser, shell: (await findOrInstallShell(machine)) ?? browser }
}

async function runEverything(browsers: Promise<Browsers | undefined>): Promise<Counts> {
  const [tests, stories] = await Promise.all([matching(UNIT_TESTS), matching(STORIES)])
  if (tests.length + stories.length === 0) {
    say(`No test file matches ${filters.join(', ')}`)
    return { passed: 0, failed: 1 }
  }
  let isBuilt = false
  const build: Job = async () => {
    const counts = await check('Build', [process.execPath, 'pwa/build.ts'])()
    isBuilt = counts.failed === 0
    return counts
  }
  say('\n== Types, lint, build, unit tests ==')
  const { simulations, others } = await unitTests(tests)
  const all = await workOff([
    // Not behind the others: the longest would be left alone with one core.
    ...simulations,
    check('Types', [bin('tsc'), '-b']),
    check('Lint', [bin('biome'), 'check']),
    ...(stories.length > 0 ? [build] : []),
    ...others,
  ])
  const first = addCounts(all)
  say(`Before the stories: ${formatCounts(first)}`)
  if (!isBuilt || steps.isInterrupted) return first
  const found = await browsers
  if (!found) process.stderr.write(`${browserMissing(machine)}\n`)
  say('\n== Stories ==')
  const told = found ? await runStories(stories, found) : { passed: 0, failed: 1 }
  say(`Stories: ${formatCounts(told)}`)
  return addCounts([first, told])
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void steps.interrupt())

if (!canHaveBrowser(machine)) {
  process.stderr.write(`${browserMissing(machine)}\n`)
  process.exit(1)
}
const total = await runEverything(findOrInstall())
if (steps.isInterrupted) {
  say('\nInterrupted')
  process.exitCode = 130
} else {
  say(`\n${formatCounts(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}
