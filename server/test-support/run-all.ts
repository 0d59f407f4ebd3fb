import { access, constants, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserMissing, findOrInstallBrowser, findOrInstallShell, thisMachine } from './run-browser'
import { addCounts, type Counts, countBunTests, countExit, countStories, formatCounts } from './run-counts'
import { createSteps } from './run-step'

const ROOT = join(import.meta.dirname, '../..')
const TEST_LIMIT_MS = 60_000
/** One of bun's runs keeps one core busy. */
const UNIT_RUNS = 2
const UNIT_TESTS = '{schema,server,pwa}/**/*.test.{ts,tsx}'
const STORIES = 'pwa/e2e/**/*.spec.ts'
const MEMORY_FOLDER = '/dev/shm'
const MEMORY_NEEDED_BYTES = 512_000_000
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)

const filters = process.argv.slice(2)
const steps = createSteps()
const run = (command: string[], env?: Record<string, string>, isHeldBack = false) =>
  steps.run(command, { cwd: ROOT, env, isHeldBack })
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

async function runUnitTests(files: string[]): Promise<Counts> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const folder = await quickFolder()
  const share = async (part: number): Promise<Counts> => {
    const own = files.filter((_, nth) => nth % UNIT_RUNS === part)
    if (own.length === 0) return { passed: 0, failed: 0 }
    const command = [process.execPath, 'test', '--timeout', String(TEST_LIMIT_MS), ...own.map((file) => `./${file}`)]
    const { stderr, exitCode } = await run(command, folder, part > 0)
    return countBunTests(stderr, exitCode)
  }
  return addCounts(await Promise.all(Array.from({ length: UNIT_RUNS }, (_, part) => share(part))))
}

async function runStories(files: string[], browser: string, shell: string): Promise<Counts> {
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

/** Runs one stage under a heading, says its own figures and hands them back. */
async function stage(name: string, work: () => Promise<Counts>): Promise<Counts> {
  if (steps.isInterrupted) return { passed: 0, failed: 0 }
  say(`\n== ${name} ==`)
  const counts = await work()
  say(`${name}: ${formatCounts(counts)}`)
  return counts
}

const check = (name: string, command: string[]) => stage(name, async () => countExit((await run(command)).exitCode))

async function runEverything(browser: string, shell: string): Promise<Counts> {
  const [unitTests, stories] = await Promise.all([matching(UNIT_TESTS), matching(STORIES)])
  if (unitTests.length + stories.length === 0) {
    say(`No test file matches ${filters.join(', ')}`)
    return { passed: 0, failed: 1 }
  }
  const all = [
    await check('Types', [bin('tsc'), '-b']),
    await check('Lint', [bin('biome'), 'check']),
    await stage('Unit tests', () => runUnitTests(unitTests)),
  ]
  if (stories.length === 0) return addCounts(all)
  const build = await check('Build', [process.execPath, 'pwa/build.ts'])
  all.push(build)
  if (build.failed === 0) all.push(await stage('Stories', () => runStories(stories, browser, shell)))
  return addCounts(all)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void steps.interrupt())

const machine = thisMachine(async (command) => (await run(command)).exitCode)
const browser = await findOrInstallBrowser(machine)
const shell = browser && (await findOrInstallShell(machine))
const total = browser === undefined ? undefined : await runEverything(browser, shell ?? browser)
if (steps.isInterrupted) {
  say('\nInterrupted')
  process.exitCode = 130
} else if (total === undefined) {
  process.stderr.write(`${browserMissing(machine)}\n`)
  process.exitCode = 1
} else {
  say(`\n${formatCounts(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}
