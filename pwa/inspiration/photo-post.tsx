import { NOT_READ_YET, usePhotoAddress } from '../photos/use-photo-addresses'
import { MediaCard } from '../ui/media-card'
import type { ShownPost } from './post-overlay'

/** A post as its photo and title alone, among other things. */
export function PhotoPost({ post: { id, title, imageUrl, shape, blobId } }: { post: ShownPost }) {
  const edited = usePhotoAddress(blobId ? { blobId } : null)
  const photo = { src: blobId ? (edited ?? NOT_READ_YET) : imageUrl, placeholder: shape?.tint ?? null }
  return <MediaCard to={`/inspiration/${id}`} title={title} photo={photo} headingLevel={3} />
}
