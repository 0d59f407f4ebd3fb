import { useDiscard } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { PressDialog } from '../../ui/press-dialog'
import type { WaitingPost } from '../post-overlay'
import { changeWaitingPost } from './change-waiting-post'
import { EditDialog } from './edit-dialog'
import { startingDraft } from './post-values'

export interface WaitingQuestion {
  what: 'edit' | 'discard'
  post: WaitingPost
}

interface WaitingDialogProps {
  question: WaitingQuestion
  onClose: () => void
}

/** Changes or gives up one's own post that has not been sent. */
export function WaitingDialog({ question: { what, post }, onClose }: WaitingDialogProps) {
  const { engine } = useAccount()
  const discardWrite = useDiscard()

  async function discard() {
    await discardWrite({ opId: post.opId, mayHaveArrived: !post.isHere, done: 'Post discarded' })
    onClose()
  }
  if (what === 'edit')
    return (
      <EditDialog
        draftKey={post.clientId}
        fresh={() => startingDraft(post, post.photo)}
        save={(words) => changeWaitingPost(engine, post, { ...words, clientId: post.clientId })}
        onClose={onClose}
      />
    )
  return (
    <PressDialog
      title={`Discard “${post.title}”?`}
      isDanger
      press="Discard post"
      back="Keep it"
      onPress={discard}
      onClose={onClose}
    >
      <p>
        {post.isHere
          ? 'It has not been posted. Its words and its photo go from this device.'
          : 'It may have been posted already. Then it stays there, and you can delete it. What waits here goes with its photo.'}
      </p>
    </PressDialog>
  )
}
