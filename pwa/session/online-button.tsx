import { useId, useState } from 'react'
import { messageOf } from '../sync/client'
import { BusyButton } from '../ui/busy-button'
import { errorNotice, useToast } from '../ui/toasts'
import { useReachable } from './use-sync'

/**
 * Attributes for controls that need a connection: disabled without one, and described by the reason, which stands beside them.
 * @param words the reason: 'Approving needs a connection.'; empty while there is no such control
 */
export function useOnlineControl(words: string) {
  const reachable = useReachable()
  const id = useId()
  return {
    control: { disabled: !reachable, 'aria-describedby': reachable ? undefined : id },
    reason: !reachable && words && (
      <span className="muted fine" id={id}>
        {words}
      </span>
    ),
  }
}

interface OnlineButtonProps {
  label: string
  /** Names the work under way: 'Agreeing'. */
  busyLabel: string
  /** The title of the notice after a press that failed. */
  failure: string
  look?: 'is-quiet' | 'is-secondary'
  onPress: () => Promise<unknown>
}

/** A press that is sent at once and never waits for a connection. */
export function OnlineButton({ label, busyLabel, failure, look = 'is-quiet', onPress }: OnlineButtonProps) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const { control, reason } = useOnlineControl(`${busyLabel} needs a connection.`)
  async function press() {
    setBusy(true)
    await onPress().catch((error) => toast(errorNotice(failure, messageOf(error, 'Please try again.'))))
    setBusy(false)
  }
  return (
    <>
      {reason}
      <BusyButton className={look} busy={isBusy} busyLabel={busyLabel} onClick={press} {...control}>
        {label}
      </BusyButton>
    </>
  )
}
