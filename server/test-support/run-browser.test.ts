import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserMissing, findBrowser, findOrInstallBrowser, findOrInstallShell, type Surroundings } from './run-browser'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trestle-browser-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const machine = (more: Partial<Surroundings> = {}): Surroundings => ({
  env: { PATH: folder },
  userId: 0,
  isDebian: true,
  usualPlaces: [],
  usualShells: [],
  run: async () => 0,
  ...more,
})

test('a browser in PATH is found', async () => {
  await writeFile(join(folder, 'google-chrome'), '')
  expect(findBrowser(machine())).toBe(join(folder, 'google-chrome'))
})

test('the one named by CHROMIUM wins over PATH', async () => {
  await writeFile(join(folder, 'chromium'), '')
  await writeFile(join(folder, 'mine'), '')
  expect(findBrowser(machine({ env: { PATH: folder, CHROMIUM: join(folder, 'mine') } }))).toBe(join(folder, 'mine'))
})

test('a CHROMIUM that is not there is said, never replaced by another browser', async () => {
  await writeFile(join(folder, 'chromium'), '')
  const commands: string[][] = []
  const on = machine({
    env: { PATH: folder, CHROMIUM: '/nowhere/chromium' },
    run: async (command) => commands.push(command),
  })
  expect(await findOrInstallBrowser(on)).toBeUndefined()
  expect(commands).toEqual([])
  expect(browserMissing(on)).toContain('CHROMIUM names /nowhere/chromium')
})

test('a found browser installs nothing', async () => {
  await writeFile(join(folder, 'chromium'), '')
  const commands: string[][] = []
  expect(await findOrInstallBrowser(machine({ run: async (command) => commands.push(command) }))).toBe(
    join(folder, 'chromium'),
  )
  expect(commands).toEqual([])
})

test('a browser outside PATH is found in the usual places', async () => {
  await writeFile(join(folder, 'Google Chrome'), '')
  const usualPlaces = [join(folder, 'missing'), join(folder, 'Google Chrome')]
  expect(findBrowser(machine({ usualPlaces }))).toBe(join(folder, 'Google Chrome'))
})

test('Debian as root without a browser gets one', async () => {
  const commands: string[] = []
  const run = async (command: string[]) => {
    commands.push(command.slice(2).join(' '))
    if (command.includes('install')) await writeFile(join(folder, 'chromium'), '')
    return 0
  }
  expect(await findOrInstallBrowser(machine({ run }))).toBe(join(folder, 'chromium'))
  expect(commands).toEqual(['apt-get update', 'apt-get install -y chromium'])
})

test.each([
  ['not root', { userId: 1000 }],
  ['not Debian', { isDebian: false }],
  ['no such thing as root', { userId: undefined }],
])('%s: nothing is installed, the person is told what to do', async (_, more) => {
  const commands: string[][] = []
  const on = machine({ ...more, run: async (command) => commands.push(command) })
  expect(await findOrInstallBrowser(on)).toBeUndefined()
  expect(commands).toEqual([])
  expect(browserMissing(on)).toContain('apt-get install chromium')
})

test('an installation that fails leaves no browser', async () => {
  expect(await findOrInstallBrowser(machine({ run: async () => 100 }))).toBeUndefined()
})

const SHELL = 'chromium-headless-shell'

test('the engine without windows is found, or installed where that is possible', async () => {
  const commands: string[][] = []
  const on = machine({
    run: async (command) => {
      commands.push(command)
      await writeFile(join(folder, SHELL), '')
      return 0
    },
  })
  expect(await findOrInstallShell(on)).toBe(join(folder, SHELL))
  expect(await findOrInstallShell(on)).toBe(join(folder, SHELL))
  expect(commands.map((command) => command.slice(-2))).toEqual([['-y', SHELL]])
})

test('without it the browser itself does, and a browser that was named is the only one', async () => {
  expect(await findOrInstallShell(machine({ run: async () => 1 }))).toBeUndefined()
  expect(await findOrInstallShell(machine({ userId: 1000 }))).toBeUndefined()
  await writeFile(join(folder, SHELL), '')
  expect(await findOrInstallShell(machine({ env: { PATH: folder, CHROMIUM: '/usr/bin/mine' } }))).toBeUndefined()
})
