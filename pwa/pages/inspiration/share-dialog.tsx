import { lazy, Suspense } from 'react'
import { sharePost } from '../../actions/share-post'
import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { Modal } from '../../components/modal'
import { Spinner } from '../../components/spinner'
import { readGallery } from '../../db/gallery-photos'
import { emptyPostDraft, NEW_POST } from '../../db/post-drafts'
import { useToast } from '../../notifications/toasts'
import type { SentPost } from './post-form'

const PostForm = lazy(() => import('./post-form').then((module) => ({ default: module.PostForm })))

interface ShareDialogProps {
  open: boolean
  title: 'Share Your Party Inspiration' | 'Share New Inspiration'
  /** What was shared by another app is on its way into the form. */
  isPreparing?: boolean
  /** Opens this dialog again. */
  onOpen: () => void
  onClose: () => void
}

/** A new post. Closing keeps the draft; sharing puts the post on top of the feed at once, sent or not. */
export function ShareDialog({ open, title, isPreparing = false, onOpen, onClose }: ShareDialogProps) {
  const { engine } = useAccount()
  const { reachable } = useReachability()
  const toast = useToast()

  async function submit(post: SentPost, clientId: string): Promise<boolean> {
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
    const further = await readGallery(engine.db)
    toast({
      title: 'Post created!',
      description: reachable
        ? 'Your inspiration post has been successfully created.'
        : 'It is kept on this device and goes out by itself once there is a connection.',
      ...(further.length > 0 && { action: { label: 'Share the next photo', onPress: onOpen } }),
    })
    return true
  }
  return (
    <Modal open={open} title={title} onClose={onClose} lightDismiss={false}>
      {isPreparing ? (
        <Spinner label="Preparing your photos" />
      ) : (
        <Suspense fallback={<Spinner label="Opening the form" />}>
          <PostForm draftKey={NEW_POST} fresh={emptyPostDraft} submitLabel="Share Inspiration" onSubmit={submit} />
        </Suspense>
      )}
    </Modal>
  )
}
