import { WaitingChip } from '../../outbox/waiting-chip'
import { FieldError } from '../../ui/fields/field'
import { formatMoment } from '../../ui/times/offer-times'
import type { ShownHandover } from './handover-overlay'

/** The standing of a saved page on its way to the other side. */
export function HandoverState({ page }: { page: ShownHandover }) {
  if (page.waiting === 'attention')
    return (
      <FieldError>{`${page.error ?? 'The server did not accept this page.'} Your page and its photos are kept on this device.`}</FieldError>
    )
  if (page.waiting) return <WaitingChip state={page.waiting} />
  return <p className="muted fine">{`Saved on ${formatMoment(page.writtenAt)}`}</p>
}
