import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { TERMS_VERSION } from '#schema/consent'
import { useAccount } from '../session/account'
import { callAccount } from '../session/call-account'
import { LegalLinks } from '../session/legal-links'
import { useReachable } from '../session/use-sync'
import { messageOf } from '../sync/client'
import { BusyButton } from '../ui/busy-button'
import { errorNotice, useToast } from '../ui/toasts'
import '../styles/session.css'

/** Asks for the agreement to terms that have changed. Waiting writes go out with it. */
export function TermsBanner() {
  const { engine, refreshUser } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  async function agree() {
    setBusy(true)
    try {
      await callAccount('agreeToTerms', { body: { version: TERMS_VERSION } })
      await refreshUser()
      engine.wake({ dueNow: true })
    } catch (error) {
      const description = messageOf(error, 'Please try again.')
      toast(errorNotice('This was not stored', description))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="session-banner session-banner--wraps line" role="status">
      <ScrollText />
      <span>
        We have changed the <LegalLinks />. What you write waits on this device until you agree.
      </span>
      <BusyButton className="is-quiet" busy={isBusy} busyLabel="Agreeing" disabled={!reachable} onClick={agree}>
        I agree
      </BusyButton>
    </div>
  )
}
