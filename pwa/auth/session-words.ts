import type { Paused } from '../db/local-db'

/** Is nothing sent because the server does not know this person's session? */
export function mustSignInAgain(paused: Paused | null | undefined): boolean {
  return paused === 'unauthenticated' || paused === 'wrong_user'
}

/** What signing in again does, counted: 'Sign in to send 3 items'. */
export function signInWords(waiting: number): string {
  if (waiting === 0) return 'Your session has ended. Sign in again to stay up to date'
  return `Sign in to send ${waiting} ${waiting === 1 ? 'item' : 'items'}`
}
