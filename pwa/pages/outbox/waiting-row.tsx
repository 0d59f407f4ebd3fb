import { Clock } from 'lucide-react'
import { discardWrite } from '../../actions/waiting-write'
import { useAccount } from '../../auth/account'
import { clockTime } from '../../components/clock-time'
import { ConfirmButton } from '../../components/confirm-button'
import { StatusChip } from '../../components/status-chip'
import type { OutboxItem } from '../../db/local-db'
import { type KnownThings, mutationWords } from './mutation-words'
import { OutboxRow } from './outbox-row'
import { lineWords } from './outbox-times'

interface WaitingRowProps {
  item: OutboxItem
  known: KnownThings
  device: Parameters<typeof lineWords>[1]
  now: Date
}

/** A write in line. What may have left the device already can no longer be taken back here. */
export function WaitingRow({ item, known, device, now }: WaitingRowProps) {
  const { engine } = useAccount()
  return (
    <OutboxRow
      words={mutationWords(item.kind, item.payload, known)}
      chip={
        <StatusChip tone="waiting" icon={<Clock />}>
          {lineWords(item, device)}
        </StatusChip>
      }
      time={clockTime(item.composedAt, now)}
    >
      {!item.everSent && (
        <ConfirmButton label="Discard" question="Discard this?" onConfirm={() => discardWrite(engine, item.opId)} />
      )}
    </OutboxRow>
  )
}
