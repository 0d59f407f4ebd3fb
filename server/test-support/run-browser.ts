import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const USUAL_PLACES = [
  ...['/usr/bin', '/snap/bin'].flatMap((folder) => NAMES.map((name) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const SHELL_NAME = 'chromium-headless-shell'
const APT = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']

/** What the search looks at, so that it can be tried on any machine. */
export interface Surroundings {
  env: Record<string, string | undefined>
  /** The account's number; undefined where there is no such thing. */
  userId: number | undefined
  isDebian: boolean
  /** Full paths to try when PATH holds no browser. */
  usualPlaces: string[]
  /** The same for its engine without windows. */
  usualShells: string[]
  /** Runs a command to its end, its output visible; answers the exit code. */
  run(command: string[]): Promise<number>
}

/** The machine this process runs on. */
export const thisMachine = (run: Surroundings['run']): Surroundings => ({
  env: process.env,
  userId: process.getuid?.(),
  isDebian: existsSync('/etc/debian_version'),
  usualPlaces: USUAL_PLACES,
  usualShells: [join('/usr/bin', SHELL_NAME)],
  run,
})

/** Path of a Chromium or Chrome: the one named by CHROMIUM, else the first in PATH; undefined when there is none. */
export function findBrowser({ env, usualPlaces }: Pick<Surroundings, 'env' | 'usualPlaces'>): string | undefined {
  if (env.CHROMIUM) return existsSync(env.CHROMIUM) ? env.CHROMIUM : undefined
  const folders = (env.PATH ?? '').split(':').filter(Boolean)
  const inPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...inPath, ...usualPlaces].find((path) => existsSync(path))
}

/** Debian's packages can be installed here. */
const canInstall = ({ env, userId, isDebian }: Surroundings): boolean => !env.CHROMIUM && userId === 0 && isDebian

/** There is a browser, or one can be installed. */
export const canHaveBrowser = (on: Surroundings): boolean => findBrowser(on) !== undefined || canInstall(on)

/** A browser's path, installing Debian's chromium where that is possible; undefined when that is not. */
export async function findOrInstallBrowser(on: Surroundings): Promise<string | undefined> {
  const found = findBrowser(on)
  if (found || !canInstall(on)) return found
  process.stdout.write('No Chromium found; installing it with apt-get\n')
  const isInstalled =
    (await on.run([...APT, 'update'])) === 0 && (await on.run([...APT, 'install', '-y', 'chromium'])) === 0
  return isInstalled ? findBrowser(on) : undefined
}

/**
 * Path of the browser's engine without windows, which most stories run in; undefined when there is none and Debian's cannot
 * be installed, or when CHROMIUM names the one browser that is wanted.
 */
export async function findOrInstallShell(on: Surroundings): Promise<string | undefined> {
  if (on.env.CHROMIUM) return undefined
  const folders = (on.env.PATH ?? '').split(':').filter(Boolean)
  const places = [...folders.map((folder) => join(folder, SHELL_NAME)), ...on.usualShells]
  const find = () => places.find((path) => existsSync(path))
  if (find() || !canInstall(on)) return find()
  const install = async () => (await on.run([...APT, 'install', '-y', SHELL_NAME])) === 0
  const isInstalled = (await install()) || ((await on.run([...APT, 'update'])) === 0 && (await install()))
  return isInstalled ? find() : undefined
}

/** What a person does about a missing browser. */
export const browserMissing = ({ env }: Pick<Surroundings, 'env'>): string =>
  env.CHROMIUM
    ? `CHROMIUM names ${env.CHROMIUM}, where no file is. Point it at a Chromium or Chrome, or leave it out.`
    : 'The stories need Chromium or Chrome. Install it (Debian, Ubuntu: "apt-get install chromium"; macOS: ' +
      '"brew install --cask chromium"), or set CHROMIUM to the path of the one you have.'
