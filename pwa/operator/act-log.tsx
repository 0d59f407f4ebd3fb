import { useState } from 'react'
import type { OperatorAct } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { BusyButton } from '../ui/busy-button'
import { EmptyState } from '../ui/empty-state'
import { formatMoment } from '../ui/times/offer-times'
import { errorNotice, useToast } from '../ui/toasts'
import { AskedPanel } from './asked-panel'
import { joinPages } from './log-pages'
import { useAsked } from './use-asked'

const PAGE = 50
const ask = () => callModeration('operatorLog', { query: { limit: PAGE } })

/** Everything that operators did. Nobody can change or delete a line of it. */
export function ActLog() {
  const { asked, again } = useAsked(ask)
  return (
    <AskedPanel asked={asked} again={again} what="the log">
      {(newest) => <Acts newest={newest} />}
    </AskedPanel>
  )
}

export function ActLines({ acts }: { acts: OperatorAct[] }) {
  return (
    <ol className="operator__log stack gap-0 plain-list" aria-label="Log">
      {acts.map(({ id, at, operator, act, subject, note }) => (
        <li key={id}>
          <p>
            <strong>{`${act}: ${subject}`}</strong>
          </p>
          <p className="damage__words" dir="auto">
            {note}
          </p>
          <p className="fine muted">
            {`${operator}, `}
            <time dateTime={at}>{formatMoment(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

/** @param newest the first page, which is read again when the connection is back */
function Acts({ newest }: { newest: OperatorAct[] }) {
  const toast = useToast()
  const [before, setBefore] = useState(newest)
  const [firstId, setFirstId] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const acts = joinPages(newest, before)
  const isOver = newest.length < PAGE || acts.at(-1)?.id === firstId
  if (acts.length === 0) return <EmptyState drawing="offers" title="Nothing has been done yet." />

  async function more() {
    setBusy(true)
    try {
      const next = await callModeration('operatorLog', { query: { limit: PAGE, cursor: acts.at(-1)?.id } })
      const read = [...acts, ...next]
      setBefore(read)
      if (next.length < PAGE) setFirstId(read.at(-1)?.id)
    } catch {
      toast(errorNotice('The log could not be read', 'Please try again.'))
    }
    setBusy(false)
  }
  return (
    <div className="stack">
      <ActLines acts={acts} />
      {!isOver && (
        <div>
          <BusyButton className="is-secondary" busy={isBusy} busyLabel="Loading" onClick={() => void more()}>
            Show more
          </BusyButton>
        </div>
      )}
    </div>
  )
}
