import * as z from 'zod/mini'
import { deviceDb, type RedirectDraft } from '../disk/device-db'
import type { LocalDb } from '../disk/local-db'
import { held, hold, RETURN_KEY, SESSION_KEY } from '../disk/redirect-session'
import type { Autosave } from '../drafts/autosave'
import { readUnsavedEdit } from '../drafts/unsaved-edits'

/** A form that has waited longer than this for its person is forgotten. */
export const REDIRECT_LIFETIME_MS = 24 * 60 * 60 * 1000

const Trip = z.object({
  key: z.string(),
  account: z.string(),
  path: z.string(),
  values: z.unknown(),
  createdAt: z.iso.datetime(),
})

/** A form that has come back from the payment provider, as it left. */
interface ReturnedForm<Values> {
  values: Values
  leftAt: string
}

/**
 * The valid values of a kept form: it must carry the key that came back in the address, belong to this account and page, be
 * younger than a day and still make sense to the form's own schema. Anything else is null: while somebody is at the provider,
 * another tab may sign out and somebody else in.
 */
export function readRedirect<Values>(
  kept: unknown,
  expected: { key: string; account: string; path: string; now: Date },
  schema: z.ZodMiniType<Values>,
): ReturnedForm<Values> | null {
  const trip = Trip.safeParse(kept)
  if (!trip.success) return null
  const { key, account, path } = trip.data
  if (key !== expected.key || account !== expected.account || path !== expected.path) return null
  const age = expected.now.getTime() - new Date(trip.data.createdAt).getTime()
  if (age < 0 || age > REDIRECT_LIFETIME_MS) return null
  const values = schema.safeParse(trip.data.values)
  return values.success ? { values: values.data, leftAt: trip.data.createdAt } : null
}

/**
 * Keeps a form in both places before the browser leaves for the payment provider.
 * @param account the name of the account's database
 * @returns the key for the way back
 */
export async function startRedirect(account: string, path: string, values: unknown): Promise<string> {
  const now = new Date()
  const trip: RedirectDraft = { key: crypto.randomUUID(), account, path, values, createdAt: now.toISOString() }
  hold(SESSION_KEY, JSON.stringify(trip))
  try {
    await deviceDb.trips
      .where('createdAt')
      .below(new Date(now.getTime() - REDIRECT_LIFETIME_MS).toISOString())
      .delete()
    await deviceDb.trips.put(trip)
  } catch {
    // Without room on disk the session's copy has to do.
  }
  return trip.key
}

/** Takes a form back out of whichever place has kept it; both forget it. Null when neither has. */
export async function endRedirect<Values>(
  key: string,
  account: string,
  path: string,
  schema: z.ZodMiniType<Values>,
): Promise<ReturnedForm<Values> | null> {
  const expected = { key, account, path, now: new Date() }
  const fromSession = readRedirect(parse(held(SESSION_KEY)), expected, schema)
  const fromDisk = readRedirect(await deviceDb.trips.get(key).catch(() => undefined), expected, schema)
  await dropRedirect(key)
  return fromSession ?? fromDisk
}

/**
 * Opens the draft of a form that may have come back from the provider. The form goes on as it left, unless the draft is
 * newer: the fields stay open until the browser leaves, and another tab may go on typing.
 */
export async function openReturned<Values>(
  db: LocalDb,
  draftId: string,
  autosave: Autosave<Values>,
  returned: ReturnedForm<Values> | null,
): Promise<Values | null> {
  const kept = await autosave.open()
  if (!returned) return kept
  const typedAt = readUnsavedEdit(db.name, draftId)?.at ?? (await db.drafts.get(draftId))?.updatedAt
  if (kept !== null && typedAt && typedAt > returned.leftAt) return kept
  // Without room on disk the form goes on in memory.
  await autosave.keep(returned.values).catch(() => undefined)
  return returned.values
}

/** Forgets a redirect that did not take place or is over. */
export async function dropRedirect(key: string): Promise<void> {
  hold(SESSION_KEY, null)
  await deviceDb.trips.delete(key).catch(() => undefined)
}

/** Flags that somebody has just come back to a page with a new card. */
export function markReturn(path: string): void {
  hold(RETURN_KEY, path)
}

export function returnedTo(path: string): boolean {
  return held(RETURN_KEY) === path
}

export function clearReturn(): void {
  hold(RETURN_KEY, null)
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
