import { parseArgs } from 'node:util'
import { median } from './bench/bench-rounds'
import type { Attack, AttackName } from './rig/attacks'
import { QUIET_ACTS, type QuietAct, quietPerson, type Round } from './rig/quiet-person'
import { memoryOf, startAttackers, startTarget } from './rig/start-rig'
import { serverProcesses } from './started-server'

const CONNECTIONS: Record<AttackName, number> = {
  slowHeaders: 1_000,
  slowBodies: 500,
  slowUploads: 60,
  heldBodies: 300,
  oversizedBodies: 24,
  streams: 3_000,
  signIns: 200,
  registrations: 100,
  items: 16,
  longBodies: 40,
  photos: 24,
  pulls: 200,
  writes: 200,
}
const ACCOUNTS = 12
const WARM_UP_ROUNDS = 3
/** The attack has begun in earnest by then. */
const RUN_UP_MS = 4_000

/**
 * `npm run rig -- --rounds N --only signIns`: what a quiet person's requests take while strangers attack a started server
 * of demo data, beside what they take without them.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string' }, only: { type: 'string' } } })
const rounds = Number(values.rounds ?? 10)
const processes = serverProcesses()
const say = (line: string) => process.stdout.write(`${line}\n`)

const timesOf = (done: Round[], act: QuietAct) => done.filter((round) => round.act === act).map(({ ms }) => ms)
const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(9)

async function measure(name: AttackName): Promise<void> {
  const server = await startTarget(processes, { DEMO: '1' })
  const person = quietPerson(server.origin)
  await person.register()
  for (let nth = 0; nth < WARM_UP_ROUNDS; nth++) await person.round()
  const quiet: Round[] = []
  for (let nth = 0; nth < rounds; nth++) quiet.push(...(await person.round()))
  const before = memoryOf(server)
  const plan: Attack[] = [{ name, connections: CONNECTIONS[name], acts: Number.MAX_SAFE_INTEGER }]
  const attackers = startAttackers(server, plan, ACCOUNTS)
  await attackers.begun
  await Bun.sleep(RUN_UP_MS)
  const attacked: Round[] = []
  for (let nth = 0; nth < rounds; nth++) attacked.push(...(await person.round()))
  const grown = Math.round(memoryOf(server) - before)
  const answers = await attackers.end()
  const refused = [...quiet, ...attacked].filter(({ status }) => status >= 300)
  say(
    `\n${name}: ${JSON.stringify(answers[name])}, memory ${grown < 0 ? '' : '+'}${grown} MB, ${refused.length} of the quiet person’s requests refused`,
  )
  for (const act of QUIET_ACTS) {
    const [ours, yardstick] = [timesOf(attacked, act), timesOf(quiet, act)]
    const [now, then] = [median(ours), median(yardstick)]
    say(
      `  ${act.padEnd(14)} quiet ${ms(then)}  attacked ${ms(now)}  longest ${ms(Math.max(...ours))}  ratio ${(now / then).toFixed(1)}`,
    )
  }
  await processes.end()
}

for (const name of Object.keys(CONNECTIONS) as AttackName[])
  if (!values.only || values.only.split(',').includes(name)) await measure(name)
process.exit(0)
