import { useLocation } from '@tanstack/react-router'
import { MailQuestionMark } from 'lucide-react'
import { useEffect } from 'react'
import { useAccount } from '../session/account'
import { SendVerification } from '../session/send-verification'
import '../styles/session.css'

/** Says what needs a confirmed address. The banner goes away with the confirmation, and waiting writes go out then. */
export function UnverifiedBanner() {
  const { user, engine, config } = useAccount()
  const { pathname } = useLocation()
  useEffect(() => () => engine.wake({ dueNow: true }), [engine])
  if (!user || pathname === '/confirm-address') return null
  return (
    <div className="session-banner session-banner--wraps line" role="status">
      <MailQuestionMark />
      <span>
        {`Confirm your address to list, offer, buy, post and write: open the link that we mailed to ${user.email}.`}
        {config?.keepsMails && (
          <>
            {' No mail leaves this machine: '}
            <a href="/mail" target="_blank" rel="noreferrer">
              read it here
            </a>
            .
          </>
        )}
      </span>
      <SendVerification />
    </div>
  )
}
