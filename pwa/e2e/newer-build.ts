import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from '../build'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['pwa', 'schema', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
/** Both databases get a further version, with a table that today's build does not know. */
const DATABASES = ['pwa/disk/local-db.ts', 'pwa/disk/device-db.ts']
const GUARD = 'closeWhenNewer(this)'
const NEXT_VERSION = `this.version(this.verno + 1).stores({ parcels: 'id' })\n    ${GUARD}`
const PAGE = 'pwa/index.html'

/** The build that follows today's: its page says so, and it changes the databases of every device. */
export interface NewerBuild {
  appDir: string
  remove(): Promise<void>
}

/** Builds it of today's sources in a folder of its own. */
export async function buildNewer(): Promise<NewerBuild> {
  const root = await mkdtemp(join(tmpdir(), 'trestle-newer-'))
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const filter = (path: string) => basename(path) !== 'e2e'
  for (const source of SOURCES) await cp(join(ROOT, source), join(root, source), { recursive: true, filter })
  for (const path of DATABASES) await change(join(root, path), GUARD, NEXT_VERSION)
  await change(join(root, PAGE), '<html', '<html data-build="newer"')
  if (!(await build(root))) throw new Error('The newer build could not be made')
  return { appDir: join(root, 'dist'), remove: () => rm(root, { recursive: true, force: true }) }
}

async function change(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not say ${from}`)
  await writeFile(path, text.replace(from, to))
}
