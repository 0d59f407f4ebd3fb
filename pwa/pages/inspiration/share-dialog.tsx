import { lazy, Suspense } from 'react'
import { sharePost } from '../../actions/share-post'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { Modal } from '../../components/modal'
import { Spinner } from '../../components/spinner'
import { emptyPostDraft, NEW_POST } from '../../db/post-drafts'
import { useToast } from '../../notifications/toasts'

const PostForm = lazy(() => import('./post-form').then((module) => ({ default: module.PostForm })))

interface ShareDialogProps {
  open: boolean
  onClose: () => void
}

/** A new post. Closing keeps the draft; sharing puts the post on top of the feed at once, sent or not. */
export function ShareDialog({ open, onClose }: ShareDialogProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()
  return (
    <Modal open={open} title="Share Your Party Inspiration" onClose={onClose} lightDismiss={false}>
      <Suspense fallback={<Spinner label="Opening the form" />}>
        <PostForm
          draftKey={NEW_POST}
          fresh={emptyPostDraft}
          submitLabel="Share Inspiration"
          onSubmit={async (post, clientId) => {
            try {
              await sharePost(engine, { ...post, clientId })
            } catch {
              toast({
                variant: 'destructive',
                title: 'Failed to create post',
                description: 'There may be no room on this device. Your draft is still here.',
              })
              return false
            }
            onClose()
            toast({
              title: 'Post created!',
              description: reachable
                ? 'Your inspiration post has been successfully created.'
                : 'It is kept on this device and goes out by itself once there is a connection.',
            })
            return true
          }}
        />
      </Suspense>
    </Modal>
  )
}
