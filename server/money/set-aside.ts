import { addMinutes } from 'date-fns'
import { asc, eq, lt } from 'drizzle-orm'
import { refusalIn } from '../db/refusal-in'
import { build, step } from '../db/steps'
import { paymentSetAside } from '../db/tables'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { ProviderError } from './gateway'

/** The first pause after something could not be read; each further one is twice as long, up to the longest. */
const FIRST_PAUSE_MINUTES = 1
const LONGEST_PAUSE_MINUTES = 6 * 60

/** Every job comes by more often. */
const SETTLED_AFTER_MINUTES = 60

/** After so many outages in a row it is the provider that is away. */
const OUTAGES_MAX = 3

export type SetAside = typeof paymentSetAside.$inferSelect

/**
 * Does `work` about one payment, account or claim, so that it delays itself alone: one that fails is set aside with its reason,
 * left alone for a pause that grows, and named on the operator's page until it succeeds.
 * @param name what it is, in words for operators: 'booking 12', 'account of user 3'
 * @returns false when the provider or the database could not be reached
 */
export async function workAlone(deps: Deps, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const [before] = await deps.db.read.select().from(paymentSetAside).where(eq(paymentSetAside.name, name))
  if (before && before.nextAt > deps.now().toISOString()) return true
  try {
    await work()
    if (before) await forget(deps, name)
    return true
  } catch (error) {
    deps.log({ level: 'error', what: 'set aside', name, ...describeError(error) })
    // An outage is nobody's own: everything is asked for again at the next turn.
    if (isOutage(error)) return false
    await setAside(deps, name, before, error)
    return true
  }
}

/**
 * Asks the provider about one row after the other, each alone, from another row on at each turn. Once the provider is away
 * the rest is left to the next turn: a provider that hangs does not hold up what needs none.
 * @returns the rows about which the provider has answered
 */
export async function askInTurn<Row>(
  deps: Deps,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  ask: (row: Row) => Promise<unknown>,
): Promise<Row[]> {
  const answered: Row[] = []
  const askOne = async (row: Row) => {
    await ask(row)
    answered.push(row)
  }
  const first = Math.floor(Math.random() * rows.length)
  let outages = 0
  for (const row of [...rows.slice(first), ...rows.slice(0, first)]) {
    outages = (await workAlone(deps, nameOf(row), () => askOne(row))) ? 0 : outages + 1
    if (outages === OUTAGES_MAX) break
  }
  return answered
}

/** Everything that is set aside, the oldest first. */
export function listSetAside({ db }: Pick<Deps, 'db'>): Promise<SetAside[]> {
  return db.read.select().from(paymentSetAside).orderBy(asc(paymentSetAside.since))
}

/** Forgets what nobody has come back to after its pause: it was settled in another way, by an event perhaps. */
export async function forgetSettled({ db, now }: Deps): Promise<void> {
  const isOver = lt(paymentSetAside.nextAt, addMinutes(now(), -SETTLED_AFTER_MINUTES).toISOString())
  await db.write(async () => {
    const [over] = await db.read.select().from(paymentSetAside).where(isOver).limit(1)
    return over ? [step(build.delete(paymentSetAside).where(isOver))] : []
  })
}

function isOutage(error: unknown): boolean {
  if (error instanceof ProviderError) return error.failure === 'unavailable'
  const kind = refusalIn(error)?.kind
  return kind === 'payment_provider_unavailable' || kind === 'busy'
}

async function setAside(deps: Deps, name: string, before: SetAside | undefined, error: unknown): Promise<void> {
  const now = deps.now()
  const attempts = (before?.attempts ?? 0) + 1
  const pause = Math.min(LONGEST_PAUSE_MINUTES, FIRST_PAUSE_MINUTES * 2 ** (attempts - 1))
  const reason = error instanceof Error ? error.message : String(error)
  const values = { reason: reason.slice(0, 500), attempts, nextAt: addMinutes(now, pause).toISOString() }
  const row = build
    .insert(paymentSetAside)
    .values({ name, since: now.toISOString(), ...values })
    .onConflictDoUpdate({ target: paymentSetAside.name, set: values })
  await deps.db.write(() => [step(row)])
}

async function forget({ db }: Deps, name: string): Promise<void> {
  await db.write(() => [step(build.delete(paymentSetAside).where(eq(paymentSetAside.name, name)))])
}
