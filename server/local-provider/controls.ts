import { hasSecretKey } from './access'
import type { AccountState } from './accounts'
import { moveAccount, requireAccount } from './accounts'
import type { Core } from './core'
import { NOBODY } from './core'
import { openDispute } from './disputes'
import type { FaultKind } from './faults'
import { FAULT_KINDS } from './faults'
import type { FormMembers } from './parameters'
import { integer, oneOf, parse, parseForm, text } from './parameters'
import { failPayout } from './payouts'
import { malformed, ProviderError } from './provider-error'
import type { Json, JsonObject } from './wire'
import { isObject, wire } from './wire'

const MAX_DELAY_MS = 60_000
const STATES: readonly AccountState[] = ['active', 'incomplete', 'restricted']

/** Switches for tests and developers, never part of Stripe's surface. `path` is what follows `/_local`. */
export async function serveControl(core: Core, request: Request, path: string): Promise<Response> {
  if (!hasSecretKey(request, core.site.secretKey))
    return Response.json({ error: { message: 'A test secret key is needed.' } }, { status: 401 })
  try {
    return Response.json(await control(core, request, path))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return Response.json(error.body(), { status: error.status })
  }
}

async function control(core: Core, request: Request, path: string): Promise<JsonObject> {
  const form = await readForm(request)
  const account = /^\/accounts\/([^/]+)$/.exec(path)?.[1]
  const name = account === undefined ? `${request.method} ${path}` : `${request.method} account`
  switch (name) {
    case 'GET /clock':
      return showClock(core)
    case 'POST /clock':
      return advanceClock(core, form)
    case 'GET /faults':
      return showFaults(core)
    case 'POST /faults':
      return armFault(core, form)
    case 'DELETE /faults':
      await core.faults.clear()
      return showFaults(core)
    case 'POST /tick':
      await core.tick()
      return showClock(core)
    case 'POST /disputes':
      return disputeCharge(core, form)
    case 'POST /payouts':
      return sendPayoutBack(core, form)
    case 'POST account':
      return changeAccount(core, account ?? '', form)
    default:
      throw new ProviderError(404, 'invalid_request_error', `Unknown control: ${request.method} ${path}`)
  }
}

/** Controls take forms and JSON alike. */
async function readForm(request: Request): Promise<FormMembers> {
  if (request.method !== 'POST') return new Map()
  const raw = await request.text()
  if (!request.headers.get('content-type')?.startsWith('application/json')) return parseForm(raw)
  const body = parseJson(raw || '{}')
  if (!isObject(body)) throw malformed('Expected a JSON object.')
  return new Map(Object.entries(body).map(([name, value]) => [name, String(value)]))
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function showClock(core: Core): JsonObject {
  return { object: 'local.clock', now: core.clock.now(), offset: core.clock.offset }
}

async function advanceClock(core: Core, form: FormMembers): Promise<JsonObject> {
  const { advance } = parse(form, { advance: integer }, ['advance'])
  if (advance < 0) throw malformed('The clock only goes forward.', { param: 'advance' })
  await core.clock.advance(advance)
  await core.tick()
  return showClock(core)
}

function showFaults(core: Core): JsonObject {
  return { object: 'local.faults', data: core.faults.list().map((fault) => ({ ...fault })) }
}

async function armFault(core: Core, form: FormMembers): Promise<JsonObject> {
  const shape = { kind: oneOf(FAULT_KINDS), times: integer, match: text(), delay_ms: integer }
  const { kind, times = 1, match, delay_ms } = parse(form, shape, ['kind'])
  if (times < 1) throw malformed('Expected at least once.', { param: 'times' })
  if (delay_ms !== undefined && (delay_ms < 0 || delay_ms > MAX_DELAY_MS)) {
    throw malformed(`Expected 0 to ${MAX_DELAY_MS} milliseconds.`, { param: 'delay_ms' })
  }
  const fault: { kind: FaultKind; times: number } = { kind, times }
  await core.faults.arm({ ...fault, ...(match ? { match } : {}), ...(delay_ms === undefined ? {} : { delay_ms }) })
  return showFaults(core)
}

/** The holder of a card asks their bank for a payment back, whatever card it is. */
async function disputeCharge(core: Core, form: FormMembers): Promise<JsonObject> {
  const { charge: id } = parse(form, { charge: text() }, ['charge'])
  return core.write(NOBODY, async (work) => {
    const charge = await work.require('charge', id, 'charge')
    if (!charge.captured || charge.disputed) throw malformed('Only a payment that was taken can be disputed, once.')
    openDispute(work, charge)
    return wire(charge)
  })
}

/** The bank of a payout account sends a payout back. */
async function sendPayoutBack(core: Core, form: FormMembers): Promise<JsonObject> {
  const { payout: id, account } = parse(form, { payout: text(), account: text() }, ['payout', 'account'])
  return core.write({ ...NOBODY, account }, async (work) => {
    const payout = await work.require('payout', id, 'payout')
    if (payout.status === 'failed') throw malformed('A payout is sent back once.')
    failPayout(work, payout)
    return wire(payout)
  })
}

async function changeAccount(core: Core, id: string, form: FormMembers): Promise<JsonObject> {
  const { state } = parse(form, { state: oneOf(STATES) }, ['state'])
  return core.write(NOBODY, async (work) => {
    const account = await requireAccount(work, id)
    moveAccount(work, account, state)
    return wire(account)
  })
}
