import { Send } from 'lucide-react'
import { useState } from 'react'
import type { OutboxItem } from '../disk/local-db'
import { useAccount } from '../session/account'
import { reachability } from '../sync/reachability'
import { BusyButton } from '../ui/busy-button'
import { errorNotice, useToast } from '../ui/toasts'
import { waitingSince } from './outbox-times'

interface OutboxHeadProps {
  waiting: OutboxItem[]
  /** Sending would change nothing before the person has signed in or updated. */
  blocked: boolean
  now: Date
}

export function OutboxHead({ waiting, blocked, now }: OutboxHeadProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function sendNow() {
    setBusy(true)
    await engine.settle()
    setBusy(false)
    if (!reachability().reachable)
      toast(errorNotice('There is no connection right now', 'It is sent automatically as soon as there is one.'))
  }
  return (
    <div className="page__head">
      <div>
        <h1>Waiting to be sent</h1>
        {waiting.length > 0 && <p className="muted">{waitingSince(waiting, now)}</p>}
      </div>
      {waiting.length > 0 && !blocked && (
        <BusyButton busy={busy} busyLabel="Sending" onClick={sendNow}>
          <Send />
          Send now
        </BusyButton>
      )}
    </div>
  )
}
