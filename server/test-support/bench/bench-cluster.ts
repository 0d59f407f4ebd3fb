import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../cluster'
import { type ClusterPerson, clusterClient } from '../cluster-client'
import { freePort } from '../free-port'
import { serverProcesses } from '../started-server'
import { median } from './bench-rounds'

/** `npm run bench cluster`: the same presses and pulls over a file, and over one and three servers on a database server. */
const ROUNDS = 3
const PEOPLE = 24
/** Of one person in one round: fewer in all rounds than a person may make in a day. */
const WRITES = 3
const PULLS = 6

interface Market {
  name: string
  client: ReturnType<typeof clusterClient>
  people: ClusterPerson[]
  server(nth: number): string
}

async function openMarket(name: string, origin: string, servers: string[]): Promise<Market> {
  const client = clusterClient({ origin, servers: [] })
  const server = (nth: number) => servers[nth % servers.length] ?? ''
  const people: ClusterPerson[] = []
  for (let nth = 0; nth < PEOPLE; nth++) people.push(await client.register(server(nth), `person${nth}`))
  return { name, client, people, server }
}

/** All people at once, each with one request after the other. @returns requests in a second */
async function rateOf({ people }: Market, each: number, ask: (nth: number, time: number) => Promise<Response>) {
  const begun = performance.now()
  const lane = async (nth: number) => {
    for (let time = 0; time < each; time++) {
      const answer = await ask(nth, time)
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(people.map((_, nth) => lane(nth)))
  return (1_000 * people.length * each) / (performance.now() - begun)
}

const writesOf = (market: Market, round: number) =>
  rateOf(market, WRITES, (nth, time) => {
    const person = market.people[nth] as ClusterPerson
    return market.client.block(market.server(nth + time), person, round * WRITES + time)
  })

const pullsOf = (market: Market) =>
  rateOf(market, PULLS, (nth, time) => {
    const { id, as } = market.people[nth] as ClusterPerson
    const body = { epoch: null, scopes: { 'pub:p': [0], [`u:${id}`]: [0] } }
    return market.client.call(market.server(nth + time), 'POST', '/api/sync/pull', { as, body })
  })

const folder = mkdtempSync(join(tmpdir(), 'trestle-bench-cluster-'))
const processes = serverProcesses()
const environment = { DEMO: '0', MAIL: 'off', TRUSTED_PROXIES: '127.0.0.1' }
const closing: (() => Promise<void>)[] = []
try {
  const file = await processes.start(join(folder, 'file'), { ...environment, ORIGIN: 'http://localhost:3000' })
  const markets = [await openMarket('file', 'http://localhost:3000', [file.origin])]
  for (const servers of [1, 3]) {
    const options = { folder: join(folder, `of-${servers}`), servers, port: await freePort(), environment }
    const cluster = await openCluster(options)
    closing.push(() => cluster.close())
    const origins = cluster.servers.map(({ origin }) => origin)
    markets.push(await openMarket(`${servers} on a database server`, cluster.origin, origins))
  }
  const rates = markets.map((market) => ({ market, writes: [] as number[], pulls: [] as number[] }))
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const { market, writes, pulls } of rates) {
      const [wrote, pulled] = [await writesOf(market, round), await pullsOf(market)]
      if (round === 0) continue
      writes.push(wrote)
      pulls.push(pulled)
    }
  for (const what of ['writes', 'pulls'] as const) {
    const ofFile = median(rates[0]?.[what] ?? [])
    for (const { market, ...own } of rates) {
      const rate = median(own[what])
      console.log(
        `${what.padEnd(7)} ${market.name.padEnd(24)} ${rate.toFixed(0).padStart(5)}/s  ${(rate / ofFile).toFixed(2)} of the file`,
      )
    }
  }
} finally {
  for (const close of closing) await close()
  await processes.end()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
