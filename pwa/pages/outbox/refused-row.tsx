import { discardWrite, retryWrite } from '../../actions/waiting-write'
import { useAccount } from '../../auth/account'
import { ConfirmButton } from '../../components/confirm-button'
import { StatusChip } from '../../components/status-chip'
import type { OutboxItem } from '../../db/local-db'
import { CopyButton } from './copy-button'
import { type KnownThings, mutationWords } from './mutation-words'
import { OutboxRow } from './outbox-row'

/** A write that the server will not take: its words, and the person's three ways on. */
export function RefusedRow({ item, known }: { item: OutboxItem; known: KnownThings }) {
  const { engine } = useAccount()
  const words = mutationWords(item.kind, item.payload, known)
  return (
    <OutboxRow
      words={words}
      chip={<StatusChip tone="refused">Not sent</StatusChip>}
      time={item.error?.message ?? 'The server did not take this.'}
    >
      <div className="row">
        <button type="button" className="is-secondary" onClick={() => retryWrite(engine, item.opId)}>
          Try again
        </button>
        {words.text && <CopyButton text={words.text} />}
        <ConfirmButton label="Discard" question="Discard this?" onConfirm={() => discardWrite(engine, item.opId)} />
      </div>
    </OutboxRow>
  )
}
