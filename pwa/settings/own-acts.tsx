import { Link } from '@tanstack/react-router'
import { Gavel } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ListedAct } from '#schema/moderation'
import { callModeration } from '../moderation/call-moderation'
import { ACT_TITLES } from '../moderation/own-act-card'
import { useReachable } from '../session/use-sync'
import { formatMoment } from '../ui/times/offer-times'

/** The operators' decisions about the person, each with its reason and its appeal; nothing where there is none. */
export function OwnActs() {
  const reachable = useReachable()
  const [acts, setActs] = useState<ListedAct[]>([])
  useEffect(() => {
    let live = true
    // A person who cannot read them now reads them with the next connection.
    if (reachable)
      callModeration('ownActs', {})
        .then((found) => live && setActs(found))
        .catch(() => undefined)
    return () => {
      live = false
    }
  }, [reachable])
  if (acts.length === 0) return null
  return (
    <section className="stack" aria-labelledby="own-acts">
      <h2 id="own-acts">Decisions about you</h2>
      <ul className="plain-list stack gap-3">
        {acts.map(({ token, at, act, reason, appeal }) => (
          <li key={token} className="settings-row grid sheet">
            <Gavel className="settings-row__icon" aria-hidden />
            <span className="settings-row__words min-0 breaks">
              <strong>
                <Link to="/decision" hash={token}>
                  {ACT_TITLES[act]}
                </Link>
              </strong>
              <span className="muted fine settings-note__line">
                {`${formatMoment(at)}${appeal ? '' : '. You can appeal once.'}`}
              </span>
              <span className="long-text" dir="auto">
                {reason}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
