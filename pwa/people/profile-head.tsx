import { CalendarHeart, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicUser } from '#schema/user'
import { RatingLine } from '../reviews/stars'
import { Avatar } from '../ui/avatar'
import { monthWords } from '../ui/times/month-words'

interface ProfileHeadProps {
  person: PublicUser
  photo: string | null
  /** Buttons, and what there is to say of a change on its way. */
  children?: ReactNode
}

/** Photo, name, place, since when, and a person's own words. */
export function ProfileHead({ person, photo, children }: ProfileHeadProps) {
  // In some boroughs the post office calls the town by the neighborhood's name.
  const place = [...new Set([person.neighborhood, person.city])].filter(Boolean).join(', ')
  return (
    <header className="profile__head">
      <Avatar name={person.username} src={photo} size="large" />
      <div className="profile__words stack stack--tight">
        <h1 dir="auto">{person.username}</h1>
        <p className="profile__facts muted fine wrap">
          {person.rating && (
            <a className="tap-line" href="#reviews">
              <RatingLine rating={person.rating} />
            </a>
          )}
          {place && (
            <span>
              <MapPin />
              <bdi>{place}</bdi>
            </span>
          )}
          <span>
            <CalendarHeart />
            {`Member since ${monthWords(person.memberSince)}`}
          </span>
        </p>
        {person.description && (
          <p className="long-text reading" dir="auto">
            {person.description}
          </p>
        )}
        {children}
      </div>
    </header>
  )
}
