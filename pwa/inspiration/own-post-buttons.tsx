import { useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../session/account'
import { IconButton } from '../ui/icon-button'
import { DeleteDialog } from './delete-dialog'
import { postKey, type ShownPost } from './post-overlay'
import { changePost } from './sharing/change-post'
import { EditDialog } from './sharing/edit-dialog'
import { startingDraft } from './sharing/post-values'

type Asking = 'edit' | 'delete' | null

/** On the page of one's own post. */
export function OwnPostButtons({ post }: { post: ShownPost }) {
  const [asking, setAsking] = useState<Asking>(null)
  const navigate = useNavigate()
  return (
    <div className="row">
      <button type="button" className="is-secondary" onClick={() => setAsking('edit')}>
        <Pencil />
        Edit
      </button>
      <button type="button" className="is-quiet" onClick={() => setAsking('delete')}>
        <Trash2 />
        Delete
      </button>
      <OwnPostDialog
        post={post}
        asking={asking}
        onClose={() => setAsking(null)}
        onDeleted={() => navigate({ to: '/inspiration' })}
      />
    </div>
  )
}

/** On the photo of one's own post in a grid. */
export function OwnPostCorner({ post }: { post: ShownPost }) {
  const [asking, setAsking] = useState<Asking>(null)
  return (
    <span className="own-post-corner">
      <IconButton floating label={`Edit ${post.title}`} icon={<Pencil />} onClick={() => setAsking('edit')} />
      <IconButton floating label={`Delete ${post.title}`} icon={<Trash2 />} onClick={() => setAsking('delete')} />
      <OwnPostDialog post={post} asking={asking} onClose={() => setAsking(null)} />
    </span>
  )
}

interface OwnPostDialogProps {
  post: ShownPost
  asking: Asking
  onClose: () => void
  onDeleted?: () => void
}

function OwnPostDialog({ post, asking, onClose, onDeleted }: OwnPostDialogProps) {
  const { engine } = useAccount()
  const key = postKey(post)
  if (asking === 'edit')
    return (
      <EditDialog
        draftKey={key}
        fresh={() => startingDraft(post, post.blobId ? { blobId: post.blobId } : { url: post.imageUrl })}
        save={async (words) => {
          await changePost(engine, { ...words, postKey: key, postId: post.id })
          return true
        }}
        onClose={onClose}
      />
    )
  if (asking === 'delete') return <DeleteDialog post={post} onClose={onClose} onDeleted={onDeleted} />
  return null
}
