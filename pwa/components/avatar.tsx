import { useState } from 'react'

export interface AvatarProps {
  name: string
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** A person's photo, or the first letter of the name. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 'medium' }: AvatarProps) {
  const [unreachable, setUnreachable] = useState<string>()
  return (
    <span className="avatar" data-size={size} aria-hidden="true">
      {name.trim().charAt(0).toUpperCase() || '?'}
      {src && src !== unreachable && (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setUnreachable(src)} />
      )}
    </span>
  )
}
