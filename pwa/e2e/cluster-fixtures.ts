import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClusterProcess, startCluster } from './cluster-process'
import { startFaultProxy } from './fault-proxy'
import { test as base, type Kit } from './fixtures'
import type { Person } from './person'

export { answeredWith, expect, NETWORK_ERRORS } from './fixtures'

/** Two starts, each with an empty database that gets its schema. */
const CLUSTER_LIMIT_MS = 120_000
const COOKIE = 'server'

/** The number of the server that a browser is sent to, by a cookie, as balancers do it. */
const serverIn = (cookies: string) => Number(new RegExp(`(?:^|; )${COOKIE}=(\\d+)`).exec(cookies)?.[1])

/** Sends a browser to one server of the cluster from now on; without this it is sent to any. */
export async function sendToServer(kit: Kit, { context }: Person, server: number): Promise<void> {
  await context.addCookies([{ name: COOKIE, value: String(server), url: kit.origin }])
}

interface ClusterWorld {
  server: ClusterProcess
  proxy: Awaited<ReturnType<typeof startFaultProxy>>
}

/** The stories' test over a cluster: its server is all servers of the cluster behind their balancer. */
export const test = base.extend<{ cluster: ClusterProcess }, { world: ClusterWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'trestle-e2e-'))
      let server: ClusterProcess | undefined
      const proxy = await startFaultProxy((cookies) => server?.portOf(serverIn(cookies)) ?? server?.port ?? 0)
      server = await startCluster(folder, proxy.origin)
      await use({ server, proxy })
      await proxy.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker', timeout: CLUSTER_LIMIT_MS },
  ],
  cluster: ({ world }, use) => use(world.server),
})
