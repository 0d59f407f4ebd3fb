import { lazy, Suspense, useState } from 'react'
import { NO_ROOM_DRAFT } from '../../drafts/no-room'
import { useUndo } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useReachable } from '../../session/use-sync'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import { errorNotice, useToast } from '../../ui/toasts'
import { AsideList } from './aside-list'
import { continuePost, discardBegunPost } from './begun-posts'
import { readGallery } from './gallery-photos'
import { emptyPostDraft, NEW_POST } from './post-drafts'
import type { SentPost } from './post-form'
import { readAside } from './posts-aside'
import { sharePost } from './share-post'

const PostForm = lazy(() => import(/* piece: write */ './post-form').then((module) => ({ default: module.PostForm })))

interface ShareDialogProps {
  open: boolean
  title: 'Share Your Party Inspiration' | 'Share New Inspiration'
  /** A share of another app is on its way into the form. */
  isPreparing?: boolean
  /** The address opens it. */
  isInAddress?: boolean
  /** Opens this dialog again. */
  onOpen: () => void
  onClose: () => void
}

/** A new post. Closing keeps the draft; sharing puts the post on top of the feed at once, sent or not. */
export function ShareDialog({
  open,
  title,
  isPreparing = false,
  isInAddress = false,
  onOpen,
  onClose,
}: ShareDialogProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const offerUndo = useUndo()
  const begun = useLiveQuery(() => readAside(engine.db), [engine]) ?? []
  const [isSwapping, setSwapping] = useState(false)

  async function goOn(draftId: string) {
    // The form goes for a moment: it starts again with the other post.
    setSwapping(true)
    await continuePost(engine, draftId).catch(() => toast(errorNotice('Failed to open the draft')))
    setSwapping(false)
  }
  const discard = async (draftId: string) => {
    const discarded = await discardBegunPost(engine, draftId)
    if (discarded) offerUndo(discarded, 'Draft discarded')
  }

  async function submit(post: SentPost, clientId: string): Promise<boolean> {
    try {
      await sharePost(engine, { ...post, clientId })
    } catch {
      toast(errorNotice('Failed to create post', NO_ROOM_DRAFT))
      return false
    }
    onClose()
    const further = await readGallery(engine.db)
    toast({
      title: 'Post created!',
      description: reachable
        ? 'Your inspiration post has been successfully created.'
        : 'It is kept on this device and goes out automatically once there is a connection.',
      ...(further.length > 0 && { action: { label: 'Share the next photo', onPress: onOpen } }),
      ...(further.length === 0 && begun.length > 0 && { action: { label: 'Continue another post', onPress: onOpen } }),
    })
    return true
  }
  return (
    <Modal open={open} title={title} onClose={onClose} lightDismiss={false} isInAddress={isInAddress}>
      {isPreparing || isSwapping ? (
        <Spinner label="Preparing your photos" />
      ) : (
        <div className="stack">
          {begun.length > 0 && <AsideList posts={begun} onContinue={goOn} onDiscard={discard} />}
          <Suspense fallback={<Spinner label="Opening the form" />}>
            <PostForm draftKey={NEW_POST} fresh={emptyPostDraft} submitLabel="Share Inspiration" onSubmit={submit} />
          </Suspense>
        </div>
      )}
    </Modal>
  )
}
