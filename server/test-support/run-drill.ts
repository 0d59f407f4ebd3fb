import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCluster } from './cluster'
import { playKills } from './cluster-drill'
import { freePort } from './free-port'

/** `npm run drill -- --rounds N`: kills a server or the database of a cluster N times while people press. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } })
const folder = mkdtempSync(join(tmpdir(), 'trestle-drill-'))
const cluster = await openCluster({
  folder,
  servers: 3,
  port: await freePort(),
  environment: { DEMO: '0', MAIL: 'off' },
})
try {
  const { kills, presses, wrong, tookMs } = await playKills(cluster, Number(values.rounds))
  const quantile = (share: number) => Math.round(tookMs[Math.ceil(share * tookMs.length) - 1] ?? 0)
  console.log(`${kills} kills, ${presses} presses confirmed, each of them once: ${wrong.length === 0 ? 'yes' : 'NO'}`)
  console.log(
    `From a press to its confirmation: median ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, worst ${quantile(1)} ms`,
  )
  for (const fault of wrong) console.log(fault)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
}
