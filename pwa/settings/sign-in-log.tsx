import type { AccountSecurity } from '#schema/account'
import { clockTime } from '../ui/times/clock-time'
import { placeWords } from './place-words'
import type { Security } from './use-security'

const RESULTS: Record<AccountSecurity['signIns'][number]['result'], string> = {
  registered: 'The account was created',
  password: 'Signed in with the password',
  passkey: 'Signed in with a passkey',
  code: 'Signed in with the password and a code',
  recovery_code: 'Signed in with the password and a recovery code',
  wrong_code: 'A wrong code was refused',
  wrong_password: 'A wrong password was refused',
}

/** Recent tries to sign in, and their results. */
export function SignInLog({ security: { known } }: { security: Security }) {
  return (
    <section className="stack" aria-labelledby="security-log">
      <h2 id="security-log">Sign-ins of the last 30 days</h2>
      {known?.signIns.length === 0 && <p className="muted">Nobody has signed in since then.</p>}
      <ul className="plain-list divided sheet sign-in-log">
        {known?.signIns.map(({ at, result, ...place }) => (
          <li key={`${at} ${result}`}>
            <strong>{RESULTS[result]}</strong>
            <span className="muted fine">{`${placeWords(place)}, ${clockTime(at, new Date())}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
