import { MonitorSmartphone } from 'lucide-react'
import { callAccount } from '../session/call-account'
import { ConfirmButton } from '../ui/confirm-button'
import { StatusChip } from '../ui/status-chip'
import { clockTime } from '../ui/times/clock-time'
import { placeWords } from './place-words'
import type { Security } from './use-security'

/** The account's sessions; a device whose session is ended locks at its next contact. */
export function SessionList({ security: { known, problem, isBusy, change } }: { security: Security }) {
  const others = known?.sessions.filter(({ here }) => !here) ?? []
  return (
    <section className="stack" aria-labelledby="security-sessions">
      <h2 id="security-sessions">Where you are signed in</h2>
      <p className="muted">A device that you sign out here locks at its next contact. Its unsent work waits there.</p>
      {problem && (
        <p role="alert" className="settings-note">
          {problem}
        </p>
      )}
      <ul className="plain-list stack gap-3">
        {known?.sessions.map(({ key, here, lastSeenAt, ...place }) => (
          <li key={key} className="settings-row grid sheet">
            <MonitorSmartphone className="settings-row__icon" aria-hidden />
            <span className="settings-row__words min-0 breaks">
              <strong>{placeWords(place)}</strong>
              <span className="muted fine settings-note__line">{`Last seen ${clockTime(lastSeenAt, new Date())}`}</span>
            </span>
            <span className="settings-row__buttons">
              {here ? (
                <StatusChip tone="info">This device</StatusChip>
              ) : (
                <ConfirmButton
                  label="Sign out"
                  question={`Sign out ${place.device || 'this device'}?`}
                  disabled={isBusy}
                  onConfirm={() => void change(() => callAccount('endSessions', { body: { key } }))}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className="form-actions">
          <ConfirmButton
            label="Sign out all other devices"
            question={`Sign out ${others.length} devices?`}
            disabled={isBusy}
            onConfirm={() => void change(() => callAccount('endSessions', { body: { others: true } }))}
          />
        </div>
      )}
    </section>
  )
}
