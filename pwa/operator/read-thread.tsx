import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ReadThread as Thread, ThreadRequest } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextAreaField } from '../ui/fields/text-area-field'
import { formatMoment } from '../ui/times/offer-times'
import { WhyForm } from './operator-forms'
import { FOUND_WORDS } from './operator-words'
import { useAct } from './use-act'

/** The messages of a booking or an order. They are read for a reason, which is logged. */
export function ReadThread({ kind, id }: Pick<ThreadRequest, 'kind' | 'id'>) {
  const [thread, setThread] = useState<Thread | null>(null)
  const { reachable, act } = useAct()
  const form = useForm<WhyForm>({ defaultValues: { note: '' }, resolver: standardSchemaResolver(WhyForm) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(({ note }) =>
    act(form, async () => {
      setThread(await callModeration('readThread', { body: { kind, id, note } }))
      return null
    }),
  )
  if (thread) return <Messages thread={thread} />
  const name = `${FOUND_WORDS[kind].one.toLowerCase()} ${id}`
  return (
    <form className="operator__form stack" noValidate onSubmit={submit} aria-label={`Read the messages of ${name}`}>
      <TextAreaField
        label="Why these messages are read"
        rows={2}
        hint="The log keeps this, with your name."
        error={errors.note?.message}
        {...form.register('note')}
      />
      <div className="form-actions">
        <SubmitButton className="is-secondary" busy={isSubmitting} busyLabel="Reading" disabled={!reachable}>
          Read the messages
        </SubmitButton>
      </div>
    </form>
  )
}

function Messages({ thread: { messages } }: { thread: Thread }) {
  if (messages.length === 0) return <p className="muted">Neither side wrote anything.</p>
  return (
    <ol className="operator__log stack gap-0 plain-list" aria-label="Messages">
      {messages.map(({ id, senderUsername, content, createdAt }) => (
        <li key={id}>
          <p className="damage__words" dir="auto">
            {content}
          </p>
          <p className="fine muted">
            {`${senderUsername}, `}
            <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
