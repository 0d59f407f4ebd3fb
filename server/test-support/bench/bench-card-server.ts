import { join } from 'node:path'
import { readStaticFiles, staticFiles } from '../../site/static-files'
import { createPerson, createPostRows } from '../factories'
import { seedCatalogue } from '../large-catalogue'
import { openTestApp } from '../test-app'

const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 200)
const POSTS = 40

/**
 * The real server with the built app over so many listings. Says its address and the number of a listing in one line of JSON,
 * and ends with its input.
 */
const t = await openTestApp({}, { isUnlimited: true })
staticFiles(t.app, t.deps, readStaticFiles(join(import.meta.dirname, '../../../dist')))
const { last } = await seedCatalogue(t.deps, LISTINGS)
const person = await createPerson(t)
await createPostRows(t, person.id, POSTS)
t.app.listen({ port: 0, hostname: '127.0.0.1' })

process.stdout.write(`${JSON.stringify({ origin: t.app.server?.url.origin, listing: last })}\n`)
for await (const _ of process.stdin) break
await t.app.stop(true)
await t.close()
process.exit(0)
