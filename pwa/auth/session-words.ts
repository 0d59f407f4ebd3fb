import type { UnsentCounts } from '../actions/sign-out'
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

/** What a sign-out would leave behind; empty when there is nothing. */
export function unsentWords({ writes, drafts }: UnsentCounts): string {
  const changes =
    writes > 0 && (writes === 1 ? '1 change has not been sent yet' : `${writes} changes have not been sent yet`)
  const begun = drafts > 0 && (drafts === 1 ? '1 draft is unfinished' : `${drafts} drafts are unfinished`)
  const words = [changes, begun].filter(Boolean).join(', ')
  return words && `${words}.`
}
