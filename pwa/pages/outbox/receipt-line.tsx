import { clockTime } from '../../components/clock-time'
import { StatusChip } from '../../components/status-chip'
import type { ReceiptRow } from '../../db/local-db'
import { CopyButton } from './copy-button'
import { type KnownThings, mutationWords } from './mutation-words'
import { OutboxRow } from './outbox-row'

interface ReceiptLineProps {
  receipt: ReceiptRow
  known: KnownThings
  now: Date
}

const OUTCOMES = {
  sent: { tone: 'success', word: 'Sent', keepsText: false },
  discarded: { tone: 'neutral', word: 'Discarded', keepsText: true },
} as const satisfies Record<ReceiptRow['outcome'], { tone: string; word: string; keepsText: boolean }>

/** What became of a write. The words of a discarded one can still be copied. */
export function ReceiptLine({ receipt, known, now }: ReceiptLineProps) {
  const words = mutationWords(receipt.kind, receipt.payload, known)
  const { tone, word, keepsText } = OUTCOMES[receipt.outcome]
  return (
    <OutboxRow words={words} chip={<StatusChip tone={tone}>{word}</StatusChip>} time={clockTime(receipt.at, now)}>
      {keepsText && words.text && (
        <div>
          <CopyButton text={words.text} />
        </div>
      )}
    </OutboxRow>
  )
}
