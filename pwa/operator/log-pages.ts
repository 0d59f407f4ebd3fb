import type { OperatorAct } from '#schema/operator'

/**
 * The log as its newest page and the lines read before show it, newest first and without a gap: lines that the newest page does not
 * reach are left out.
 */
export function joinPages(newest: readonly OperatorAct[], before: readonly OperatorAct[]): OperatorAct[] {
  const meeting = before.findIndex(({ id }) => id === newest.at(-1)?.id)
  return meeting === -1 ? [...newest] : [...newest, ...before.slice(meeting + 1)]
}
