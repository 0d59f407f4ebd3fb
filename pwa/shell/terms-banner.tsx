import { ScrollText } from 'lucide-react'
import { TERMS_VERSION } from '#schema/consent'
import { useAccount } from '../session/account'
import { callAccount } from '../session/call-account'
import { LegalLinks } from '../session/legal-links'
import { OnlineButton } from '../session/online-button'
import '../styles/session.css'

/** Asks for the agreement to terms that have changed. Waiting writes go out with it. */
export function TermsBanner() {
  const { engine, refreshUser } = useAccount()
  async function agree() {
    await callAccount('agreeToTerms', { body: { version: TERMS_VERSION } })
    await refreshUser()
    engine.wake({ dueNow: true })
  }
  return (
    <div className="session-banner session-banner--wraps line" role="status">
      <ScrollText />
      <span>
        We have changed the <LegalLinks />. What you write waits on this device until you agree.
      </span>
      <OnlineButton label="I agree" busyLabel="Agreeing" failure="This was not stored" onPress={agree} />
    </div>
  )
}
