import type { ErrorBody } from '#schema/errors'

/** The outcome of a write after an answer. */
export type Settlement =
  | { kind: 'acked' }
  /** Nobody of ours answered: the whole device waits, the write is as it was. */
  | { kind: 'unreachable' }
  /** Nothing is sent until the person has signed in, or the app has been updated. */
  | { kind: 'paused'; why: 'unauthenticated' | 'wrong_user' | 'client_too_old' }
  /** The server could not now: this lane waits. */
  | { kind: 'retry'; afterMs: number | null }
  /** This device has asked too often: nothing is sent for so long, the write is as it was. */
  | { kind: 'limited'; afterMs: number }
  /** The server will not: the person decides. The lane goes on. */
  | { kind: 'attention' }

interface Answered {
  kind: 'answered'
  status: number
  retryAfterMs: number | null
}

/** Somebody else is signed in, or the server is not the one that knows this account. */
const OTHER_PERSON = new Set(['wrong_user', 'other_account', 'other_life', 'cross_site'])
const RETRY_STATUSES = [408, 425, 429]

/** Reads an answer to a queued write; `undoes` marks one whose goal is that something be gone. */
export function settleAnswer(
  answer: Answered | { kind: 'unreachable' },
  refusal: ErrorBody | null,
  undoes: boolean,
): Settlement {
  if (answer.kind === 'unreachable') return { kind: 'unreachable' }
  const { status, retryAfterMs } = answer
  if (status >= 200 && status < 300) return { kind: 'acked' }
  if (status === 401) return { kind: 'paused', why: 'unauthenticated' }
  if (status === 426) return { kind: 'paused', why: 'client_too_old' }
  if (refusal && OTHER_PERSON.has(refusal.code)) return { kind: 'paused', why: 'wrong_user' }
  if (refusal?.code === 'too_many_requests' && retryAfterMs !== null) return { kind: 'limited', afterMs: retryAfterMs }
  if (
    refusal?.code === 'in_progress' ||
    refusal?.code === 'unverified' ||
    refusal?.code === 'terms_changed' ||
    // The offer or the order that there is now comes with the next pull.
    refusal?.code === 'question_moved' ||
    RETRY_STATUSES.includes(status) ||
    status >= 500
  )
    return { kind: 'retry', afterMs: retryAfterMs }
  if (undoes && (status === 404 || status === 410)) return { kind: 'acked' }
  return { kind: 'attention' }
}

const BACKOFF_BASE_MS = 1_000
const BACKOFF_CAP_MS = 5 * 60_000

/** Pause before the next try: full jitter, doubling up to five minutes. There is no last try: a count is how loss happens. */
export function backoffMs(attempts: number, random: number): number {
  return Math.round(random * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(attempts, 12)))
}
