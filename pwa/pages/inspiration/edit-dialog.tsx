import { lazy, Suspense } from 'react'
import { changePost } from '../../actions/change-post'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { Modal } from '../../components/modal'
import { Spinner } from '../../components/spinner'
import { postKey, type ShownPost } from '../../db/post-overlay'
import { useToast } from '../../notifications/toasts'
import { draftOf } from './post-values'

const PostForm = lazy(() => import('./post-form').then((module) => ({ default: module.PostForm })))

interface EditDialogProps {
  post: ShownPost
  onClose: () => void
}

/** One's own post, to be changed; without a connection too. */
export function EditDialog({ post, onClose }: EditDialogProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()
  const key = postKey(post)
  return (
    <Modal open title="Edit your post" onClose={onClose} lightDismiss={false}>
      <Suspense fallback={<Spinner label="Opening the form" />}>
        <PostForm
          draftKey={key}
          fresh={() => draftOf(post)}
          submitLabel="Save changes"
          onSubmit={async (words) => {
            try {
              await changePost(engine, { ...words, postKey: key, postId: post.id })
            } catch {
              toast({
                variant: 'destructive',
                title: 'Failed to save your changes',
                description: 'There may be no room on this device. Your draft is still here.',
              })
              return false
            }
            onClose()
            toast({
              title: 'Post changed',
              description: reachable ? undefined : 'It goes out by itself once there is a connection.',
            })
            return true
          }}
        />
      </Suspense>
    </Modal>
  )
}
