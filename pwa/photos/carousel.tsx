import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button'
import { Photo } from '../ui/photo'
import { usePhotoViewer } from './use-photo-viewer'

export interface CarouselPhoto {
  src: string
  alt?: string
  placeholder?: string | null
}

export interface CarouselProps {
  /** The subject of the photos, for screen readers: the listing's title. */
  label: string
  photos: CarouselPhoto[]
  category?: string
  sizes: string
}

/** Photos side by side: swiped, stepped through by buttons or by the arrow keys; a press opens them in full screen. */
export function Carousel({ label, photos, category, sizes }: CarouselProps) {
  const track = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const last = photos.length - 1
  const named = photos.map((photo, index) => ({
    ...photo,
    alt: photo.alt || (index === 0 ? label : `${label}, photo ${index + 1}`),
  }))
  const { open, viewer } = usePhotoViewer(label, named)

  const show = (index: number) => {
    const box = track.current
    box?.scrollTo({ left: Math.min(Math.max(index, 0), last) * box.clientWidth })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    show(current + (event.key === 'ArrowRight' ? 1 : -1))
  }

  if (last < 0) return <Photo alt={label} category={category} priority />
  return (
    <section className="carousel" aria-roledescription="carousel" aria-label={`Photos of ${label}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: the scrolled box is a group of slides, not a fieldset */}
      <div
        ref={track}
        className="carousel__track"
        role="group"
        aria-label={`Photo ${current + 1} of ${photos.length}`}
        tabIndex={last > 0 ? 0 : undefined}
        onKeyDown={onKeyDown}
        onClick={() => open(current)}
        onScroll={({ currentTarget: box }) => setCurrent(Math.round(box.scrollLeft / box.clientWidth))}
      >
        {named.map(({ src, alt, placeholder }, index) => (
          <div className="carousel__slide" key={src}>
            <Photo
              src={src}
              alt={alt}
              placeholder={placeholder}
              category={category}
              sizes={sizes}
              priority={index === 0}
            />
          </div>
        ))}
      </div>
      {last > 0 && <Steps current={current} last={last} onShow={show} />}
      <IconButton
        floating
        className="carousel__open"
        label="Open in full screen"
        icon={<Maximize2 />}
        onClick={() => open(current)}
      />
      {viewer}
    </section>
  )
}

/** At the ends the buttons stay where they are, so that nobody loses the focus. */
function Steps({ current, last, onShow }: { current: number; last: number; onShow: (index: number) => void }) {
  const dots = Array.from({ length: last + 1 }, (_, index) => index)
  return (
    <>
      <IconButton
        floating
        className="carousel__step"
        label="Previous photo"
        icon={<ChevronLeft />}
        aria-disabled={current === 0 || undefined}
        onClick={() => onShow(current - 1)}
      />
      <IconButton
        floating
        className="carousel__step carousel__step--next"
        label="Next photo"
        icon={<ChevronRight />}
        aria-disabled={current === last || undefined}
        onClick={() => onShow(current + 1)}
      />
      <div className="carousel__dots" aria-hidden="true">
        {dots.map((index) => (
          <span key={index} data-current={index === current || undefined} />
        ))}
      </div>
    </>
  )
}
