import type { OutboxItem } from '../disk/local-db'
import { LOST } from '../sync/restored'
import { StatusChip } from '../ui/status-chip'
import { type KnownThings, mutationWords } from './mutation-words'
import { OutboxRow } from './outbox-row'
import { WriteButtons } from './write-buttons'
import { WritePhotos } from './write-photos'

/** A write that the server will not take: its words and photos, why, and what its person can do. */
export function RefusedRow({ item, known }: { item: OutboxItem; known: KnownThings }) {
  const words = mutationWords(item.kind, item.payload, known)
  return (
    <OutboxRow
      words={words}
      chip={<StatusChip tone="refused">{item.error?.code === LOST ? 'Lost by the server' : 'Not sent'}</StatusChip>}
      time={item.error?.message ?? 'The server did not accept this.'}
    >
      <WritePhotos item={item} />
      <WriteButtons item={item} to={words.to} />
    </OutboxRow>
  )
}
