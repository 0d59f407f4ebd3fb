import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { build, step } from '../../db/steps'
import { listings } from '../../db/tables'
import { seedCatalogue } from '../large-catalogue'
import { openTestApp } from '../test-app'
import type { CrowdSeen } from './bench-crowd-devices'
import { median } from './bench-rounds'

/**
 * Measures the cost of a crowd of new devices for a server whose catalogue moves all the time: `bun server/test-support/bench-crowd.ts`.
 * Says for how long the event loop was held at most, with the devices and without them, and how often a snapshot was built.
 */
const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 10_000)
const WRITES_A_SECOND = 5
const DEVICES = 20
/** As long as a snapshot is kept while its scope moves. */
const OVER_S = 30
const QUIET_S = 10
const TICK_MS = 2
const STALL_AIM_MS = 50

const say = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => `${value.toFixed(1)} ms`

const t = await openTestApp({}, { isUnlimited: true })
const clock = setInterval(() => {
  t.clock.now = new Date()
}, 100)
say(`Preparing ${LISTINGS.toLocaleString('en')} listings`)
const { first, last } = await seedCatalogue(t.deps, LISTINGS)
t.app.listen({ port: 0, hostname: '127.0.0.1' })

let nth = 0
const writes = setInterval(() => {
  const id = first + (nth++ % (last - first))
  void t.deps.db.write(() => [
    step(
      build
        .update(listings)
        .set({ description: `Seen ${nth} times` })
        .where(eq(listings.id, id)),
    ),
  ])
}, 1_000 / WRITES_A_SECOND)

await Bun.sleep(2_000)
const quiet = await longestStall(Bun.sleep(QUIET_S * 1_000))
const devices = Bun.spawn([process.execPath, join(import.meta.dirname, 'bench-crowd-devices.ts')], {
  env: {
    ...process.env,
    BENCH_SERVER: t.app.server?.url.origin,
    BENCH_DEVICES: String(DEVICES),
    BENCH_OVER_S: String(OVER_S),
  },
  stderr: 'inherit',
})
const crowd = await longestStall(new Response(devices.stdout).text())
if ((await devices.exited) !== 0) throw new Error('The devices failed')
clearInterval(writes)
clearInterval(clock)
const seen = JSON.parse(crowd.value) as CrowdSeen

say(`${DEVICES} new devices within ${OVER_S} s, ${WRITES_A_SECOND} writes a second, ${nth} writes in all:`)
say(`  longest hold of the loop   ${ms(crowd.heldMs)}, aim ${ms(STALL_AIM_MS)}; without devices ${ms(quiet.heldMs)}`)
say(`  longest work without pause ${ms(crowd.computedMs)}; without devices ${ms(quiet.computedMs)}`)
say(`  snapshots of the listings  ${seen.listingSnapshots}, ${(seen.bytes / 1_000_000).toFixed(1)} MB each as packed`)
say(`  a device is filled after   ${ms(median(seen.filledMs))}; the slowest after ${ms(Math.max(...seen.filledMs))}`)
// On a busy machine the loop is held while others compute: what the server itself does without a pause is what counts.
if (crowd.computedMs > STALL_AIM_MS) say('Aim missed: the longest work without a pause')
await t.app.stop(true)
await t.close()
process.exit(0)

/** The result of `work`, the longest time in which nothing else could run, and this thread's share of it. */
async function longestStall<Value>(
  work: Promise<Value>,
): Promise<{ value: Value; heldMs: number; computedMs: number }> {
  const computed = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const longest = { heldMs: 0, computedMs: 0 }
  let before = { at: performance.now(), computed: computed() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), computed: computed() }
    longest.heldMs = Math.max(longest.heldMs, now.at - before.at - TICK_MS)
    longest.computedMs = Math.max(longest.computedMs, now.computed - before.computed)
    before = now
  }, TICK_MS)
  const value = await work
  clearInterval(timer)
  return { value, ...longest }
}
