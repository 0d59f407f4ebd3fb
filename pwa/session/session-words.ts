import type { Unkept } from '../disk/disk-version'
import type { Paused } from '../disk/local-db'
import type { UnsentCounts } from './sealing/sealed-work'

/** Is nothing sent because the server does not know this person's session? */
export function mustSignInAgain(paused: Paused | null | undefined): boolean {
  return paused === 'unauthenticated' || paused === 'wrong_user'
}

/** The gain of signing in again, counted: 'Sign in to send 3 items'. */
export function signInWords(waiting: number): string {
  if (waiting === 0) return 'Your session has ended. Sign in again to stay up to date'
  return `Sign in to send ${waiting} ${waiting === 1 ? 'item' : 'items'}`
}

/** The sentence of a locked device for its person. @param unkept why everything is in the page's memory, if it is */
export function lockedWords(
  { username, writes, drafts }: UnsentCounts & { username: string },
  unkept: Unkept | null = null,
): string {
  const held = unsentWords({ writes, drafts })
  const where = unkept
    ? 'in this page alone until then, and gone when you close it'
    : 'encrypted on this device until then, for up to 60 days'
  const kept = held && ` ${held} All of it is ${where}.`
  return `Sign in again as ${username} to see your things here.${kept}`
}

/** Counts sealed work in words: '5 things of planner wait here'. */
export function sealedWords({ username, writes, drafts }: UnsentCounts & { username: string }): string {
  const count = writes + drafts
  return count === 1 ? `1 thing of ${username} waits here` : `${count} things of ${username} wait here`
}

/** Says that confirmed writes are lost to a server that has begun anew. */
export function goneWords({ gone }: { gone: number }): string {
  const [things, are] = gone === 1 ? ['1 thing', 'is'] : [`${gone} things`, 'are']
  return `${things} that had been sent ${are} no longer on the server: it has been reset since.`
}

/** The work that a sign-out would leave behind; empty when there is none. */
export function unsentWords({ writes, drafts }: UnsentCounts): string {
  const changes =
    writes > 0 && (writes === 1 ? '1 change has not been sent yet' : `${writes} changes have not been sent yet`)
  const begun = drafts > 0 && (drafts === 1 ? '1 draft is unfinished' : `${drafts} drafts are unfinished`)
  const words = [changes, begun].filter(Boolean).join(', ')
  return words && `${words}.`
}

/** The day of an instant, as in 'Tuesday, December 15'. */
export function untilDay(instant: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' }).format(new Date(instant))
}
