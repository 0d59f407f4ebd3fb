import { createPerson, createPostRows } from '../factories'
import { seedCatalogue } from '../large-catalogue'
import { openTestApp } from '../test-app'

const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 10_000)
/** A thousand to be liked by the product, and as many by its yardstick. */
const POSTS = 2_000
const LOOPBACK = { port: 0, hostname: '127.0.0.1' }

/**
 * The server that is measured: the real one over a large catalogue, and beside it, on a port of its own, one that answers
 * the same bytes from memory and does nothing else. Says both addresses in one line of JSON, and ends with its input.
 */
const t = await openTestApp({}, { isUnlimited: true })
await seedCatalogue(t.deps, LISTINGS)
const person = await createPerson(t)
const [firstPostId] = await createPostRows(t, person.id, POSTS)
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
  `${JSON.stringify({
    real: t.app.server?.url.origin,
    bare: bare.url.origin,
    listings: LISTINGS,
    likes: { userId: person.id, cookie: person.as, firstPostId, posts: POSTS },
  })}\n`,
)
for await (const _ of process.stdin) break
await bare.stop(true)
await t.app.stop(true)
await t.close()
process.exit(0)
