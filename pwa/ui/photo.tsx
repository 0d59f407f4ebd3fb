import { type CSSProperties, useEffect, useState } from 'react'
import { photoSources } from './photo-sources'
import { onTryAgain } from './photos-again'
import { stillLife } from './still-life'

export interface PhotoProps {
  /** Missing or unreachable photos show the category's still life. */
  src?: string | null
  /** Empty when the words beside the photo already say what it shows. */
  alt: string
  /** A colour (`#d9c2a7`) or a `data:` picture shown until the photo arrives. */
  placeholder?: string | null
  category?: string
  /** How wide the photo is laid out, as in the `sizes` attribute. */
  sizes?: string
  /** `wide` is 4:3; `fill` takes the height of whatever holds it. */
  ratio?: 'wide' | 'square' | 'fill'
  /** The first photo of a screen: loaded at once, without a fade. */
  priority?: boolean
}

/** Cards of a list whose photos are wanted at once: a phone shows no more, and each further photo holds the first one back. */
export const EAGER_PHOTOS = 2

/** Every photo of the product: reserved box, placeholder, sizes, one fade, and a drawing when there is none. */
export function Photo(props: PhotoProps) {
  // A new address is a new photo: its state starts over.
  return <OnePhoto key={props.src ?? 'missing'} {...props} />
}

function OnePhoto({ src, alt, placeholder, category, sizes, ratio = 'wide', priority }: PhotoProps) {
  const [failed, setFailed] = useState(!src)
  const [shown, setShown] = useState(Boolean(priority))
  useEffect(() => (failed && src ? onTryAgain(() => setFailed(false)) : undefined), [failed, src])
  const state = failed ? 'missing' : shown ? 'shown' : 'loading'
  const sources = failed || !src ? { src: stillLife(category) } : photoSources(src, window.location.origin)
  return (
    <span className="photo" data-ratio={ratio} data-state={state} style={ground(placeholder)}>
      <img
        {...sources}
        alt={alt}
        sizes={sizes}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        draggable={false}
        ref={(image) => {
          // A photo from the cache may be complete before React listens for its load event.
          if (image?.complete && image.naturalWidth > 0) setShown(true)
        }}
        onLoad={() => setShown(true)}
        onError={() => setFailed(true)}
      />
    </span>
  )
}

function ground(placeholder?: string | null): CSSProperties {
  if (!placeholder) return {}
  return placeholder.startsWith('data:')
    ? { backgroundImage: `url("${placeholder}")` }
    : { backgroundColor: placeholder }
}
