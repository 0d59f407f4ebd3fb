import { lazy, Suspense } from 'react'
import type { OutboxItem } from '../../disk/local-db'
import { NO_ROOM_DRAFT } from '../../drafts/no-room'
import { useReachable } from '../../session/use-sync'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import { errorNotice, useToast } from '../../ui/toasts'
import type { PostDraft } from './post-drafts'
import type { SentPost } from './post-form'

const PostForm = lazy(() => import(/* piece: write */ './post-form').then((module) => ({ default: module.PostForm })))

interface EditDialogProps {
  /** Under which what is typed is kept: the post's key. */
  draftKey: string
  /** The post as it stands. */
  fresh: () => PostDraft
  /** Why the server did not take the words that the form starts with. */
  refused?: OutboxItem['error']
  /** The time at which those words were written here. */
  refusedAt?: string
  /** @returns false where the post can be changed only later */
  save: (post: SentPost) => Promise<boolean>
  onClose: () => void
}

/** One's own post, to be changed; without a connection too. */
export function EditDialog({ draftKey, fresh, refused = null, refusedAt, save, onClose }: EditDialogProps) {
  const reachable = useReachable()
  const toast = useToast()

  async function submit(post: SentPost): Promise<boolean> {
    try {
      const isKept = await save(post)
      onClose()
      if (isKept)
        toast({
          title: 'Post changed',
          description: reachable ? undefined : 'It goes out automatically once there is a connection.',
        })
      else toast({ title: 'This post is on its way', description: 'Your changes are kept: edit it once it is posted.' })
      return isKept
    } catch {
      toast(errorNotice('Failed to save your changes', NO_ROOM_DRAFT))
      return false
    }
  }
  return (
    <Modal open title="Edit your post" onClose={onClose} lightDismiss={false}>
      <Suspense fallback={<Spinner label="Opening the form" />}>
        <PostForm {...{ draftKey, fresh, refused, refusedAt }} submitLabel="Save changes" onSubmit={submit} />
      </Suspense>
    </Modal>
  )
}
