import { StatusChip } from '../ui/status-chip'
import type { WaitingThing } from './own-thing-writes'

/** How far a draft has come that its person has published; nothing for one that is only a draft. */
export function PublicationChip({ waiting }: { waiting: WaitingThing | null }) {
  if (!waiting) return null
  if (waiting.state === 'attention') return <StatusChip tone="refused">Not published</StatusChip>
  return <StatusChip tone="waiting">Waits to be published</StatusChip>
}
