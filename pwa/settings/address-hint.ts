import { formatDeadline } from '../ui/times/offer-times'

interface State {
  unverified?: boolean | undefined
  /** An earlier change can be undone until then. */
  undoUntil?: string | undefined
}

/** The course of a change of address, and who can undo it. */
export function addressHint({ unverified, undoUntil }: State, now: Date): string {
  const link = 'We mail a link there. The address changes once you open the link'
  if (unverified) return `${link}.`
  const isOpen = undoUntil !== undefined && new Date(undoUntil) > now
  return isOpen
    ? `${link}; the old one is told, but until ${formatDeadline(undoUntil, now)} only the address before it can undo a change.`
    : `${link}; the old one is told, and can undo it for 7 days.`
}
