import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

/** The record of a finished build: the sources it was made of, and the hashed files it brought. */
interface BuildRecord {
  fingerprint: string
  assets: string[]
}

const RECORD_FILE = '.build.json'
const PREVIOUS = '.previous'
/** A tab can stay open for weeks and still ask for a page it has never shown. */
const OLD_ASSET_KEPT_MS = 60 * 24 * 60 * 60 * 1000
const SOURCES = ['pwa', 'schema', 'vite.config.ts', 'package-lock.json']
const NOT_A_SOURCE = /^\.|^e2e$|\.test\.tsx?$|\.tsbuildinfo$/

const say = (line: string) => process.stdout.write(`${line}\n`)

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const orIfMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return instead
    throw error
  }

async function sourceFiles(path: string): Promise<string[]> {
  if (NOT_A_SOURCE.test(basename(path))) return []
  if (!(await stat(path)).isDirectory()) return [path]
  const inside = await Promise.all((await readdir(path)).map((name) => sourceFiles(join(path, name))))
  return inside.flat().sort()
}

/** SHA-256 over the names and contents of everything that ends up in the app. */
export async function sourceFingerprint(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of await sourceFiles(join(root, source))) {
      hash.update(`${relative(root, file)}\0`).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

/** The record of the build in `dir`, or undefined when there is none. */
export async function readBuildRecord(dir: string): Promise<BuildRecord | undefined> {
  const text = await readFile(join(dir, RECORD_FILE), 'utf8').catch(orIfMissing(undefined))
  return text === undefined ? undefined : (JSON.parse(text) as BuildRecord)
}

async function writeBuildRecord(dir: string, fingerprint: string): Promise<void> {
  const assets = await readdir(join(dir, 'assets')).catch(orIfMissing<string[]>([]))
  await writeFile(join(dir, RECORD_FILE), JSON.stringify({ fingerprint, assets } satisfies BuildRecord))
}

/**
 * Carries the hashed files of earlier builds from `current` into `next`, so that tabs of an older build keep working.
 * A file's modification time is the moment a newer build replaced it; 60 days after that it stays behind.
 */
export async function keepOldAssets(current: string, next: string, now: Date): Promise<void> {
  const names = await readdir(join(current, 'assets')).catch(orIfMissing<string[]>([]))
  const brought = new Set(await readdir(join(next, 'assets')).catch(orIfMissing<string[]>([])))
  const replacedJustNow = new Set((await readBuildRecord(current))?.assets)
  await mkdir(join(next, 'assets'), { recursive: true })
  for (const name of names.filter((candidate) => !brought.has(candidate))) {
    const from = join(current, 'assets', name)
    const replacedAt = replacedJustNow.has(name) ? now : (await stat(from)).mtime
    if (now.getTime() - replacedAt.getTime() > OLD_ASSET_KEPT_MS) continue
    await cp(from, join(next, 'assets', name))
    await utimes(join(next, 'assets', name), replacedAt, replacedAt)
  }
}

/** Puts `next` in the place of `current`. The old build waits inside the new one until the new one stands. */
export async function swapBuild(current: string, next: string): Promise<void> {
  await rename(current, join(next, PREVIOUS)).catch(orIfMissing(undefined))
  await rename(next, current)
  await rm(join(current, PREVIOUS), { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Finishes what interrupted builds left: a swap that stopped between its two renames, and half-written output. */
export async function recoverBuilds(current: string, nexts: string): Promise<void> {
  for (const pid of await readdir(nexts).catch(orIfMissing<string[]>([]))) {
    if (isRunning(Number(pid))) continue
    const isCurrentThere = await stat(current).catch(orIfMissing(undefined))
    if (!isCurrentThere) await rename(join(nexts, pid, PREVIOUS), current).catch(orIfMissing(undefined))
    await rm(join(nexts, pid), { recursive: true, force: true })
  }
}

/** Under node, always: the same sources built by another runtime get other hashes, and every user an update. */
function runVite(root: string, outDir: string): Promise<boolean> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn('node', [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', APP_OUT_DIR: outDir },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

/**
 * Builds the app into `dist` under `root`, unless `dist` was built from these very sources.
 * Answers false when the build failed; `dist` is then what it was before.
 */
export async function build(root: string): Promise<boolean> {
  const current = join(root, 'dist')
  // A folder for each process: `npm start` and `npm test` may build at the same moment.
  const next = join(root, 'dist.next', String(process.pid))
  await recoverBuilds(current, join(root, 'dist.next'))
  const fingerprint = await sourceFingerprint(root)
  if ((await readBuildRecord(current))?.fingerprint === fingerprint) return true
  say('Building the app ...')
  const startedAt = performance.now()
  if (!(await runVite(root, next))) {
    await rm(next, { recursive: true, force: true })
    say('The app could not be built; the previous build is untouched.')
    return false
  }
  await writeBuildRecord(next, fingerprint)
  await keepOldAssets(current, next, new Date())
  await swapBuild(current, next)
  say(`Built the app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return true
}

if (import.meta.main && !(await build(join(import.meta.dirname, '..')))) process.exitCode = 1
