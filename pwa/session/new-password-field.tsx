import { useDeferredValue, useEffect, useState } from 'react'
import { PasswordField, type PasswordFieldProps } from '../ui/fields/password-field'

const STRENGTH = [
  'Many people use this password, or one that is much like it.',
  'Easy to guess.',
  'Could be harder to guess.',
  'Hard to guess.',
  'Very hard to guess.',
]
const GOOD = 3
const ADVICE = 'Three or four words that do not belong together are better.'
const NOBODY: string[] = []

interface NewPasswordFieldProps extends PasswordFieldProps {
  /** The password as it is typed. */
  password: string
  /** Words of its person that a stranger would try first. */
  personal?: string[]
}

/** A password that its person chooses, with how hard it is to guess. The meter's code needs a connection, as these forms do. */
export function NewPasswordField({ password, personal = NOBODY, ...field }: NewPasswordFieldProps) {
  const score = useScore(useDeferredValue(password), personal.join(' '))
  const isRated = password !== '' && score !== null
  return (
    <div className="password-choice">
      <PasswordField {...field} autoComplete="new-password" hint="At least 6 characters." />
      <p className="field__hint muted small" role="status">
        {isRated && (
          <>
            <meter className="meter" min={0} max={5} low={3} high={4} optimum={5} value={score + 1} aria-hidden />
            {score < GOOD ? `${STRENGTH[score]} ${ADVICE}` : STRENGTH[score]}
          </>
        )}
      </p>
    </div>
  )
}

function useScore(password: string, personal: string): number | null {
  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    let isStale = false
    if (password !== '')
      import(/* piece: onlineMeter */ './guess-password')
        .then(({ guessPassword }) => !isStale && setScore(guessPassword(password, personal.split(' ').filter(Boolean))))
        .catch(() => undefined)
    return () => {
      isStale = true
    }
  }, [password, personal])
  return score
}
