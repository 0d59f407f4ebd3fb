import type { ReactNode } from 'react'
import { NavLink } from './nav-link'
import { Photo } from './photo'

export interface CardPhoto {
  src?: string | null
  alt?: string
  placeholder?: string | null
}

export interface MediaCardProps {
  to: string
  title: string
  photo: CardPhoto
  category?: string
  /** Top left on the photo. */
  badge?: ReactNode
  /** Top right on the photo: a heart or another small control. */
  corner?: ReactNode
  /** The first card or two of a grid. */
  priority?: boolean
  headingLevel?: 2 | 3
  children?: ReactNode
}

/** One column on phones, up to four in 72 rem. */
const CARD_SIZES = '(min-width: 72em) 18rem, (min-width: 56em) 32vw, (min-width: 36em) 48vw, 100vw'

/** The frame that all cards share. The title's link covers the whole card; links and buttons inside stay reachable. */
export function MediaCard(props: MediaCardProps) {
  const { to, title, photo, category, badge, corner, priority, headingLevel = 2, children } = props
  const Heading = `h${headingLevel}` as const
  return (
    <article className="card">
      <div className="card__media">
        <Photo
          src={photo.src}
          alt={photo.alt ?? ''}
          placeholder={photo.placeholder}
          category={category}
          sizes={CARD_SIZES}
          priority={priority}
        />
        {badge && <span className="card__badge">{badge}</span>}
        {corner && <div className="card__corner">{corner}</div>}
      </div>
      <div className="card__body stack">
        <Heading className="card__title" dir="auto">
          <NavLink className="stretched-link" to={to}>
            {title}
          </NavLink>
        </Heading>
        {children}
      </div>
    </article>
  )
}
