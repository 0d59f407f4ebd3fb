import { Star } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '../ui/fields/field'
import { STAR_WORDS } from './review-words'
import { MOST_STARS } from './stars'

interface StarsFieldProps {
  label: string
  /** 0 while none are chosen. */
  value: number
  error?: string
  onChange: (stars: number) => void
}

/** One to five stars, as a row of choices. */
export function StarsField({ label, value, error, onChange }: StarsFieldProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className="stars-field">
        {STAR_WORDS.map((word, index) => {
          const stars = index + 1
          return (
            <label key={word} data-on={stars <= value}>
              <input
                className="visually-hidden"
                type="radio"
                name={id}
                checked={stars === value}
                aria-invalid={error ? true : undefined}
                onChange={() => onChange(stars)}
              />
              <Star aria-hidden />
              <span className="visually-hidden">{`${stars} of ${MOST_STARS} stars, ${word.toLowerCase()}`}</span>
            </label>
          )
        })}
        <span className="muted" aria-hidden>
          {STAR_WORDS[value - 1]}
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
