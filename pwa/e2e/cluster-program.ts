import { createInterface } from 'node:readline'
import { openStreams } from '../../server/db/streams'
import { openCluster } from '../../server/test-support/cluster'
import type { ClusterCommand, ClusterProgramOptions } from './cluster-process'

/** The cluster of a story, in a process of its own: a story runs on Node, a cluster on Bun. It obeys a line at a time, and ends with its input. */
const options = JSON.parse(process.argv[2] ?? '') as ClusterProgramOptions
const say = (answer: unknown) => process.stdout.write(`${JSON.stringify(answer)}\n`)

const cluster = await openCluster({
  ...options,
  onLine: (name, line) => process.stderr.write(`${name} ${line}\n`),
})
const streams = openStreams({ ...cluster.database, streams: 1 })
say({ servers: cluster.servers.map(({ origin }) => Number(new URL(origin).port)), environment: cluster.environment })

for await (const line of createInterface(process.stdin)) say(await obey(JSON.parse(line) as ClusterCommand))
streams.close()
await cluster.close()
process.exit(0)

async function obey(command: ClusterCommand): Promise<unknown> {
  if ('sql' in command) return (await streams.execute({ sql: command.sql, args: command.args })).rows
  const { signal, to } = command
  const pid = to === 'database' ? cluster.databasePid() : cluster.servers[to]?.pid()
  process.kill(pid ?? 0, signal)
  return null
}
