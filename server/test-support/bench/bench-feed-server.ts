import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../db/steps'
import { inspirationPosts } from '../../db/tables'
import { inserts } from '../../demo/write-demo'
import { readStaticFiles, staticFiles } from '../../site/static-files'
import { storePhoto } from '../../uploads/photo-store'
import { createPerson } from '../factories'
import { openTestApp } from '../test-app'

const POSTS = Number(process.env.BENCH_POSTS ?? 5_000)
const PHOTOS = 12
const DEMO_PHOTOS = join(import.meta.dirname, '../../demo/photos')
const SHAPES = [
  { width: 1200, height: 900 },
  { width: 900, height: 1200 },
  { width: 1200, height: 1200 },
  { width: 1200, height: 750 },
]
const MINUTE_MS = 60_000

/**
 * The real server with the built app and a feed of so many posts in photos of all shapes. Says its address and the
 * photos' in one line of JSON, and ends with its input.
 */
const t = await openTestApp({}, { isUnlimited: true })
staticFiles(t.app, t.deps, readStaticFiles(join(import.meta.dirname, '../../../dist')))
const author = await createPerson(t)
const photos: { url: string; tint: string }[] = []
for (const name of readdirSync(DEMO_PHOTOS)
  .filter((file) => file.endsWith('.jpg'))
  .slice(0, PHOTOS)) {
  const { sha256, tint } = await storePhoto(t.deps.photos, await Bun.file(join(DEMO_PHOTOS, name)).bytes())
  photos.push({ url: `/uploads/${sha256}.jpg`, tint })
}

const rows = Array.from({ length: POSTS }, (_, n): typeof inspirationPosts.$inferInsert => {
  const { url = '', tint = '' } = photos[n % photos.length] ?? {}
  const shape = SHAPES[(n * 7) % SHAPES.length]
  return {
    id: n + 1,
    userId: author.id,
    title: `Table number ${n + 1} under paper lanterns`,
    imageUrl: url,
    shape: shape ? { ...shape, tint } : null,
    tags: ['lanterns', 'garden party', 'summer', 'paper', 'dusk'].slice(0, n % 6),
    createdAt: new Date(t.deps.now().getTime() + n * MINUTE_MS).toISOString(),
  }
})
await t.deps.db.write(() => inserts(rows, (some) => build.insert(inspirationPosts).values(some)))
t.app.listen({ port: 0, hostname: '127.0.0.1' })

process.stdout.write(
  `${JSON.stringify({ origin: t.app.server?.url.origin, posts: POSTS, photos: photos.map(({ url }) => url) })}\n`,
)
for await (const _ of process.stdin) break
await t.app.stop(true)
await t.close()
process.exit(0)
