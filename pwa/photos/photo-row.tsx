import { Photo } from '../ui/photo'
import { usePhotoViewer } from './use-photo-viewer'

interface PhotoRowProps {
  /** 'Damage' reads 'Damage, photo 1 of 3'. */
  label: string
  /** Null is a photo of this device that has not been read yet. */
  photos: readonly (string | null)[]
}

/** Photos side by side; each opens in full screen. */
export function PhotoRow({ label, photos }: PhotoRowProps) {
  const shown = photos.map((src, index) => ({ src, alt: `${label}, photo ${index + 1} of ${photos.length}` }))
  const read = shown.flatMap(({ src, alt }) => (src === null ? [] : [{ src, alt }]))
  const { open, viewer } = usePhotoViewer(label, read)
  if (photos.length === 0) return null
  return (
    <>
      <ul className="photo-row plain-list" aria-label={label}>
        {shown.map(({ src, alt }) => (
          <li key={alt}>
            {src === null ? (
              <span className="photo" data-ratio="square" />
            ) : (
              <button
                type="button"
                className="photo-press"
                aria-haspopup="dialog"
                onClick={() => open(read.findIndex((photo) => photo.alt === alt))}
              >
                <Photo src={src} alt={alt} ratio="square" sizes="8rem" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {viewer}
    </>
  )
}
