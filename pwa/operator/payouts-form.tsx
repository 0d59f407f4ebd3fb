import type { OperatorPerson } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { ReasonForm } from './reason-form'

/** Holds a person's payouts, or lets them go on. */
export function PayoutsForm({ person, again }: { person: OperatorPerson; again: () => Promise<void> }) {
  const { username, payoutsHeldAt } = person
  const held = payoutsHeldAt === null
  return (
    <ReasonForm
      name={`Payouts of ${username}`}
      keptAs={`payouts:${username}`}
      label={held ? 'Why the payouts are held' : 'Why the payouts go on'}
      button={held ? 'Hold payouts' : 'Let payouts go on'}
      again={again}
      about={held}
      act={async (note) => {
        await callModeration('operatorPayouts', { body: { username, held, note } })
        return { title: held ? `The payouts of ${username} are held` : `The payouts of ${username} go on` }
      }}
    />
  )
}
