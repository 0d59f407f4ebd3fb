import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openCluster } from './cluster'
import { SQLD } from './database-server'
import { until } from './until'

/** `npm run cluster`: several servers over a database server and a bucket, behind a balancer on PORT. */
if (!SQLD) {
  console.error('There is a database server for Linux on x64 only.')
  process.exit(1)
}
const folder = join(process.env.DATA_DIR || './data', 'cluster')
mkdirSync(folder, { recursive: true, mode: 0o700 })
const servers = Number(process.env.CLUSTER_SERVERS ?? 3)
const started = new Set<string>()
const cluster = await openCluster({
  folder,
  servers,
  port: Number(process.env.PORT ?? 3000),
  isCopied: true,
  hasReplica: process.env.CLUSTER_REPLICA === '1',
  environment: { DEMO: process.env.DEMO ?? '1' },
  onLine(name, line) {
    console.log(`${name} ${line}`)
    if (line.includes(' is ready at ')) started.add(name)
  },
})
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (isEnding) process.exit(1)
    isEnding = true
    await cluster.close()
    process.exit(0)
  })
// A server answers before its words have come through its pipe; the addresses are the last of the start.
await until(() => started.size === servers)
console.log(`The database server listens at ${cluster.database.url}.`)
if (cluster.replicaUrl) console.log(`Its replica listens at ${cluster.replicaUrl}.`)
console.log(`The bucket’s server listens at ${cluster.environment.S3_ENDPOINT}.`)
for (const [nth, { origin }] of cluster.servers.entries()) console.log(`Server ${nth + 1} listens at ${origin}.`)
console.log(`All of them are reached at ${cluster.origin}. Ctrl+C ends them.`)
