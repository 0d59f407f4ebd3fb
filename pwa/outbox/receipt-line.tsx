import type { ReceiptRow } from '../disk/local-db'
import { StatusChip } from '../ui/status-chip'
import { clockTime } from '../ui/times/clock-time'
import { type KnownThings, mutationWords } from './mutation-words'
import { OutboxRow } from './outbox-row'

interface ReceiptLineProps {
  receipt: ReceiptRow
  known: KnownThings
  now: Date
}

const OUTCOMES = {
  sent: { tone: 'success', word: 'Sent' },
  discarded: { tone: 'neutral', word: 'Not taken' },
} as const satisfies Record<ReceiptRow['outcome'], { tone: string; word: string }>

/** The outcome of a write. */
export function ReceiptLine({ receipt, known, now }: ReceiptLineProps) {
  const words = mutationWords(receipt.kind, receipt.payload, known)
  const { tone, word } = OUTCOMES[receipt.outcome]
  return (
    <OutboxRow words={words} chip={<StatusChip tone={tone}>{word}</StatusChip>} time={clockTime(receipt.at, now)} />
  )
}
