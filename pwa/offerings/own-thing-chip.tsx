import { LoaderCircle } from 'lucide-react'
import { StatusChip, type Tone } from '../ui/status-chip'
import type { ShownOwn } from './own-thing-writes'

interface OwnThingChipProps {
  shown: ShownOwn
  /** How it is on show, once nothing needs its owner and nothing is on its way. */
  standing: { tone: Tone; words: string }
}

/** How one's own thing on offer stands: what needs its owner first, then what is on its way. */
export function OwnThingChip({ shown, standing }: OwnThingChipProps) {
  if (shown.refused) return <StatusChip tone="refused">Needs you</StatusChip>
  if (shown.waiting === 'waiting') return <StatusChip tone="waiting">Waiting to be sent</StatusChip>
  if (shown.waiting === 'sending')
    return (
      <StatusChip tone="waiting" icon={<LoaderCircle className="turning" />}>
        Sending
      </StatusChip>
    )
  return <StatusChip tone={standing.tone}>{standing.words}</StatusChip>
}
