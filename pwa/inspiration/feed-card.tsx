import type { ReactNode } from 'react'
import { WaitingChip } from '../outbox/waiting-chip'
import { NOT_READ_YET, usePhotoAddress } from '../photos/use-photo-addresses'
import { PostCard } from './post-card'
import type { ShownPost } from './post-overlay'

interface FeedCardProps {
  post: ShownPost
  likeCount: number
  saveCount: number
  liked: boolean
  saved: boolean
  onLike: () => void
  onSave: () => void
  priority: boolean
  headingLevel: 2 | 3
  corner?: ReactNode
}

/** A post in a grid; one with an edit that is still on its way says so. */
export function FeedCard({ post, corner, ...marks }: FeedCardProps) {
  const { id, userId, username, title, tags, imageUrl, shape, blobId, waiting } = post
  const edited = usePhotoAddress(blobId ? { blobId } : null)
  return (
    <PostCard
      id={id}
      title={title}
      tags={tags}
      author={{ id: userId, username }}
      photo={{ src: blobId ? (edited ?? NOT_READ_YET) : imageUrl, placeholder: shape?.tint }}
      badge={waiting && <WaitingChip state={waiting} />}
      corner={corner}
      {...marks}
    />
  )
}
