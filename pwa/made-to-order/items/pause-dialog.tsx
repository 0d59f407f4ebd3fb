import { type FormEvent, useId, useState } from 'react'
import { type Day, formatFarDay } from '#schema/date-range'
import { lastPauseDay, pauseProblem } from '#schema/made-to-order'
import { DayField } from '../../ui/fields/day-field'
import { Modal } from '../../ui/modal'

interface PauseDialogProps {
  title: string
  today: Day
  onPause: (until: Day) => void
  onClose: () => void
}

/** Until which day an item takes no orders. */
export function PauseDialog({ title, today, onPause, onClose }: PauseDialogProps) {
  const formId = useId()
  const [until, setUntil] = useState<Day | null>(null)
  const [wasPressed, setPressed] = useState(false)
  const problem = dayProblem(until, today)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setPressed(true)
    if (until === null || problem) event.currentTarget.querySelector('input')?.focus()
    else onPause(until)
  }
  return (
    <Modal
      open
      title={`Pause “${title}”`}
      onClose={onClose}
      footer={
        <>
          <button type="submit" form={formId}>
            Pause orders
          </button>
          <button type="button" className="is-secondary" onClick={onClose}>
            Keep taking orders
          </button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <p>Everybody goes on seeing it. Orders that were placed stay as they are.</p>
        <DayField
          label="Not taking orders until"
          value={until}
          min={today}
          max={lastPauseDay(today)}
          onChange={setUntil}
          hint={
            until && !problem ? `The last day without orders is ${formatFarDay(until, today)}.` : 'That day included.'
          }
          {...(wasPressed && problem ? { error: problem } : {})}
        />
      </form>
    </Modal>
  )
}

function dayProblem(until: Day | null, today: Day): string | null {
  if (until === null) return 'Please choose a day'
  return until < today ? 'Please choose today or a later day' : pauseProblem(until, today)
}
