import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../components/icon-button'
import { MediaCard } from '../../components/media-card'
import { TagList } from '../../components/post-card'
import type { WaitingPost } from '../../db/post-overlay'
import { NOT_READ_YET, usePhotoAddress } from './use-photo-address'
import { WaitingChip } from './waiting-chip'
import type { WaitingQuestion } from './waiting-dialog'

interface WaitingCardProps {
  post: WaitingPost
  headingLevel: 2 | 3
  onAsk: (question: WaitingQuestion) => void
}

/** One's own post before the server has it. It leads to what waits; until it leaves it can be changed and given up here. */
export function WaitingCard({ post, headingLevel, onAsk }: WaitingCardProps) {
  const { title, tags, photo, state, reason, isHere } = post
  const address = usePhotoAddress(photo)
  return (
    <MediaCard
      to="/outbox"
      title={title}
      headingLevel={headingLevel}
      photo={{ src: address ?? NOT_READ_YET }}
      badge={<WaitingChip state={state} />}
      corner={
        isHere && (
          <span className="own-post-corner">
            <IconButton
              floating
              label={`Edit ${title}`}
              icon={<Pencil />}
              onClick={() => onAsk({ what: 'edit', post })}
            />
            <IconButton
              floating
              label={`Discard ${title}`}
              icon={<Trash2 />}
              onClick={() => onAsk({ what: 'discard', post })}
            />
          </span>
        )
      }
    >
      <TagList tags={tags} />
      <p className="card__text">
        {state === 'attention' ? `Not posted: ${reason ?? 'it was refused.'}` : 'Only you see it for now.'}
      </p>
    </MediaCard>
  )
}
