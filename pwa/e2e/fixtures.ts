import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect } from '@playwright/test'
import { BROWSER } from './browsers'
import { type ConsoleGuard, createConsoleGuard } from './console-guard'
import { startFaultProxy } from './fault-proxy'
import type { FaultProxy } from './faults'
import { type Api, createApi, type DemoAccount, type Person, register, signIn } from './person'
import { PRESSES, type TakenPress, watchPresses } from './presses'
import { createProfile, type Profile } from './profile'
import { SEED_DIR } from './seed-once'
import { BOOKS_IN_ORDER, createServerProcess, type ServerProcess } from './server-process'
import { limitsMet } from './traffic'

export { expect } from '@playwright/test'
export { answeredWith, NETWORK_ERRORS } from './console-guard'

const WORLD_LIMIT_MS = 90_000
/** Pictures between two states are nothing that a story waits for. */
const WITHOUT_MOTION = { reducedMotion: 'reduce' } as const

/** A product server with its own copy of the demo marketplace, and the network in front of it. */
interface World {
  server: ServerProcess
  proxy: FaultProxy
}

/** The tools of a story. Everything opened with them is closed when the story ends; the network is whole again. */
export interface Kit {
  /** Stop, start or kill the server; its folder and port stay. */
  server: Pick<ServerProcess, 'start' | 'stop' | 'kill9' | 'log' | 'dataDir'>
  proxy: FaultProxy
  /** Address of the product as the browser sees it. */
  origin: string
  /** A browser of their own, signed in to a demo account. */
  newPerson(account: DemoAccount): Promise<Person>
  /** A browser of their own, signed in to an account that was registered just now. */
  newcomer(): Promise<Person>
  /** A browser of their own, signed in to nothing. */
  visitor(): Promise<Person>
  /** Calls in a person's name, past the proxy. */
  api(person: Pick<Person, 'context'>): Api
  /** Takes a browser's connection away or gives it back, its service worker's too. */
  offline(context: BrowserContext, isOffline: boolean): Promise<void>
  /** A profile on disk, for installing and for restarts of the browser. */
  profile(): Promise<Profile>
  /** Errors in the console that this story expects. All others fail it. */
  allowErrors(...patterns: RegExp[]): void
}

/** A server on a copy of the demo marketplace, behind a proxy. */
export async function openWorld(env: Record<string, string> = {}): Promise<World & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-e2e-'))
  const dataDir = join(folder, 'data')
  const seed = process.env[SEED_DIR]
  if (seed) await cp(seed, dataDir, { recursive: true })
  const ports = { server: 0 }
  const proxy = await startFaultProxy(() => ports.server)
  const server = await createServerProcess({
    dataDir,
    origin: proxy.origin,
    env: { PUSH_LOOPBACK: '1', TRUSTED_PROXIES: '127.0.0.1', ...env },
  })
  ports.server = server.port
  await server.start()
  return {
    server,
    proxy,
    async close() {
      await proxy.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const test = base.extend<{ guard: ConsoleGuard; presses: TakenPress[]; kit: Kit }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use) => {
      const world = await openWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: WORLD_LIMIT_MS },
  ],

  baseURL: ({ world }, use) => use(world.proxy.origin),

  guard: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const guard = createConsoleGuard()
      await use(guard)
      expect(guard.unexpected(), 'errors in the console').toEqual([])
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  presses: async ({}, use, testInfo) => {
    const taken: TakenPress[] = []
    await use(taken)
    testInfo.annotations.push({ type: PRESSES, description: JSON.stringify(taken) })
  },

  context: async ({ context, guard, presses }, use) => {
    guard.watch(context)
    await watchPresses(context, presses)
    await use(context)
  },

  kit: async ({ world: { server, proxy }, browser, guard, presses }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    const profiles: Profile[] = []
    const serverOrigin = `http://127.0.0.1:${server.port}`
    const api: Kit['api'] = ({ context }) => createApi(context.request, serverOrigin)
    const logBefore = (await server.log()).length

    async function open(arrive: (api: Api) => Promise<string>): Promise<Person> {
      const context = await browser.newContext({ ...testInfo.project.use, ...WITHOUT_MOTION, baseURL: proxy.origin })
      contexts.push(context)
      guard.watch(context)
      await watchPresses(context, presses)
      return { name: await arrive(api({ context })), context, page: await context.newPage() }
    }

    await use({
      server,
      proxy,
      origin: proxy.origin,
      api,
      newPerson: (account) => open((own) => signIn(own, account).then(() => account)),
      newcomer: () => open(register),
      visitor: () => open(async () => ''),
      offline: (context, isOffline) => context.setOffline(isOffline),
      allowErrors: guard.allow,
      async profile() {
        const { launchOptions, ...options } = testInfo.project.use
        const profile = await createProfile(
          { ...launchOptions, executablePath: BROWSER, ...options, ...WITHOUT_MOTION, baseURL: proxy.origin },
          guard.watch,
        )
        profiles.push(profile)
        return profile
      },
    })

    await Promise.all([...contexts.map((context) => context.close()), ...profiles.map((profile) => profile.remove())])
    await proxy.reset()
    const met = await limitsMet(proxy.traffic())
    proxy.forget()
    if (server.hasOtherApp) await server.kill9()
    if (!server.isRunning) await server.start()
    expect(await server.audit()).toBe(BOOKS_IN_ORDER)
    expect(met, 'limits that these browsers come near to').toEqual([])
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server log', { body: (await server.log()).slice(logBefore), contentType: 'text/plain' })
    }
  },
})

/** Stories in a market of their own, whose server has further variables. */
export const testWith = (env: Record<string, string>) =>
  test.extend<object, { world: Awaited<ReturnType<typeof openWorld>> }>({
    world: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
      async ({}, use) => {
        const world = await openWorld(env)
        await use(world)
        await world.close()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  })
