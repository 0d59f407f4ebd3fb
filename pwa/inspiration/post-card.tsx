import { Bookmark, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button'
import { type CardPhoto, MediaCard } from '../ui/media-card'
import { NavLink } from '../ui/nav-link'
import { TagList } from './tag-list'

export interface PostCardProps {
  id: number
  title: string
  tags: string[]
  photo: CardPhoto
  author?: { id: number; username: string }
  likeCount: number
  saveCount: number
  liked: boolean
  saved: boolean
  onLike: () => void
  onSave: () => void
  /** Top left on the photo. */
  badge?: ReactNode
  /** Top right on the photo. */
  corner?: ReactNode
  priority?: boolean
  headingLevel?: 2 | 3
}

/** A post of the inspiration feed. */
export function PostCard(props: PostCardProps) {
  const { id, tags, author, likeCount, saveCount, liked, saved, onLike, onSave, ...frame } = props
  return (
    <MediaCard {...frame} to={`/inspiration/${id}`}>
      {author && (
        <p className="card__meta muted fine wrap card__author">
          <NavLink to={`/users/${author.id}/inspiration`} dir="auto">
            {author.username}
          </NavLink>
        </p>
      )}
      <TagList tags={tags} />
      <div className="card__actions line gap-1">
        <IconButton
          label={`Like ${frame.title}, ${likeCount}`}
          icon={<Heart />}
          pressed={liked}
          count={likeCount}
          onClick={onLike}
        />
        <IconButton
          label={`Save ${frame.title}, ${saveCount}`}
          icon={<Bookmark />}
          pressed={saved}
          count={saveCount}
          onClick={onSave}
        />
      </div>
    </MediaCard>
  )
}
