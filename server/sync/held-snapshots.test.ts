import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect } from 'node:net'
import { build, step } from '../db/steps'
import { inspirationPosts } from '../db/tables'
import { signUp } from '../test-support/sign-up'
import { openTestApp } from '../test-support/test-app'
import { testPhoto } from '../test-support/test-photos'

const HELD = 60
const POSTS = 2_000
const MOST_GROWTH_MB = 100
const LOOKS = 10

const memory = () => process.memoryUsage.rss() / 1_000_000

/** Asks for a snapshot that is not packed, and reads no more than the beginning of the answer. */
async function hold(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /api/sync/snapshot/pub:p HTTP/1.1\r\nHost: localhost:3000\r\nAccept-Encoding: identity\r\n\r\n')
  await once(socket, 'readable')
  return socket
}

test('snapshots that nobody reads are not held in memory', async () => {
  const t = await openTestApp()
  const { id } = await signUp(t, 'ana')
  const words = { title: 'Lanterns', description: 'Paper lanterns. '.repeat(300), tags: [] }
  const post = { userId: id, imageUrl: testPhoto('a'), createdAt: t.deps.now().toISOString(), ...words }
  const posts = Array.from({ length: POSTS }, () => post)
  await t.deps.db.write(() => [step(build.insert(inspirationPosts).values(posts))])
  const server = Bun.serve({ port: 0, fetch: t.fetch })
  const whole = await (await fetch(`${server.url}api/sync/snapshot/pub:p`)).text()
  expect(whole.length).toBeGreaterThan(9_000_000)
  const before = memory()
  const sockets = await Promise.all(Array.from({ length: HELD }, () => hold(server.port ?? 0)))
  // Answers that are held stay; what was passed on in pieces goes with the garbage.
  let held = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look++) {
    await Bun.sleep(100)
    Bun.gc(true)
    held = Math.min(held, memory() - before)
  }
  expect(held).toBeLessThan(MOST_GROWTH_MB)
  for (const socket of sockets) socket.destroy()
  await server.stop(true)
  expect(t.errors).toEqual([])
  await t.close()
})
