import { MediaCard } from '../../components/media-card'
import { TagList } from '../../components/post-card'
import type { WaitingPost } from '../../db/post-overlay'
import { NOT_READ_YET, usePhotoAddress } from './use-photo-address'
import { WaitingChip } from './waiting-chip'

/** One's own post before the server has it. It leads to what waits, where it can be sent again or given up. */
export function WaitingCard({ post }: { post: WaitingPost }) {
  const { title, tags, photo, state } = post
  const address = usePhotoAddress(photo)
  return (
    <MediaCard
      to="/outbox"
      title={title}
      photo={{ src: address ?? NOT_READ_YET }}
      badge={<WaitingChip state={state} />}
    >
      <TagList tags={tags} />
      <p className="card__text">{state === 'attention' ? 'It could not be posted.' : 'Only you see it for now.'}</p>
    </MediaCard>
  )
}
