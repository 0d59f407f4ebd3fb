import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FOUND_KINDS, type Found } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { EmptyState } from '../ui/empty-state'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { NoteForm } from './note-form'
import { FindForm } from './operator-forms'
import { FOUND_WORDS } from './operator-words'
import { PersonHistory } from './person-history'
import { ReadThread } from './read-thread'
import { useAct } from './use-act'

/** Finds people, sales and things on show. Each opens into its history, a note, and the thread of a sale. */
export function FindPanel() {
  const [found, setFound] = useState<Found[] | null>(null)
  const { reachable, act } = useAct({ isReading: true })
  const form = useForm<z.infer<typeof FindForm>>({
    defaultValues: { q: '' },
    resolver: standardSchemaResolver(FindForm),
  })
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const find = form.handleSubmit(({ q }) =>
    act(form, async () => {
      setFound(await callModeration('operatorFind', { query: { q } }))
      return null
    }),
  )
  return (
    <div className="stack reading">
      <form
        className="operator__find flush row align-start gap-3"
        noValidate
        onSubmit={find}
        aria-label="Find anything"
      >
        <TextField
          label="Find"
          hint="A number, a name or title, a mail address, or an id of the payment provider."
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('q')}
        />
        <SubmitButton className="is-secondary" busy={isSubmitting} busyLabel="Looking" disabled={!reachable}>
          Find
        </SubmitButton>
      </form>
      {!reachable && <p className="offline-reason well fine">Finding needs a connection.</p>}
      <div role="status">{found?.length === 0 && <EmptyState drawing="offers" title="Nothing was found." />}</div>
      {found && found.length > 0 && <AllFound found={found} />}
    </div>
  )
}

function AllFound({ found }: { found: Found[] }) {
  const groups = FOUND_KINDS.flatMap((kind) => {
    const own = found.filter((one) => one.kind === kind)
    return own.length > 0 ? [{ kind, own }] : []
  })
  return groups.map(({ kind, own }) => (
    <section key={kind} className="stack stack--tight" aria-label={FOUND_WORDS[kind].all}>
      <h2 className="operator__title">{`${FOUND_WORDS[kind].all} (${own.length})`}</h2>
      {own.map((one) => (
        <FoundCard key={one.id} found={one} />
      ))}
    </section>
  ))
}

function FoundCard({ found }: { found: Found }) {
  const { kind, id, title, detail } = found
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="surface operator__found flush" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="stack gap-1">
          <strong dir="auto">{title}</strong>
          <span className="fine muted">{`${FOUND_WORDS[kind].one} ${id} · ${detail}`}</span>
        </span>
      </summary>
      {isOpen && (
        <div className="stack">
          {kind === 'user' && <PersonHistory id={id} />}
          {(kind === 'booking' || kind === 'purchase') && <ReadThread kind={kind} id={id} />}
          {kind !== 'user' && <NoteForm kind={kind} id={id} />}
        </div>
      )}
    </details>
  )
}
