import { seedCatalogue } from '../db/demo/large-catalogue'
import { openTestApp } from './test-app'

const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 10_000)
const LOOPBACK = { port: 0, hostname: '127.0.0.1' }

/**
 * The server that is measured: the real one over a large catalogue, and beside it, on a port of its own, one that answers
 * the same bytes from memory and does nothing else. Says both addresses in one line of JSON, and ends with its input.
 */
const t = await openTestApp()
await seedCatalogue(t.deps, LISTINGS)
t.app.listen(LOOPBACK)

const sameBytes = new Map<string, Uint8Array<ArrayBuffer>>()
const bare = Bun.serve({
  ...LOOPBACK,
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    const path = pathname + search
    const bytes =
      sameBytes.get(path) ?? new Uint8Array(await (await fetch(t.app.server?.url + path.slice(1))).arrayBuffer())
    sameBytes.set(path, bytes)
    return new Response(bytes, { headers: { 'content-type': 'application/json' } })
  },
})

process.stdout.write(
  `${JSON.stringify({ real: t.app.server?.url.origin, bare: bare.url.origin, listings: LISTINGS })}\n`,
)
for await (const _ of process.stdin) break
await bare.stop(true)
await t.app.stop(true)
await t.close()
process.exit(0)
