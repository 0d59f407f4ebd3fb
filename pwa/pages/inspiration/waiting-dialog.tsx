import { changeWaitingPost } from '../../actions/change-waiting-post'
import { discardWaitingPost } from '../../actions/discard-waiting-post'
import { useAccount } from '../../auth/account'
import { ConfirmDialog } from '../../components/confirm-dialog'
import type { WaitingPost } from '../../db/post-overlay'
import { type Notice, useToast } from '../../notifications/toasts'
import { EditDialog } from './edit-dialog'
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
  const { engine } = useAccount()
  const toast = useToast()

  async function discard() {
    try {
      toast((await discardWaitingPost(engine, post)) ? { title: 'Post discarded' } : ON_ITS_WAY)
      onClose()
    } catch {
      toast({ variant: 'destructive', title: 'Failed to discard the post', description: 'Please try again.' })
    }
  }
  if (what === 'edit')
    return (
      <EditDialog
        draftKey={post.clientId}
        fresh={() => draftOf(post, post.photo)}
        save={(words) => changeWaitingPost(engine, post, { ...words, clientId: post.clientId })}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog title={`Discard “${post.title}”?`} confirmLabel="Discard post" onConfirm={discard} onClose={onClose}>
      <p>It has not been posted. Its words and its photo go from this device.</p>
    </ConfirmDialog>
  )
}
