import { Photo } from '../ui/photo'

interface PhotoRowProps {
  /** 'Damage' reads 'Damage, photo 1 of 3'. */
  label: string
  photos: string[]
}

/** Photos side by side; each opens in its full size. */
export function PhotoRow({ label, photos }: PhotoRowProps) {
  if (photos.length === 0) return null
  return (
    <ul className="photo-row plain-list" aria-label={label}>
      {photos.map((address, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same photo may be there twice, and the row never changes
        <li key={`${index} ${address}`}>
          <a href={address} target="_blank" rel="noreferrer">
            <Photo src={address} alt={`${label}, photo ${index + 1} of ${photos.length}`} ratio="square" sizes="8rem" />
          </a>
        </li>
      ))}
    </ul>
  )
}
