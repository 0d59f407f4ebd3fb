import { deviceDb } from './device-db'

export const SESSION_KEY = 'trestle-trip'
export const RETURN_KEY = 'trestle-card-return'

/** How the last screen names words that were typed into it, see last-screen. */
const TYPED_KEY = /^typed-before /

/** Forgets what this tab keeps of a person who has signed out: redirects to the payment provider, and words typed into a picture. */
export async function dropRedirects(): Promise<void> {
  hold(SESSION_KEY, null)
  hold(RETURN_KEY, null)
  for (const name of names().filter((one) => TYPED_KEY.test(one))) hold(name, null)
  await deviceDb.trips.clear()
}

// Session storage may be switched off altogether; then these values live as long as the page.
const inMemory = new Map<string, string>()

/** The value that the session keeps under a name, or null. */
export function held(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return inMemory.get(name) ?? null
  }
}

function names(): string[] {
  try {
    return Array.from({ length: sessionStorage.length }, (_, nth) => sessionStorage.key(nth) ?? '')
  } catch {
    return []
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
