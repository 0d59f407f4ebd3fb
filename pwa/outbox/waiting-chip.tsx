import { LoaderCircle } from 'lucide-react'
import type { WaitingState } from '../sync/overlay'
import { StatusChip } from '../ui/status-chip'

/** How far a post or an edit of one has come on its way to the server. */
export function WaitingChip({ state }: { state: WaitingState }) {
  if (state === 'attention') return <StatusChip tone="refused">Needs you</StatusChip>
  if (state === 'sending')
    return (
      <StatusChip tone="waiting" icon={<LoaderCircle className="turning" />}>
        Sending
      </StatusChip>
    )
  return <StatusChip tone="waiting">Waiting to be sent</StatusChip>
}
