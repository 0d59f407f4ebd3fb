import { CalendarPlus, Copy } from 'lucide-react'
import { useRef } from 'react'
import { useReachability } from '../../session/use-sync'
import { BusyButton } from '../../ui/busy-button'
import { ConfirmButton } from '../../ui/confirm-button'
import { copyText } from '../../ui/copy-text'
import { FieldError } from '../../ui/fields/field'
import { TextField } from '../../ui/fields/text-field'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import { useToast } from '../../ui/toasts'
import { useCalendarFeed, webcalAddress } from './use-calendar-feed'

/** The private calendar address: what it holds, who can read it, and how to stop it. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { reachable } = useReachability()
  const calendar = useCalendarFeed(reachable)
  const { feed, error } = calendar
  return (
    <Modal open title="Add to calendar" onClose={onClose} isInAddress>
      <div className="stack">
        <p>
          Your rentals, made and received, as a calendar that keeps itself current: the days, what is rented, the other
          side's name, the pickup address once it is agreed, and an alarm before pickup and return.
        </p>
        <p className="muted">
          The address is private. Whoever knows it can read this calendar, so give it to your calendar app alone.
        </p>
        {!reachable && (
          <p className="calendar-feed__offline">
            The address is not kept on this device. Connect to see it, make it or stop it.
          </p>
        )}
        {reachable && feed.state === 'loading' && <Spinner label="Reading your calendar address" />}
        {error && <FieldError>{error}</FieldError>}
        {reachable && feed.state === 'failed' && (
          <button type="button" className="is-secondary" onClick={calendar.retry}>
            Try again
          </button>
        )}
        {reachable && feed.state === 'known' && feed.url === null && (
          <BusyButton busy={calendar.work === 'make'} busyLabel="Making the address" onClick={calendar.make}>
            Make a calendar address
          </BusyButton>
        )}
        {reachable && feed.state === 'known' && feed.url !== null && <Address {...calendar} url={feed.url} />}
      </div>
    </Modal>
  )
}

function Address({
  url,
  work,
  make,
  drop,
}: { url: string } & Pick<ReturnType<typeof useCalendarFeed>, 'work' | 'make' | 'drop'>) {
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  async function copy() {
    if ((await copyText(url)) === 'copied') return toast({ title: 'Address copied' })
    field.current?.select()
    toast({ title: 'Please copy the address by hand', description: 'It is selected.' })
  }
  return (
    <>
      <TextField ref={field} label="Calendar address" value={url} readOnly onFocus={(event) => event.target.select()} />
      <div className="row">
        <a className="button is-primary" href={webcalAddress(url)}>
          <CalendarPlus />
          Open in a calendar app
        </a>
        <button type="button" className="is-secondary" onClick={copy}>
          <Copy />
          Copy address
        </button>
      </div>
      <div className="stack stack--tight calendar-feed__end">
        <p className="muted fine">Somebody else has it? Make a new one: the old address stops at once.</p>
        <div className="row">
          <BusyButton className="is-quiet" busy={work === 'make'} busyLabel="Making a new address" onClick={make}>
            Make a new address
          </BusyButton>
          <ConfirmButton label="Stop this calendar" question="Stop the address for every calendar?" onConfirm={drop} />
        </div>
      </div>
    </>
  )
}
