import type { OutboxItem } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { rewriteChange } from '../inspiration/sharing/change-post'
import { changeWaitingPost } from '../inspiration/sharing/change-waiting-post'
import { EditDialog } from '../inspiration/sharing/edit-dialog'
import { startingDraft } from '../inspiration/sharing/post-values'
import { useAccount } from '../session/account'
import { isMessage } from '../sync/thread'
import { EditMessage } from './edit-message'

const ON_A_PAGE = new Set<OutboxItem['kind']>([
  'listing.create',
  'listing.change',
  'item.create',
  'item.change',
  'draft.save',
  'handover.put',
  'review.put',
  'review.answer',
  'report.put',
  'profile.save',
  'address.save',
  'blocked.add',
  'board.put',
  'purchase.status',
])

/** The place to edit a write: a dialog over its row, or the page that it came from; null for a press without words. */
export function editKindOf({ kind }: Pick<OutboxItem, 'kind'>): 'dialog' | 'page' | null {
  if (isMessage(kind) || kind === 'post.create' || kind === 'post.change') return 'dialog'
  return ON_A_PAGE.has(kind) ? 'page' : null
}

/** The form in which a write that waits, or was refused, is written anew. */
export function EditWrite({ item, onClose }: { item: OutboxItem; onClose: () => void }) {
  const { engine } = useAccount()
  if (isMessage(item.kind)) return <EditMessage item={item} onClose={onClose} />
  const [created] = pendingOf([item], 'post.create')
  if (created) {
    const post = created.payload
    return (
      <EditDialog
        draftKey={post.clientId}
        fresh={() => startingDraft(whole(post), post.photo)}
        save={(words) =>
          changeWaitingPost(engine, { opId: item.opId, photo: post.photo }, { ...words, clientId: post.clientId })
        }
        onClose={onClose}
      />
    )
  }
  const [changed] = pendingOf([item], 'post.change')
  if (!changed) return null
  const change = changed.payload
  return (
    <EditDialog
      draftKey={change.postKey}
      fresh={() => ({ ...startingDraft(whole(change), change.photo), over: item.opId })}
      refused={item.error}
      refusedAt={item.composedAt}
      save={(words) => rewriteChange(engine, item.opId, words)}
      onClose={onClose}
    />
  )
}

const whole = <Words extends { description?: string | null | undefined; alt?: string | null | undefined }>(
  words: Words,
) => ({ ...words, description: words.description ?? null, alt: words.alt ?? null })
