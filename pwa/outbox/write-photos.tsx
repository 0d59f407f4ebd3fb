import type { OutboxItem } from '../disk/local-db'
import { neededPhotos } from '../drafts/kept-photos'
import { usePhotoAddress } from '../photos/use-photo-addresses'

/** The photos of this device that go with a write. */
export function WritePhotos({ item }: { item: OutboxItem }) {
  const photos = neededPhotos(item)
  if (photos.length === 0) return null
  return (
    <ul
      className="wrap gap-2 plain-list flush"
      aria-label={photos.length === 1 ? 'Its photo' : `Its ${photos.length} photos`}
    >
      {photos.map((blobId, nth) => (
        <li key={blobId}>
          <WritePhoto blobId={blobId} alt={`Photo ${nth + 1}`} />
        </li>
      ))}
    </ul>
  )
}

function WritePhoto({ blobId, alt }: { blobId: string; alt: string }) {
  const address = usePhotoAddress({ blobId })
  return address ? <img className="outbox__photo" src={address} alt={alt} /> : <span className="outbox__photo" />
}
