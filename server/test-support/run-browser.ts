import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
const SHELL = 'chromium-headless-shell'

/** The machine as the search for a browser sees it; tests hand in others. */
export interface Surroundings {
  env: Record<string, string | undefined>
  /** Undefined where accounts have no numbers. */
  userId: number | undefined
  isDebian: boolean
  /** Full paths to try when PATH holds no browser. */
  usualPlaces: string[]
  /** The same for its engine without windows. */
  usualShells: string[]
  /** Runs a command to its end with its output visible. @returns the exit code */
  run(command: string[]): Promise<number>
}

export const thisMachine = (run: Surroundings['run']): Surroundings => ({
  env: process.env,
  userId: process.getuid?.(),
  isDebian: existsSync('/etc/debian_version'),
  usualPlaces: [...['/usr/bin', '/snap/bin'].flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC],
  usualShells: [join('/usr/bin', SHELL)],
  run,
})

const search = ({ env }: Pick<Surroundings, 'env'>, names: string[], usual: string[]) =>
  [
    ...(env.PATH ?? '')
      .split(':')
      .filter(Boolean)
      .flatMap((folder) => names.map((name) => join(folder, name))),
    ...usual,
  ].find((path) => existsSync(path))

/** Path of a Chromium or Chrome: the one named by CHROMIUM, else the first in PATH; undefined when there is none. */
export const findBrowser = (on: Pick<Surroundings, 'env' | 'usualPlaces'>): string | undefined =>
  on.env.CHROMIUM ? [on.env.CHROMIUM].find((path) => existsSync(path)) : search(on, NAMES, on.usualPlaces)

const apt = async (on: Surroundings, ...args: string[]) =>
  (await on.run(['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args])) === 0
/** Installs a package of Debian with fresh lists. */
const installFresh = async (on: Surroundings, name: string) =>
  (await apt(on, 'update')) && (await apt(on, 'install', '-y', name))
const canInstall = ({ env, userId, isDebian }: Surroundings): boolean => !env.CHROMIUM && userId === 0 && isDebian

export const canHaveBrowser = (on: Surroundings): boolean => findBrowser(on) !== undefined || canInstall(on)

/** A browser's path, after an installation where that is needed and possible; else undefined. */
export const findOrInstallBrowser = async (on: Surroundings): Promise<string | undefined> =>
  findBrowser(on) ?? (canInstall(on) && (await installFresh(on, 'chromium')) ? findBrowser(on) : undefined)

/** Path of the engine without windows, in which most stories run; undefined when there is none, or when CHROMIUM names the one browser to use. */
export async function findOrInstallShell(on: Surroundings): Promise<string | undefined> {
  if (on.env.CHROMIUM) return undefined
  const find = () => search(on, [SHELL], on.usualShells)
  if (find() || !canInstall(on)) return find()
  return (await apt(on, 'install', '-y', SHELL)) || (await installFresh(on, SHELL)) ? find() : undefined
}

/** Says what a person does about a missing browser. */
export const browserMissing = ({ env }: Pick<Surroundings, 'env'>): string =>
  env.CHROMIUM
    ? `CHROMIUM names ${env.CHROMIUM}, where no file is. Point it at a Chromium or Chrome, or leave it out.`
    : 'The stories need Chromium or Chrome. Install it (Debian, Ubuntu: "apt-get install chromium"; macOS: ' +
      '"brew install --cask chromium"), or set CHROMIUM to the path of the one you have.'
