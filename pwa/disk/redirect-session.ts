import { deviceDb } from './device-db'

export const SESSION_KEY = 'trestle-trip'
export const RETURN_KEY = 'trestle-card-return'

/** Forgets every redirect to the payment provider: whose they were has signed out. */
export async function dropRedirects(): Promise<void> {
  hold(SESSION_KEY, null)
  hold(RETURN_KEY, null)
  await deviceDb.trips.clear()
}

// Session storage may be switched off altogether; then these values live as long as the page.
const inMemory = new Map<string, string>()

/** What the session keeps under a name, or null. */
export function held(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return inMemory.get(name) ?? null
  }
}

/** Keeps a text for this session; null forgets it. */
export function hold(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    if (text === null) inMemory.delete(name)
    else inMemory.set(name, text)
  }
}
