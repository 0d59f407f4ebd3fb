import { useCallback } from 'react'
import type { Found, OperatorPerson } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { formatMoment } from '../ui/times/offer-times'
import { ActLines } from './act-log'
import { AskedPanel } from './asked-panel'
import { ForDuty } from './for-duty'
import { ForOthers } from './for-others'
import { NoteForm } from './note-form'
import { FOUND_WORDS } from './operator-words'
import { PayoutsForm } from './payouts-form'
import { useAsked } from './use-asked'

/** A person with what they have sold, bought and shown, and what operators did and noted about it. */
export function PersonHistory({ id }: { id: number }) {
  const ask = useCallback(() => callModeration('operatorPerson', { params: { id } }), [id])
  const { asked, again } = useAsked(ask)
  return (
    <AskedPanel asked={asked} again={again} what="the history">
      {(person) => (
        <>
          <ul className="operator__checks stack gap-1">
            {factsOf(person).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <Lines title="Bookings and orders" found={person.sales} none="None." />
          <Lines title="On show" found={person.things} none="Nothing." />
          <section className="stack stack--tight" aria-label="What operators did">
            <h3>What operators did</h3>
            {person.acts.length === 0 ? <p className="muted">Nothing.</p> : <ActLines acts={person.acts} />}
          </section>
          <ForDuty duty="money">
            <ForOthers parties={[person.username]}>
              <PayoutsForm person={person} again={again} />
            </ForOthers>
          </ForDuty>
          <NoteForm kind="user" id={id} again={again} />
        </>
      )}
    </AskedPanel>
  )
}

function factsOf(person: OperatorPerson): string[] {
  const { memberSince, isVerified, suspendedAt, closingAt, payoutsHeldAt, operatorRole, reports } = person
  return [
    `Member since ${formatMoment(memberSince)}`,
    isVerified ? 'The mail address is confirmed.' : 'The mail address is not confirmed.',
    ...(operatorRole ? [`Operator: ${operatorRole}`] : []),
    ...(closingAt ? [`Closing the account since ${formatMoment(closingAt)}`] : []),
    ...(suspendedAt && !closingAt ? [`Suspended since ${formatMoment(suspendedAt)}`] : []),
    ...(payoutsHeldAt ? [`Payouts held since ${formatMoment(payoutsHeldAt)}`] : []),
    `Reports so far: ${reports}`,
  ]
}

function Lines({ title, found, none }: { title: string; found: Found[]; none: string }) {
  return (
    <section className="stack stack--tight" aria-label={title}>
      <h3>{title}</h3>
      {found.length === 0 && <p className="muted">{none}</p>}
      <ul className="operator__log stack gap-0 plain-list">
        {found.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <p dir="auto">{one.title}</p>
            <p className="fine muted">{`${FOUND_WORDS[one.kind].one} ${one.id} · ${one.detail}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
