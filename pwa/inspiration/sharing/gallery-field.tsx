import { X } from 'lucide-react'
import { useRef } from 'react'
import { NOT_READ_YET, usePhotoAddress } from '../../photos/use-photo-addresses'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { IconButton } from '../../ui/icon-button'
import { dismissPhoto } from './dismiss-photo'
import { addToGallery, readGallery } from './gallery-photos'
import '../../styles/gallery-field.css'

interface GalleryFieldProps {
  /** The photo that the form shows; null when there is none, or one from elsewhere. */
  chosen: string | null
  onChoose: (blobId: string) => void
}

/** Photos that were shared together: one for this post, the others for the next ones. Nothing where there is no choice. */
export function GalleryField({ chosen, onChoose }: GalleryFieldProps) {
  const { db } = useAccount().engine
  const photos = useLiveQuery(() => readGallery(db), [db]) ?? []
  const field = useRef<HTMLFieldSetElement>(null)
  if (photos.every((blobId) => blobId === chosen)) return null

  async function choose(blobId: string) {
    // A photo taken on the spot for this post is not in the way of choosing another.
    if (chosen) await addToGallery(db, [chosen])
    onChoose(blobId)
  }
  async function dismiss(blobId: string) {
    await dismissPhoto(db, blobId)
    field.current?.focus()
  }
  return (
    <fieldset className="field gallery-field no-ring" ref={field} tabIndex={-1}>
      <legend>From your gallery</legend>
      <ul className="plain-list">
        {photos.map((blobId, index) => (
          <li key={blobId}>
            <button
              type="button"
              className="gallery-field__photo well"
              aria-pressed={blobId === chosen}
              aria-label={`Use photo ${index + 1} of ${photos.length}`}
              onClick={() => choose(blobId)}
            >
              <Thumbnail blobId={blobId} />
            </button>
            {blobId !== chosen && (
              <IconButton floating label={`Dismiss photo ${index + 1}`} icon={<X />} onClick={() => dismiss(blobId)} />
            )}
          </li>
        ))}
      </ul>
      <p className="field__hint muted small">Choose one for this post. The others stay here for your next posts.</p>
    </fieldset>
  )
}

function Thumbnail({ blobId }: { blobId: string }) {
  return <img src={usePhotoAddress({ blobId }) ?? NOT_READ_YET} alt="" />
}
