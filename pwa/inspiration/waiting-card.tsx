import { Pencil, Trash2 } from 'lucide-react'
import { WaitingChip } from '../outbox/waiting-chip'
import { NOT_READ_YET, usePhotoAddress } from '../photos/use-photo-addresses'
import { IconButton } from '../ui/icon-button'
import { MediaCard } from '../ui/media-card'
import type { WaitingPost } from './post-overlay'
import type { WaitingQuestion } from './sharing/waiting-dialog'
import { TagList } from './tag-list'

interface WaitingCardProps {
  post: WaitingPost
  headingLevel: 2 | 3
  onAsk: (question: WaitingQuestion) => void
}

/** One's own post before the server has it. It leads to what waits; until it arrives it can be changed and given up here. */
export function WaitingCard({ post, headingLevel, onAsk }: WaitingCardProps) {
  const { title, tags, photo, state, reason } = post
  const address = usePhotoAddress(photo)
  return (
    <MediaCard
      to="/outbox"
      title={title}
      headingLevel={headingLevel}
      photo={{ src: address ?? NOT_READ_YET }}
      badge={<WaitingChip state={state} />}
      corner={
        state !== 'sending' && (
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
      <p className="card__text breaks muted fine">
        {state === 'attention' ? `Not posted: ${reason ?? 'it was refused.'}` : 'Only you see it for now.'}
      </p>
    </MediaCard>
  )
}
