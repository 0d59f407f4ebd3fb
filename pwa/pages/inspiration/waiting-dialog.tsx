import { changePost } from '../../actions/change-post'
import { changeWaitingPost } from '../../actions/change-waiting-post'
import { discardWaitingPost } from '../../actions/discard-waiting-post'
import { useAccount } from '../../auth/account'
import { ConfirmDialog } from '../../components/confirm-dialog'
import type { WaitingPost } from '../../db/post-overlay'
import { type Notice, useToast } from '../../notifications/toasts'
import { EditDialog } from './edit-dialog'
import type { SentPost } from './post-form'
import { draftOf } from './post-values'

export interface WaitingQuestion {
  what: 'edit' | 'discard'
  post: WaitingPost
}

interface WaitingDialogProps {
  question: WaitingQuestion
  onClose: () => void
}

const ON_ITS_WAY: Notice = { title: 'This post is on its way', description: 'You can delete it once it is posted.' }

/** Changes or gives up one's own post that has not been sent. */
export function WaitingDialog({ question: { what, post }, onClose }: WaitingDialogProps) {
  const { user, engine } = useAccount()
  const toast = useToast()

  async function save(words: SentPost): Promise<boolean> {
    const { opId, clientId } = post
    if (await changeWaitingPost(engine, opId, { ...words, clientId })) return true
    // It was sent while it was being edited: from then on it is a post like any other.
    const row = engine.catalogue.all('post').find((one) => one.clientId === clientId && one.userId === user?.id)
    if (!row) return false
    // Its photo is the server's now, and may have left this device.
    const isSamePhoto = 'blobId' in words.photo && 'blobId' in post.photo && words.photo.blobId === post.photo.blobId
    const photo = isSamePhoto ? { url: row.imageUrl } : words.photo
    await changePost(engine, { ...words, photo, postKey: clientId, postId: row.id })
    return true
  }

  async function discard() {
    try {
      toast((await discardWaitingPost(engine, post)) ? { title: 'Post discarded' } : ON_ITS_WAY)
      onClose()
    } catch {
      toast({ variant: 'destructive', title: 'Failed to discard the post', description: 'Please try again.' })
    }
  }
  if (what === 'edit')
    return <EditDialog draftKey={post.clientId} fresh={() => draftOf(post, post.photo)} save={save} onClose={onClose} />
  return (
    <ConfirmDialog title={`Discard “${post.title}”?`} confirmLabel="Discard post" onConfirm={discard} onClose={onClose}>
      <p>It has not been posted. Its words and its photo go from this device.</p>
    </ConfirmDialog>
  )
}
