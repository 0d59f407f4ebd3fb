import { useAccount } from '../session/account'
import { PressDialog } from '../ui/press-dialog'
import { errorNotice, useToast } from '../ui/toasts'
import { deletePost } from './delete-post'
import type { ShownPost } from './post-overlay'

interface DeleteDialogProps {
  post: ShownPost
  onClose: () => void
  onDeleted?: () => void
}

/** Asks once more before a post is deleted for everybody. */
export function DeleteDialog({ post, onClose, onDeleted }: DeleteDialogProps) {
  const { engine } = useAccount()
  const toast = useToast()
  async function confirm() {
    try {
      await deletePost(engine, post)
    } catch {
      toast(errorNotice('Failed to delete post', 'Please try again.'))
      return
    }
    onClose()
    onDeleted?.()
    toast({ title: 'Post deleted' })
  }
  return (
    <PressDialog
      title={`Delete “${post.title}”?`}
      isDanger
      press="Delete post"
      back="Keep it"
      onPress={confirm}
      onClose={onClose}
    >
      <p>It disappears for everybody, with its likes, and from the boards that it is on.</p>
    </PressDialog>
  )
}
