import { afterEach, expect, test } from 'bun:test'
import { bodyLimits, quotaLimits, requestLimits, streamLimits } from './http/limits'
import type { Answers, Attack, AttackName } from './test-support/rig/attacks'
import { quietPerson, type Round } from './test-support/rig/quiet-person'
import { memoryOf, startAttackers, startTarget } from './test-support/rig/start-rig'
import { type StartedServer, serverProcesses } from './test-support/started-server'

const ROUNDS = 3
const LOOK_MS = 20
/** Without a bound the bodies alone take more than 900; the photos that a quiet person uploads meanwhile take some. */
const MOST_GROWTH_MB = 600
const WARM_UP_READS = 50
const processes = serverProcesses()

afterEach(() => processes.end())

interface Outcome {
  answers: Partial<Record<AttackName, Answers>>
  rounds: Round[]
  grownMegabytes: number
  server: StartedServer
}

/** A quiet person goes about their business while strangers attack, until the attackers have had enough. */
async function underAttack(plan: Attack[], accounts = 0): Promise<Outcome> {
  const server = await startTarget(processes)
  const person = quietPerson(server.origin)
  await person.register()
  // The memory that a server needs for its first requests is not counted.
  for (let nth = 0; nth < WARM_UP_READS; nth++) await (await fetch(`${server.origin}/api/listings`)).arrayBuffer()
  const rounds = await person.round()
  const before = memoryOf(server)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(server))
  }, LOOK_MS)
  try {
    const attackers = startAttackers(server, plan, accounts)
    let isEnough = false
    const enough = attackers.enough.then(() => {
      isEnough = true
    })
    for (let nth = 0; nth < ROUNDS || !isEnough; nth++) rounds.push(...(await person.round()))
    await enough
    const answers = await attackers.end()
    rounds.push(...(await person.round()))
    return { answers, rounds, grownMegabytes: Math.round(most - before), server }
  } finally {
    clearInterval(watch)
  }
}

function expectQuiet({ rounds, server }: Outcome): void {
  expect(rounds.filter(({ status }) => status >= 300)).toEqual([])
  expect(server.child.exitCode).toBeNull()
}

/** The statuses that an attack was answered. */
const kinds = (answers: Answers | undefined) => Object.keys(answers ?? {}).toSorted()

test('connections that never finish what they began hold up nobody and keep no memory', async () => {
  const outcome = await underAttack(
    [
      { name: 'slowHeaders', connections: 300, acts: 300 },
      { name: 'slowBodies', connections: 200, acts: 200 },
      { name: 'slowUploads', connections: 24, acts: 24 },
      { name: 'heldBodies', connections: 800, acts: 800 },
      { name: 'oversizedBodies', connections: 12, acts: 24 },
    ],
    4,
  )
  expectQuiet(outcome)
  const { answers, grownMegabytes } = outcome
  expect(grownMegabytes).toBeLessThan(MOST_GROWTH_MB)
  expect(kinds(answers.slowBodies)).toEqual(['held'])
  expect(kinds(answers.slowUploads)).toEqual(['held'])
  expect(kinds(answers.heldBodies)).toEqual(['429', 'held'])
  for (const answer of kinds(answers.oversizedBodies)) expect(['413', 'closed']).toContain(answer)
  expect(answers.heldBodies?.held).toBeLessThanOrEqual(bodyLimits.arrivingOfAddress / 1_000_000)
}, 120_000)

test('streams, sign-ins, registrations, pulls and writes by the thousand are refused; a quiet person notices nothing', async () => {
  const outcome = await underAttack(
    [
      { name: 'streams', connections: 300, acts: 3_000 },
      { name: 'signIns', connections: 60, acts: 60 },
      { name: 'registrations', connections: 2, acts: 40 },
      { name: 'items', connections: 8, acts: 600 },
      { name: 'pulls', connections: 50, acts: 600 },
      { name: 'writes', connections: 50, acts: 600 },
    ],
    6,
  )
  expectQuiet(outcome)
  const { answers } = outcome
  expect(kinds(answers.streams)).toEqual(['429', 'held'])
  expect(answers.streams?.held).toBeLessThanOrEqual(6 * streamLimits.perPerson)
  expect(kinds(answers.signIns)).toEqual(['401'])
  // A minute later each address may register one more.
  expect(kinds(answers.registrations)).toEqual(['201', '429'])
  expect(answers.registrations?.[201]).toBeLessThanOrEqual(2 * (requestLimits.registration.address.atOnce + 2))
  expect(kinds(answers.items)).toEqual(['200', '201', '429'])
  // They wait in turns.
  for (const answer of [...kinds(answers.pulls), ...kinds(answers.writes)]) expect(['200', '429']).toContain(answer)
  expect(answers.items?.[201]).toBe(quotaLimits.item.aDay.young)
}, 120_000)
