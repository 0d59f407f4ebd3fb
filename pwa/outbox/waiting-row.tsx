import { Clock } from 'lucide-react'
import type { OutboxItem } from '../disk/local-db'
import { StatusChip } from '../ui/status-chip'
import { clockTime } from '../ui/times/clock-time'
import { type KnownThings, mutationWords } from './mutation-words'
import { OutboxRow } from './outbox-row'
import { lineWords, waitReason } from './outbox-times'
import { WriteButtons } from './write-buttons'
import { WritePhotos } from './write-photos'

interface WaitingRowProps {
  item: OutboxItem
  known: KnownThings
  device: Parameters<typeof lineWords>[1]
  now: Date
}

/** A write in line, with its photos. */
export function WaitingRow({ item, known, device, now }: WaitingRowProps) {
  const reason = waitReason(item)
  const words = mutationWords(item.kind, item.payload, known)
  return (
    <OutboxRow
      words={words}
      chip={
        <StatusChip tone="waiting" icon={<Clock />}>
          {lineWords(item, device)}
        </StatusChip>
      }
      time={clockTime(item.composedAt, now)}
    >
      {reason && <p className="muted fine">{reason}</p>}
      <WritePhotos item={item} />
      <WriteButtons item={item} to={words.to} />
    </OutboxRow>
  )
}
