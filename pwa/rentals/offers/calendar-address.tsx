import { Copy, ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { BusyButton } from '../../ui/busy-button'
import { ConfirmButton } from '../../ui/confirm-button'
import { copyText } from '../../ui/copy-text'
import { AgainButton } from '../../ui/failure'
import { FieldError } from '../../ui/fields/field'
import { TextField } from '../../ui/fields/text-field'
import { Spinner } from '../../ui/spinner'
import { useToast } from '../../ui/toasts'
import { useCalendarFeed, webcalAddress } from './use-calendar-feed'

/** Shows the address, makes a new one, or stops it: all of it is asked of the server. */
export function CalendarAddress() {
  const calendar = useCalendarFeed()
  const { feed, error } = calendar
  return (
    <>
      {feed.state === 'loading' && <Spinner label="Reading your calendar address" />}
      {error && <FieldError>{error}</FieldError>}
      {feed.state === 'failed' && <AgainButton again={calendar.retry} />}
      {feed.state === 'known' && feed.url === null && (
        <BusyButton busy={calendar.work === 'make'} busyLabel="Making the address" onClick={calendar.make}>
          Make a calendar address
        </BusyButton>
      )}
      {feed.state === 'known' && feed.url !== null && <Address {...calendar} url={feed.url} />}
    </>
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
        <a className="button" href={webcalAddress(url)}>
          <ExternalLink />
          Open in a calendar app
        </a>
        <button type="button" className="is-secondary" onClick={copy}>
          <Copy />
          Copy address
        </button>
      </div>
      <div className="stack stack--tight ruled">
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
