import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo, useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { type Board, BoardChange } from '#schema/inspiration'
import { useKeptForm } from '../../drafts/use-kept-form'
import { useTyped } from '../../drafts/use-typed'
import { useAccount } from '../../session/account'
import { DayField, findWrongDay, focusWrongDay } from '../../ui/fields/day-field'
import { fieldOf } from '../../ui/fields/field-of'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextField } from '../../ui/fields/text-field'
import { Modal } from '../../ui/modal'
import { errorNotice, useToast } from '../../ui/toasts'
import { boardDraft, type EventWords, freshBoard } from './board-draft'
import { putBoard } from './put-board'

interface BoardDialogProps {
  /** The board to change; null makes a new one. */
  board: Board | null
  onClose: () => void
  onKept?: (key: string) => void
}

/** Name, day, place and guests of a board's event; closing keeps what is typed. */
export function BoardDialog(props: BoardDialogProps) {
  // Another account is another form, with drafts of its own.
  return <OwnBoardDialog key={useAccount().user?.id} {...props} />
}

function OwnBoardDialog({ board, onClose, onKept }: BoardDialogProps) {
  const { engine } = useAccount()
  const { db } = engine
  const key = board?.key ?? null
  const toast = useToast()
  const keeper = useMemo(() => boardDraft(key).autosave(db), [db, key])
  const { draft, round, change } = useKeptForm(keeper, freshBoard(board))

  async function save(words: BoardChange, seen: EventWords | null) {
    try {
      const made = await keeper.handOver(() => putBoard(engine, words, key, seen))
      onClose()
      onKept?.(made)
    } catch {
      toast(errorNotice('Failed to save the board', 'Please try again.'))
    }
  }
  return (
    <Modal open title={board ? 'Edit board' : 'New board'} onClose={onClose} lightDismiss={false}>
      {draft && (
        <BoardForm
          key={round}
          start={draft.values}
          press={board ? 'Save board' : 'Make board'}
          onTyped={(values) => change({ values })}
          onSave={(words) => save(words, draft.seen)}
        />
      )}
    </Modal>
  )
}

interface BoardFormProps {
  start: EventWords
  press: string
  onTyped: (values: EventWords) => void
  onSave: (words: BoardChange) => Promise<void>
}

function BoardForm({ start, press, onTyped, onSave }: BoardFormProps) {
  const form = useForm<EventWords, unknown, BoardChange>({
    defaultValues: start,
    resolver: standardSchemaResolver(BoardChange),
  })
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(onSave)
  const box = useRef<HTMLFormElement>(null)
  // A day that is typed in part takes the place of none.
  useTyped(form, (values) => onTyped(findWrongDay(box.current) ? { ...values, eventDate: start.eventDate } : values))
  return (
    <form
      className="stack"
      noValidate
      ref={box}
      onSubmit={(event) => (focusWrongDay(event.currentTarget) ? event.preventDefault() : submit(event))}
    >
      <TextField label="Name" placeholder="Mara’s 30th" hint="Only you see your boards." {...field('name')} />
      <Controller
        control={form.control}
        name="eventDate"
        render={({ field: { value, onChange } }) => (
          <DayField label="Day of the event" optional value={value} onChange={onChange} />
        )}
      />
      <TextField
        label="Place"
        placeholder="The old barn"
        optional
        {...field('place', { setValueAs: (place: string | null) => place || null })}
      />
      <TextField
        label="Guests"
        type="number"
        inputMode="numeric"
        min={1}
        optional
        {...field('guests', {
          setValueAs: (guests: string | number | null) => (guests ? Number(guests) : null),
        })}
      />
      <div className="form-actions">
        <SubmitButton busy={isSubmitting} busyLabel="Saving">
          {press}
        </SubmitButton>
      </div>
    </form>
  )
}
