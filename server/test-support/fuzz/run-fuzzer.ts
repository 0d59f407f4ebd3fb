import type { EndpointName } from '#schema/endpoints'
import { errorCatalogue } from '#schema/errors'
import { rollDice } from '../../demo/dice'
import { openBeside } from '../database-beside'
import { openTestApp } from '../test-app'
import { openMarket } from './market'
import { nextRequest } from './requests'

/** Calls to the payment provider come before the answer: a payment that is refused leaves its trace. */
const LEAVES_A_TRACE = new Set<EndpointName>([
  'createBooking',
  'bookingPayment',
  'purchaseItem',
  'purchasePayment',
  'answerBooking',
  'setupCustomer',
  'setupSeller',
  'connectAccount',
])
/** A wrong password is noted in the account's list of tries, and the call is refused. */
const NOTES_TRIES = new Set<EndpointName>([
  'login',
  'sealKeysByPassword',
  'changePassword',
  'changeEmail',
  'closeAccount',
  'exportAccount',
  'startPasskey',
  'removePasskey',
  'startCodes',
  'turnOffCodes',
])
const MEGABYTE = 1_048_576
const REST_MS = 50
const PROGRESS_REQUESTS = 10_000

export interface FuzzReport {
  requests: number
  seed: number
  /** Breaches of the invariants, in words; empty when all is well. */
  faults: string[]
  /** How often each status was answered. */
  statuses: Record<number, number>
  /** Endpoints that have answered at least once below 400. */
  accepted: Set<EndpointName>
  /** By how much the memory has grown in the second half of the requests. */
  grownMegabytes: number
}

/**
 * Hands the app requests to every endpoint, made from the contract's schemas by a seed. Looked at with each: no answer is
 * the server's fault, a refusal has a code of the catalogue, and a write that was refused has changed nothing.
 * `onProgress` is told now and then how many have been answered and what was found so far.
 */
export async function runFuzzer(
  requests: number,
  seed: number,
  onProgress?: (done: number, faults: readonly string[]) => void,
): Promise<FuzzReport> {
  const t = await openTestApp()
  const market = await openMarket(t)
  // The version of the data is told to each connection by itself.
  const beside = await openBeside(t.deps.db.source)
  const report: FuzzReport = { requests, seed, faults: [], statuses: {}, accepted: new Set(), grownMegabytes: 0 }
  /** Moves with every commit, whatever its rows; for a noted try, with those that devices hear of alone. */
  const changes = async (name: EndpointName) => {
    const sql = NOTES_TRIES.has(name) ? 'SELECT seq FROM sync_clock' : 'PRAGMA data_version'
    return Number((await beside.execute(sql)).rows[0]?.[0])
  }
  /** Work that an earlier request began in the background, such as mails, has ended when nothing changes for a moment. */
  const changesAtRest = async (name: EndpointName) => {
    let [before, now] = [Number.NaN, await changes(name)]
    while (now !== before) {
      await Bun.sleep(REST_MS)
      before = now
      now = await changes(name)
    }
    return now
  }
  /** Such work may begin anew and change a row; a refused request that writes does so each time. */
  const changesAgain = async (name: EndpointName, ask: () => Promise<Response>) => {
    for (let turn = 0; turn < 5; turn++) {
      const before = await changesAtRest(name)
      const { status } = await ask()
      if (status < 400 || (await changes(name)) === before) return false
    }
    return true
  }
  const dice = rollDice(seed)
  let half = 0
  for (let nth = 0; nth < requests; nth++) {
    if (nth === Math.floor(requests / 2)) half = memory()
    if (nth > 0 && nth % PROGRESS_REQUESTS === 0) onProgress?.(nth, report.faults)
    const { name, request, abort, words } = nextRequest(dice, market)
    const isWrite = request.method !== 'GET'
    const before = isWrite ? await changes(name) : 0
    const again = () => t.fetch(request.clone() as Request)
    const response = await again()
    const text = name === 'live' && response.ok ? '' : await response.text()
    abort.abort()
    report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1
    const fault = (what: string) => report.faults.push(`seed ${seed}, request ${nth}, ${name}: ${what}: ${words}`)
    if (response.status < 400) {
      report.accepted.add(name)
      continue
    }
    if (response.status >= 500) fault(`answers ${response.status} ${text.slice(0, 200)}`)
    else if (!hasCode(text)) fault(`refuses with ${response.status} and without a code: ${text.slice(0, 200)}`)
    if (isWrite && !LEAVES_A_TRACE.has(name) && (await changes(name)) !== before && (await changesAgain(name, again)))
      fault('was refused and has changed something')
  }
  report.grownMegabytes = Math.round((memory() - half) / MEGABYTE)
  report.faults.push(...t.errors.slice(0, 5).map((entry) => `log: ${JSON.stringify(entry).slice(0, 900)}`))
  beside.close()
  await t.close()
  return report
}

function memory(): number {
  Bun.gc(true)
  return process.memoryUsage().heapUsed
}

function hasCode(text: string): boolean {
  try {
    return Object.hasOwn(errorCatalogue, JSON.parse(text).code)
  } catch {
    return false
  }
}
