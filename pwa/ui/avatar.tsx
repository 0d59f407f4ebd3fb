import { useState } from 'react'
import { photoSources } from './photo-sources'

export interface AvatarProps {
  name: string
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** How wide each size is laid out, as in the `sizes` attribute. */
const WIDTHS = { small: '1.75rem', medium: '2.75rem', large: '6rem' }

/** A person's photo, or the first letter of the name. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 'medium' }: AvatarProps) {
  const [unreachable, setUnreachable] = useState<string>()
  return (
    <span className="avatar" data-size={size} aria-hidden="true">
      {initialOf(name)}
      {src && src !== unreachable && (
        <img
          {...photoSources(src, window.location.origin)}
          alt=""
          sizes={WIDTHS[size]}
          loading="lazy"
          decoding="async"
          onError={() => setUnreachable(src)}
        />
      )}
    </span>
  )
}

/** A sign of English that is not joined with the next one. */
const PLAIN = /^[!-~](?![^ -~])/

/** The first sign as people see it: an emoji is several letters to a machine. */
export function initialOf(name: string): string {
  const trimmed = name.trim()
  // A browser loads its languages for the first `Segmenter`, while a first page waits.
  if (PLAIN.test(trimmed)) return trimmed.charAt(0).toUpperCase()
  const [first] = new Intl.Segmenter().segment(trimmed)
  return first?.segment.toLocaleUpperCase('en-US') ?? '?'
}
